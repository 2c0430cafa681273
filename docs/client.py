"""Talks to the agent: AGENT_TOKEN=... python docs/client.py "delete dashboard 7 on ss-dev"."""

import json
import os
import sys

import httpx

AGENT = os.environ.get("AGENT_URL", "http://127.0.0.1:8000")
HEADERS = {"Authorization": f"Bearer {os.environ['AGENT_TOKEN']}"}


def follow(path, body):
    """Print what the agent says; the event that asks for a decision, None when it asks none."""
    question = None
    with httpx.stream("POST", AGENT + path, json=body, headers=HEADERS, timeout=60) as answer:
        if answer.is_error:
            sys.exit(answer.read().decode())
        lines = (line for line in answer.iter_lines() if line.startswith("data: "))
        for event in (json.loads(line.removeprefix("data: ")) for line in lines):
            if event["type"] == "confirm_required":
                question = event
            if event["type"] == "token":
                print(event["text"], end="", flush=True)
            elif said := event.get("summary") or event.get("message"):
                print(f"\n{said}")
    print()
    return question


asked = follow("/api/agent/messages", {"message": " ".join(sys.argv[1:])})
while asked:
    card = asked["metadata"]
    print(card["plan"]["summary"], *card["plan"]["irreversible"], sep="\n")
    body = {
        "confirmation_id": card["confirmation_id"],
        "digest": card["digest"],
        "decision": "approve" if input("Run this? y/n ") == "y" else "deny",
    }
    asked = follow(f"/api/agent/conversations/{asked['conversation_id']}/decisions", body)
