// Calls the endpoint with the real @gradio/client, in a process of its own.
// Reads {"url", "calls": [{"how", "arguments"}]} and writes, for each call, the list of its values.
import { Client } from "@gradio/client";
import { readFileSync, writeSync } from "node:fs";

const API_NAME = "/agent_handler";
const wanted = JSON.parse(readFileSync(0, "utf8"));
const client = await Client.connect(wanted.url, { events: ["data", "status"] });

async function values(how, given) {
  if (how === "predict") return (await client.predict(API_NAME, given)).data;
  const found = [];
  for await (const event of client.submit(API_NAME, given)) {
    if (event.type === "data") found.push(event.data[0]);
    if (event.type === "status" && event.stage === "error") throw new Error(event.message);
  }
  return found;
}

const answers = [];
for (const call of wanted.calls) answers.push(await values(call.how, call.arguments));
writeSync(1, JSON.stringify(answers));
process.exit(0);
