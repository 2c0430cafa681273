"""Conversations, turns and the messages between a person, the model and the tools."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from domain.superset import JsonValue
from domain.texts import Language


class TurnState(StrEnum):
    """A turn runs, waits for a decision, or is over."""

    RUNNING = "running"
    AWAITING = "awaiting_confirmation"
    OVER = "over"


class FinishReason(StrEnum):
    """Why a stream ended; `awaiting_confirmation` is the only one that a turn goes on after."""

    STOP = "stop"
    AWAITING_CONFIRMATION = "awaiting_confirmation"
    CANCELLED = "cancelled"
    LIMIT = "limit"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Conversation:
    """
    One person's thread of turns.

    Args:
        state: of its last turn; OVER when it has none.
        env_id: the environment of its last turn.

    """

    id: str
    user: str
    title: str
    language: Language
    created_at: datetime
    updated_at: datetime
    state: TurnState = TurnState.OVER
    env_id: str | None = None


@dataclass(frozen=True, slots=True)
class NewTurn:
    """
    One message that starts a turn.

    Args:
        message_id: the client's own id; the same id from the same user means the same turn.
        ui_context: the wire form of what the person was looking at, or None.

    """

    id: str
    conversation_id: str
    user: str
    message_id: str
    message: str
    env_id: str | None
    ui_context: Mapping[str, JsonValue] | None
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it is kept. `is_repeated` is set on the answer to a repeated message_id."""

    id: str
    conversation_id: str
    user: str
    message_id: str
    message: str
    env_id: str | None
    ui_context: Mapping[str, JsonValue] | None
    started_at: datetime
    state: TurnState
    finish_reason: FinishReason | None
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class TurnRefused:
    """Why a turn may not start now."""

    code: Literal["turn_running", "confirmation_pending"]


@dataclass(frozen=True, slots=True)
class ConversationUnknown:
    """No such conversation, or not this user's."""

    conversation_id: str


@dataclass(frozen=True, slots=True)
class ChatCall:
    """A tool call in the history; arguments are always an object."""

    call_id: str
    tool_name: str
    arguments: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """
    One message of the history.

    Args:
        content: text; for a tool message what the model is told, in English, truncated.
        calls: what an assistant message proposed.
        call_id: of a tool message, the call that it answers.
        summary: of a tool message, the same for the person, in their language.

    """

    role: Literal["user", "assistant", "tool"]
    content: str
    calls: tuple[ChatCall, ...] = ()
    call_id: str | None = None
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the model's server counted them; 0 where it does not."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    model_calls: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """The sum."""
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.model_calls + other.model_calls,
        )


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The untruncated value of a tool call."""

    call_id: str
    conversation_id: str
    user: str
    tool_name: str
    value: JsonValue = field(repr=False)


@dataclass(frozen=True, slots=True)
class ResultUnknown:
    """No such result, or not this user's."""

    call_id: str


UNANSWERED = "This call was interrupted; nothing is known of its outcome. Check before repeating."


def repair(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    """
    Make a history that strict model servers accept.

    Every proposed call is answered exactly once, right after its message: a missing answer is
    made up, a second one and an answer to nothing are dropped. A window cut in the middle
    starts at its first message of a person.
    """
    window = list(messages)
    answers: dict[str, ChatMessage] = {}
    for message in window:
        if message.role == "tool" and message.call_id is not None:
            answers.setdefault(message.call_id, message)
    first_user = next((i for i, message in enumerate(window) if message.role == "user"), None)
    if first_user is None:
        return ()
    repaired: list[ChatMessage] = []
    for message in window[first_user:]:
        if message.role == "tool":
            continue
        repaired.append(message)
        repaired.extend(
            answers.get(call.call_id) or ChatMessage("tool", UNANSWERED, call_id=call.call_id)
            for call in message.calls
        )
    return tuple(repaired)
