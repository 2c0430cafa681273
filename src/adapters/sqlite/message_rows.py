"""Messages of the history as rows: role, content, calls, call_id, summary."""

from typing import Literal, cast

from adapters.sqlite.json_columns import from_column, to_column
from domain.conversation import ChatCall, ChatMessage
from domain.plain_json import clean
from domain.superset import JsonValue

Row = tuple[Literal["user", "assistant", "tool"], str, bytes | str | None, str | None, str | None]


def message_to_row(message: ChatMessage) -> Row:
    calls: list[JsonValue] = [
        (call.call_id, call.tool_name, call.arguments) for call in message.calls
    ]
    return (
        message.role,
        clean(message.content),
        to_column(calls) if calls else None,
        message.call_id,
        None if message.summary is None else clean(message.summary),
    )


def message_from_row(row: Row) -> ChatMessage:
    role, content, stored_calls, call_id, summary = row
    calls = cast(
        "list[tuple[str, str, dict[str, JsonValue]]]",
        [] if stored_calls is None else from_column(stored_calls),
    )
    return ChatMessage(role, content, tuple(ChatCall(*call) for call in calls), call_id, summary)
