"""Runs of turns: the part that is never written down, made fresh or found in a checkpoint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from returns.result import Result

from adapters.turns_langgraph.graph import TurnGraph
from adapters.turns_langgraph.savers import thread
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.event_sink import EventSink
from application.ports.turn_runner import (
    ConfirmationWaits,
    Message,
    MessageRefused,
    Session,
    TurnHandle,
)
from application.ports.turns import Turns
from application.turn.accept import Accept
from application.turn.state import CallState, TurnRun, TurnState, usage_dict, usage_from
from application.turn.undo import Undo
from domain.conversation import (
    ChatCall,
    ChatMessage,
    Conversation,
    ConversationUnknown,
    Turn,
    TurnRefused,
    Usage,
)
from domain.conversation import TurnState as Phase
from domain.texts import Language


@dataclass(frozen=True, slots=True)
class Ports:
    """What the runner itself reads and writes; the steps bring their own."""

    turns: Turns
    conversations: Conversations
    confirmations: Confirmations
    sink: EventSink
    clock: Clock


@dataclass(frozen=True, slots=True)
class Beginnings:
    """The two ways in which a turn begins: a message, and the wish to undo an action."""

    accept: Accept
    undo: Undo


@dataclass(frozen=True, slots=True)
class Runs:
    """Makes the runs of one process."""

    graph: TurnGraph
    ports: Ports

    def fresh(self, turn: Turn, session: Session) -> TurnRun:
        """The run of a turn that begins."""
        ports = self.ports
        return TurnRun(session, turn.conversation_id, turn.id, ports.sink, ports.turns, ports.clock)

    async def opening(self, turn: Turn, language: Language, call: CallState | None) -> TurnState:
        """What a turn knows when it begins; a given call is kept as if a model had proposed it."""
        state = first_state(turn, language)
        if call is None:
            return state
        proposed = ChatCall(call["call_id"], call["tool_name"], call["arguments"])
        await self.ports.turns.append(turn.id, (ChatMessage("assistant", "", (proposed,)),))
        return {**state, "calls": [call], "is_scripted": True}

    async def waiting(self, turn: Turn, session: Session) -> TurnRun:
        """The run of a waiting turn, with what it had said and done so far."""
        run = self.fresh(turn, session)
        state = await self.graph.aget_state(thread(turn.id))
        values: Mapping[str, Any] = state.values
        if values.get("answer"):
            run.said.append(values["answer"])
        run.usage = usage_from(values.get("usage") or usage_dict(Usage()))
        run.calls = list(values.get("calls") or [])
        return run

    async def handle_of(self, turn: Turn) -> TurnHandle:
        """Where the events of an earlier turn begin, and where they end for now."""
        events = await self.ports.sink.replay(turn.conversation_id)
        numbers = [event.seq for event in events if event.turn_id == turn.id] or [1]
        is_running = turn.state is Phase.RUNNING
        until = numbers[-1] + 1 if is_running else numbers[-1]
        return TurnHandle(turn.conversation_id, turn.id, numbers[0] - 1, until)

    async def language(self, turn: Turn, session: Session) -> Language:
        """Of the request, else of the conversation."""
        if session.language is not None:
            return session.language
        found: Result[Conversation, ConversationUnknown] = await self.ports.conversations.get(
            turn.conversation_id, turn.user
        )
        return found.map(lambda conversation: conversation.language).value_or("en")

    async def explained(self, refused: MessageRefused, message: Message) -> MessageRefused:
        """A message that meets a waiting confirmation is told which one."""
        is_waiting = isinstance(refused, TurnRefused) and refused.code == "confirmation_pending"
        if not is_waiting or message.conversation_id is None:
            return refused
        waiting = await self.ports.confirmations.waiting(message.conversation_id)
        return refused if waiting is None else ConfirmationWaits(waiting)


def first_state(turn: Turn, language: Language) -> TurnState:
    """What a turn knows when it begins."""
    return {
        "turn_id": turn.id,
        "conversation_id": turn.conversation_id,
        "language": language,
        "message": turn.message,
        "env_id": turn.env_id,
        "ui_context": None if turn.ui_context is None else dict(turn.ui_context),
        "databases": [],
        "calls": [],
        "seen_calls": {},
        "model_calls": 0,
        "usage": usage_dict(Usage()),
        "answer": "",
        "confirmation_id": None,
        "decision": None,
        "finish": None,
    }
