"""What strict model servers check before they answer."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_FIELDS = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls"},
    "tool": {"role", "content", "tool_call_id"},
}


def fault_of_history(body: Mapping[str, Any]) -> str | None:
    """The sentence of a 400, or None when the request is accepted."""
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return "messages must be a non-empty list"
    for at, message in enumerate(messages):
        if fault := _fault_of_message(message):
            return f"messages[{at}]: {fault}"
    return _fault_of_order(messages) or _fault_of_tools(body.get("tools", ()))


def _fault_of_message(message: Mapping[str, Any]) -> str | None:
    fields = _FIELDS.get(message.get("role", ""), set())
    if extra := set(message) - fields:
        return f"unknown role or extra fields {sorted(extra)}"
    if not isinstance(message.get("content"), str):
        return "content must be a string"
    calls = message.get("tool_calls")
    if message["role"] == "assistant" and not message["content"] and calls is None:
        return "an assistant message needs content or tool_calls"
    if calls is not None and not calls:
        return "tool_calls must not be empty"
    return next((fault for call in calls or () if (fault := _fault_of_call(call))), None)


def _fault_of_call(call: Mapping[str, Any]) -> str | None:
    if set(call) != {"id", "type", "function"} or call["type"] != "function" or not call["id"]:
        return "a tool call has id, type and function"
    if _NAME.fullmatch(call["function"].get("name", "")) is None:
        return f"function.name must match {_NAME.pattern}"
    arguments = call["function"].get("arguments")
    if not isinstance(arguments, str):
        return "function.arguments must be a string"
    try:
        parsed = json.loads(arguments)
    except ValueError:
        return "function.arguments must be JSON"
    return None if isinstance(parsed, dict) else "function.arguments must be a JSON object"


def _fault_of_order(messages: Sequence[Mapping[str, Any]]) -> str | None:
    waiting: list[str] = []
    before = ""
    for message in messages:
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] not in waiting:
                return "a tool message answers no waiting call"
            waiting.remove(message["tool_call_id"])
        elif waiting:
            return "tool_calls must be followed by tool messages for each tool_call_id"
        elif role == "user" and before == "tool":
            return "unexpected role 'user' after role 'tool'"
        elif role == before or (role == "system" and before):
            return "roles must alternate"
        waiting.extend(call["id"] for call in message.get("tool_calls", ()))
        before = role
    if waiting or before not in {"user", "tool"}:
        return "the last role must be user or tool"
    return None


def _fault_of_tools(tools: Sequence[Mapping[str, Any]]) -> str | None:
    for tool in tools:
        if tool.get("type") != "function" or not tool["function"].get("name"):
            return "a tool is a function with a name"
        if tool["function"].get("parameters", {}).get("type") != "object":
            return "parameters must be a schema of an object"
    return None
