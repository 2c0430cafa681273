"""Confirmations: asked once, decided once, executed at most once."""

from abc import abstractmethod
from datetime import datetime
from typing import Protocol

from returns.result import Result

from domain.confirmation import (
    ClaimRefused,
    Closing,
    Confirmation,
    Decision,
    ExecutionRecord,
    Intent,
)


class Confirmations(Protocol):
    """
    Each method is one atomic step: of two callers that race, one wins.

    A confirmation goes waiting -> claimed -> executing -> executed, or it is closed on the way.
    """

    @abstractmethod
    async def add(self, confirmation: Confirmation) -> None:
        """Keep a confirmation that waits from now on."""

    @abstractmethod
    async def get(self, confirmation_id: str) -> Confirmation | None:
        """One confirmation in the state that it has now."""

    @abstractmethod
    async def waiting(self, conversation_id: str) -> Confirmation | None:
        """The one that waits in a conversation, expired or not."""

    @abstractmethod
    async def claim(
        self, confirmation_id: str, decision: Decision, now: datetime
    ) -> Result[Confirmation, ClaimRefused]:
        """
        Take the confirmation for this decision; nobody else can any more.

        Failures:
            ClaimRefused("confirmation_unknown"): no such confirmation.
            ClaimRefused("already_decided"): it waits no more, and nobody let it expire.
            ClaimRefused("confirmation_expired"): its time is over at `now`, or it was closed so.
            ClaimRefused("digest_mismatch"): the decision approves something else. It still waits.
        """

    @abstractmethod
    async def close(
        self, confirmation_id: str, closing: Closing
    ) -> Result[Confirmation, ClaimRefused]:
        """
        End one that waits or was claimed, without an execution.

        Failures:
            ClaimRefused("already_decided"): it is executing, executed or closed.
            ClaimRefused("confirmation_unknown"): no such confirmation.
        """

    @abstractmethod
    async def intend(self, intent: Intent) -> Result[None, ClaimRefused]:
        """
        Record, before the call, that a claimed confirmation is executed now.

        Failures:
            ClaimRefused("already_decided"): it is not claimed, or an intent exists.
        """

    @abstractmethod
    async def record(self, record: ExecutionRecord) -> None:
        """Record, after the call, how it ended. The last state of a confirmation."""

    @abstractmethod
    async def execution(self, action_id: str) -> ExecutionRecord | None:
        """How an action ended; None while it runs, and for an unknown one."""

    @abstractmethod
    async def mark_undone(self, action_id: str, undone_by: str) -> bool:
        """
        Note that an action is undone: by another one, or by a call that found nothing left of it.

        False when it was noted before, or when no such action ran.
        """

    @abstractmethod
    async def undone(self, conversation_id: str) -> tuple[str, ...]:
        """The actions of a conversation that are undone, wherever that was asked for."""

    @abstractmethod
    async def cut_off(self) -> tuple[Confirmation, ...]:
        """Every confirmation that is claimed or executing: after a start, what a crash left."""
