"""Turns and messages in memory; without an await inside a step, steps cannot mix."""

from dataclasses import replace
from datetime import datetime

from returns.result import Failure, Result, Success

from adapters.memory.tables import Tables
from application.ports.turns import Turns
from domain.conversation import (
    ChatCall,
    ChatMessage,
    FinishReason,
    NewTurn,
    Turn,
    TurnRefused,
    TurnState,
)
from domain.plain_json import clean, plain_object


class MemoryTurns(Turns):
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def begin(self, turn: NewTurn) -> Result[Turn, TurnRefused]:
        message_id = clean(turn.message_id)
        for known in self._tables.turns.values():
            if (known.user, known.message_id) == (turn.user, message_id):
                return Success(replace(known, is_repeated=True))
        for known in self._tables.turns_of(turn.conversation_id):
            if known.state is TurnState.AWAITING:
                return Failure(TurnRefused("confirmation_pending"))
            if known.state is TurnState.RUNNING:
                return Failure(TurnRefused("turn_running"))
        begun = Turn(
            id=turn.id,
            conversation_id=turn.conversation_id,
            user=turn.user,
            message_id=message_id,
            message=clean(turn.message),
            env_id=turn.env_id,
            ui_context=None if turn.ui_context is None else plain_object(turn.ui_context),
            started_at=turn.started_at,
            state=TurnState.RUNNING,
            finish_reason=None,
        )
        self._tables.turns[turn.id] = begun
        self._keep(begun, ChatMessage("user", turn.message))
        self._tables.touch(turn.conversation_id, turn.started_at)
        return Success(begun)

    async def get(self, turn_id: str) -> Turn | None:
        return self._tables.turns.get(turn_id)

    async def of_conversation(self, conversation_id: str) -> tuple[Turn, ...]:
        return self._tables.turns_of(conversation_id)

    async def move(
        self, turn_id: str, state: TurnState, finish_reason: FinishReason | None, at: datetime
    ) -> None:
        turn = self._tables.turns.get(turn_id)
        if turn is not None:
            self._tables.turns[turn_id] = replace(turn, state=state, finish_reason=finish_reason)
            self._tables.touch(turn.conversation_id, at)

    async def append(self, turn_id: str, messages: tuple[ChatMessage, ...]) -> None:
        turn = self._tables.turns.get(turn_id)
        if turn is not None:
            for message in messages:
                self._keep(turn, message)

    async def window(self, conversation_id: str, limit: int) -> tuple[ChatMessage, ...]:
        messages = self._tables.messages.get(conversation_id, [])
        return tuple(messages[max(0, len(messages) - limit) :])

    async def unfinished(self) -> tuple[Turn, ...]:
        turns = self._tables.turns.values()
        return tuple(turn for turn in turns if turn.state is not TurnState.OVER)

    def _keep(self, turn: Turn, message: ChatMessage) -> None:
        kept = ChatMessage(
            role=message.role,
            content=clean(message.content),
            calls=tuple(
                ChatCall(call.call_id, call.tool_name, plain_object(call.arguments))
                for call in message.calls
            ),
            call_id=message.call_id,
            summary=None if message.summary is None else clean(message.summary),
        )
        self._tables.messages.setdefault(turn.conversation_id, []).append(kept)
