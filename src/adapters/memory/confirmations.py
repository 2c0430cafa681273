"""Confirmations in memory; without an await inside a step, of two callers one wins."""

from dataclasses import replace
from datetime import datetime

from returns.result import Failure, Result, Success

from adapters.memory.tables import Tables
from application.ports.confirmations import Confirmations
from domain.confirmation import (
    ClaimRefused,
    Closing,
    Confirmation,
    ConfirmationState,
    Decision,
    ExecutionRecord,
    Intent,
    Verdict,
    check_claim,
)
from domain.plain_json import plain_object


class MemoryConfirmations(Confirmations):
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def add(self, confirmation: Confirmation) -> None:
        self._tables.confirmations[confirmation.id] = replace(
            confirmation,
            arguments=plain_object(confirmation.arguments),
            origins=dict(confirmation.origins),
            metadata=plain_object(confirmation.metadata),
        )

    async def get(self, confirmation_id: str) -> Confirmation | None:
        return self._tables.confirmations.get(confirmation_id)

    async def waiting(self, conversation_id: str) -> Confirmation | None:
        newest_first = reversed(self._tables.confirmations.values())
        return next(
            (
                one
                for one in newest_first
                if one.conversation_id == conversation_id and one.state is ConfirmationState.WAITING
            ),
            None,
        )

    async def claim(
        self, confirmation_id: str, decision: Decision, now: datetime
    ) -> Result[Confirmation, ClaimRefused]:
        known = self._tables.confirmations.get(confirmation_id)
        refused = check_claim(known, decision, now)
        if known is None or refused is not None:
            return Failure(refused or ClaimRefused("confirmation_unknown"))
        return Success(
            self._resolve(known, ConfirmationState.CLAIMED, decision.verdict, decision.by)
        )

    async def close(
        self, confirmation_id: str, closing: Closing
    ) -> Result[Confirmation, ClaimRefused]:
        known = self._tables.confirmations.get(confirmation_id)
        if known is None:
            return Failure(ClaimRefused("confirmation_unknown"))
        if known.state not in {ConfirmationState.WAITING, ConfirmationState.CLAIMED}:
            return Failure(ClaimRefused("already_decided"))
        return Success(self._resolve(known, ConfirmationState.CLOSED, closing.verdict, closing.by))

    async def intend(self, intent: Intent) -> Result[None, ClaimRefused]:
        known = self._tables.confirmations.get(intent.confirmation_id)
        # A refused one was claimed as well, yet must never run.
        if (
            known is None
            or known.state is not ConfirmationState.CLAIMED
            or known.verdict is not Verdict.APPROVE
        ):
            return Failure(ClaimRefused("already_decided"))
        self._tables.intents[intent.confirmation_id] = intent
        self._move(known, ConfirmationState.EXECUTING)
        return Success(None)

    async def record(self, record: ExecutionRecord) -> None:
        known = self._tables.confirmations.get(record.confirmation_id)
        intent = self._tables.intents.get(record.confirmation_id)
        if known is None or intent is None or intent.action_id != record.action_id:
            return
        self._tables.executions.setdefault(record.confirmation_id, record)
        self._move(known, ConfirmationState.EXECUTED)

    async def execution(self, action_id: str) -> ExecutionRecord | None:
        ended = self._tables.executions.values()
        return next((record for record in ended if record.action_id == action_id), None)

    async def mark_undone(self, action_id: str, undone_by: str) -> bool:
        record = await self.execution(action_id)
        if record is None or record.undone_by is not None:
            return False
        marked = replace(record, undone_by=undone_by)
        self._tables.executions[record.confirmation_id] = marked
        return True

    async def undone(self, conversation_id: str) -> tuple[str, ...]:
        return tuple(
            record.action_id
            for record in self._tables.executions.values()
            if record.undone_by is not None
            and self._tables.confirmations[record.confirmation_id].conversation_id
            == conversation_id
        )

    async def cut_off(self) -> tuple[Confirmation, ...]:
        return tuple(
            one
            for one in self._tables.confirmations.values()
            if one.state in {ConfirmationState.CLAIMED, ConfirmationState.EXECUTING}
        )

    def _resolve(
        self, known: Confirmation, state: ConfirmationState, verdict: Verdict, by: str
    ) -> Confirmation:
        return self._move(replace(known, verdict=verdict, decided_by=by), state)

    def _move(self, known: Confirmation, state: ConfirmationState) -> Confirmation:
        moved = replace(known, state=state)
        self._tables.confirmations[known.id] = moved
        return moved
