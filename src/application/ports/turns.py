"""Turns and the messages of their conversation."""

from abc import abstractmethod
from datetime import datetime
from typing import Protocol

from returns.result import Result

from domain.conversation import ChatMessage, FinishReason, NewTurn, Turn, TurnRefused, TurnState


class Turns(Protocol):
    """At most one turn of a conversation runs or waits at a time; this port holds that."""

    @abstractmethod
    async def begin(self, turn: NewTurn) -> Result[Turn, TurnRefused]:
        """
        Start a turn and keep the person's message, in one step that two callers cannot share.

        A message_id that the user has sent before gives back its turn (`is_repeated`), whatever
        state it is in and whichever conversation it stands in.

        Failures:
            TurnRefused("turn_running"): another turn of the conversation runs.
            TurnRefused("confirmation_pending"): another turn of it waits for a decision.
        """

    @abstractmethod
    async def get(self, turn_id: str) -> Turn | None:
        """One turn."""

    @abstractmethod
    async def of_conversation(self, conversation_id: str) -> tuple[Turn, ...]:
        """All turns of a conversation, oldest first."""

    @abstractmethod
    async def move(
        self, turn_id: str, state: TurnState, finish_reason: FinishReason | None, at: datetime
    ) -> None:
        """Set a turn's state; also the conversation's `updated_at`."""

    @abstractmethod
    async def append(self, turn_id: str, messages: tuple[ChatMessage, ...]) -> None:
        """Add messages of a turn to its conversation, in order."""

    @abstractmethod
    async def window(self, conversation_id: str, limit: int) -> tuple[ChatMessage, ...]:
        """The last `limit` messages of a conversation, oldest first, exactly as appended."""

    @abstractmethod
    async def unfinished(self) -> tuple[Turn, ...]:
        """Every turn that runs or waits, of all conversations."""
