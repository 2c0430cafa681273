"""
Calls the endpoint with the real gradio_client, in a process of its own.

Reads {"url", "calls": [{"how", "arguments"}]} and writes, for each call, the list of its values.
"""

import json
import sys
from typing import Any

from gradio_client import Client

NAMES = ("message", "history", "conv_id", "user_id", "user_jwt", "env_id", "uicontext_str")
API_NAME = "/agent_handler"


def values(client: Client, how: str, arguments: list[Any]) -> list[Any]:
    match how:
        case "submit":
            return list(client.submit(*arguments, api_name=API_NAME))
        case "predict":
            return [client.predict(*arguments, api_name=API_NAME)]
        case "keywords":
            named = dict(zip(NAMES, arguments, strict=False))
            return list(client.submit(**named, api_name=API_NAME))
        case "fn_index":
            return list(client.submit(*arguments, fn_index=0))
    raise ValueError(how)


def main() -> None:
    wanted = json.load(sys.stdin)
    client = Client(wanted["url"], verbose=False)
    answers = [values(client, call["how"], call["arguments"]) for call in wanted["calls"]]
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
