"""What a state of the page is made of: an address, answers, and what a person then does."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from domain.conversation import FinishReason
from entrypoints.http.schemas import ConversationWhole, TurnShown
from kills.running import REPOSITORY
from states.acts import Act
from states.ordinary import NOW, conversations, said
from states.stage import Answer, streams, tells

Json: TypeAlias = Any

EXAMPLES = REPOSITORY / "specs" / "events"
CONVERSATION = "/api/agent/conversations/C1"
FIND = ("find dashboards about sales", "найди дашборды про продажи")
_LEFT_OUT = {"action_id"}


@dataclass(frozen=True, slots=True)
class Words:
    """The language that a state is shown in."""

    language: str

    def __call__(self, english: str, russian: str) -> str:
        return russian if self.language == "ru" else english


@dataclass(frozen=True, slots=True)
class Scene:
    """
    How a state comes about.

    Args:
        answers: besides the ordinary ones, by method and path; several come one after another.
        acts: what a person does once the page is there.
        until: what is seen when the state is reached.

    """

    path: str
    until: str
    answers: Mapping[str, Answer | Sequence[Answer]] = field(default_factory=dict)
    role: str = "admin"
    acts: Act | None = None


@dataclass(frozen=True, slots=True)
class State:
    """
    One state of one page.

    Args:
        name: of its pictures.
        title: what is to be seen, for the index.

    """

    name: str
    title: str
    scene: Callable[[Words], Scene]


def event(kind: str, **fields: Json) -> Json:
    """The example of an event, with other values where a state needs them."""
    example = json.loads((EXAMPLES / f"{kind}.json").read_text("utf-8"))
    assert fields.keys() <= example.keys() | _LEFT_OUT, f"{kind} has no {fields.keys()}"
    return {**example, "conversation_id": "C1", "turn_id": "T1", "at": NOW, **fields}


def begun(*, env_id: str = "ss-dev", tier: str = "dev") -> list[Json]:
    """The first two events of a turn."""
    return [
        event("turn_started", env_id=env_id, tier=tier, uicontext=None),
        event("pipeline_result"),
    ]


def ended(reason: str = "stop") -> Json:
    return event("done", finish_reason=reason, text="", at="2026-11-30T12:00:04Z")


def conversation(
    words: Words,
    title: str,
    message: str,
    *,
    state: Literal["idle", "running", "awaiting_confirmation"] = "idle",
    last_event_id: int = 0,
    undone: Sequence[str] = (),
) -> Answer:
    """A conversation of one turn."""
    turn = TurnShown(
        turn_id="T1",
        message_id="M1",
        message=message,
        env_id="ss-dev",
        uicontext=None,
        started_at=NOW,
        finish_reason=None if state == "running" else FinishReason.STOP,
    )
    whole = ConversationWhole(
        id="C1",
        title=title,
        state=state,
        env_id="ss-dev",
        created_at=NOW,
        updated_at=NOW,
        language=said(words.language),
        last_event_id=last_event_id,
        turns=[turn],
        confirmation=None,
        undone_actions=list(undone),
    )
    return tells(whole)


def talk(  # a turn has that many sides
    words: Words,
    message: str,
    events: Sequence[Json],
    *,
    is_in: str = "idle",
    until: str = "",
    role: str = "admin",
    query: str = "",
    undone: Sequence[str] = (),
    acts: Act | None = None,
    answers: Mapping[str, Answer | Sequence[Answer]] | None = None,
) -> Scene:
    """A conversation of one turn whose events are told when it is opened."""
    state: Literal["idle", "running", "awaiting_confirmation"] = "idle"
    if is_in == "streaming":
        state = "running"
    elif is_in == "awaiting_confirmation":
        state = "awaiting_confirmation"
    last = len(events)
    whole = conversation(words, message, message, state=state, last_event_id=last, undone=undone)
    return Scene(
        f"/agent?conversation=C1{query}",
        f"section.chat[data-state={is_in}] {until}".strip(),
        {
            "GET /api/agent/conversations": tells(conversations(words.language, message)),
            f"GET {CONVERSATION}": whole,
            f"GET {CONVERSATION}/events": streams(*events, stays=state == "running"),
            **(answers or {}),
        },
        role,
        acts,
    )


def finding(words: Words, *events: Json, is_in: str = "idle", **more: Json) -> Scene:
    """A search, and these events of it; an answer that ends says so itself."""
    return talk(words, words(*FIND), [*begun(), *events], is_in=is_in, **more)
