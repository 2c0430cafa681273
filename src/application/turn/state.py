"""
A turn between its steps: plain JSON, so that a checkpoint gives back exactly what was put in.

Roles and permissions are not in here: they are read from the token of the request that goes on
with the turn.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from application.ports.clock import Clock
from application.ports.event_sink import EventSink
from application.ports.turn_runner import Session
from application.ports.turns import Turns
from domain.conversation import ChatMessage, Usage
from domain.events import (
    PermissionRefused,
    Token,
    ToolCancelled,
    ToolEnd,
    ToolErrored,
    ToolTimeout,
    TurnEvent,
)
from domain.superset import JsonValue
from domain.texts import Language

MAX_MODEL_CALLS: Final = 12
# In one answer of the model; a person asks for a few, and a broken model for thousands.
MAX_CALLS: Final = 30

# LangGraph evaluates the types of a state, and cannot see through a recursive alias.
Plain: TypeAlias = dict[str, Any]

CallStatus = Literal["new", "run", "ask", "done"]


class CallState(TypedDict):
    """
    One proposed call.

    `problem` says why there are no arguments; `origins` where each value came from; `risk` is
    judged by the guard and judged again from the arguments before anything runs.
    """

    call_id: str
    tool_name: str
    arguments: Plain
    problem: str | None
    origins: dict[str, str]
    env_id: str | None
    risk: str | None
    status: CallStatus


class TurnState(TypedDict):
    """
    What a turn knows so far.

    `samples` are names of real things for example sentences: "dashboard" and "dataset" in the
    environment "env_id", "table" with its "database"; what is not known is left out.
    `answer` is its text for the person, `finish` why it ended; `is_scripted` says that its calls
    were given at its beginning, and no model is asked.
    """

    turn_id: str
    conversation_id: str
    language: Language
    message: str
    env_id: str | None
    ui_context: Plain | None
    databases: list[list[str]]
    samples: NotRequired[dict[str, str]]
    calls: list[CallState]
    seen_calls: dict[str, int]
    model_calls: int
    usage: dict[str, int]
    answer: str
    confirmation_id: str | None
    decision: Plain | None
    finish: str | None
    is_scripted: NotRequired[bool]


class StateChange(TypedDict, total=False):
    """What a step changed; names as in TurnState."""

    databases: list[list[str]]
    samples: dict[str, str]
    calls: list[CallState]
    seen_calls: dict[str, int]
    model_calls: int
    usage: dict[str, int]
    answer: str
    confirmation_id: str | None
    decision: Plain | None
    finish: str | None


_ENDS_OF_CALLS = (ToolEnd, ToolErrored, ToolTimeout, ToolCancelled, PermissionRefused)


def _set_event() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass(slots=True)
class TurnRun:
    """
    The part of a turn that is never written down: whose request drives it, and its voice.

    Args:
        said: the text of the turn so far, as it was streamed.
        unkept: the end of that text, as far as it is not in the conversation's messages yet.
        calls: the current batch, for whoever has to end the turn early.
        answered: calls that the model was told about in this run.
        ended: calls whose end was said in it.
        no_write: unset while an approved write is under way; a cancel waits for it.
        is_cancelled: the person stopped it; an end by any other cause is not theirs.
        is_ending: set once the stream's last event is about to be written.
        is_broken: set once its end could not be written, and is to be made up for.

    """

    session: Session
    conversation_id: str
    turn_id: str
    sink: EventSink = field(repr=False)
    turns: Turns = field(repr=False)
    clock: Clock = field(repr=False)
    said: list[str] = field(default_factory=list)
    unkept: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    calls: list[CallState] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    no_write: asyncio.Event = field(default_factory=_set_event)
    is_cancelled: bool = False
    is_ending: bool = False
    is_broken: bool = False

    async def say(self, event: TurnEvent) -> None:
        """Write an event to the log of the conversation; it is sent from there."""
        if isinstance(event, Token):
            self.said.append(event.text)
            self.unkept.append(event.text)
        if isinstance(event, _ENDS_OF_CALLS):
            # Before the write: a cancel that meets it does not undo it.
            self.ended.add(event.call_id)
        await self.sink.append(self.conversation_id, self.turn_id, self.clock.now(), event)

    async def keep(self, answer: ChatMessage) -> None:
        """Add the model's message to the conversation."""
        self.unkept.clear()
        await self.turns.append(self.turn_id, (answer,))

    async def keep_fragment(self) -> None:
        """Add what the model had said when it was interrupted, marked as unfinished."""
        fragment = "".join(self.unkept)
        if fragment:
            await self.keep(ChatMessage("assistant", f"{fragment} …"))

    async def tell_model(self, call_id: str, content: str, summary: str | None = None) -> None:
        """Answer a call: `content` in English for the model, `summary` for the person."""
        self.answered.add(call_id)
        answer = ChatMessage("tool", content, call_id=call_id, summary=summary)
        await self.turns.append(self.turn_id, (answer,))

    def open_calls(self, calls: Iterable[CallState]) -> list[CallState]:
        """Those that nobody has answered yet."""
        return [c for c in calls if c["status"] != "done" and c["call_id"] not in self.answered]


def usage_from(counted: Mapping[str, int]) -> Usage:
    """Usage out of a state."""
    return Usage(**counted)


def usage_dict(usage: Usage) -> dict[str, int]:
    """Usage as events and states carry it."""
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "model_calls": usage.model_calls,
    }


def with_status(calls: list[CallState], call_id: str, status: CallStatus) -> list[CallState]:
    """The calls with one of them moved on."""
    return [{**call, "status": status} if call["call_id"] == call_id else call for call in calls]


def plain(values: Mapping[str, JsonValue] | None) -> dict[str, JsonValue]:
    """A dict of its own, as a state holds it."""
    return dict(values or {})
