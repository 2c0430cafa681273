"""
After a start: finish what a crash left, by one rule.

A call with an intent and no result is never run again; its outcome is unknown and the person is
told how to check. A call without an intent did not run.
"""

from dataclasses import dataclass

import structlog

from application.ports.checkpoints import Checkpoints
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.turns import Turns
from application.turn.retell import Retell
from domain.confirmation import (
    Closing,
    Confirmation,
    ConfirmationState,
    ExecutionRecord,
    Outcome,
    Verdict,
    action_id_of,
)
from domain.conversation import FinishReason, Turn, TurnState
from domain.events import RecordedEvent

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Recover:
    """
    Runs before the first request is taken.

    It tells first, and notes last that there is nothing more to tell: cut off at any point, it is
    done once more.
    """

    turns: Turns
    confirmations: Confirmations
    checkpoints: Checkpoints
    retell: Retell
    clock: Clock

    async def __call__(self) -> None:
        for confirmation in await self.confirmations.cut_off():
            await self._settle(confirmation)
        alive: set[str] = set()
        for turn in await self.turns.unfinished():
            if await self._still_waits(turn):
                alive.add(turn.id)
            else:
                await self._end(turn)
        for turn_id in await self.checkpoints.known():
            if turn_id not in alive:
                await self.checkpoints.forget(turn_id)

    async def settle(self, turn_id: str) -> frozenset[str]:
        """The same rule for one turn that broke while the service lives on: the calls it told."""
        told: set[str] = set()
        for confirmation in await self.confirmations.cut_off():
            if confirmation.turn_id == turn_id:
                await self._settle(confirmation)
                told.add(confirmation.call_id)
        turn = await self.turns.get(turn_id)
        if turn is not None:
            for call_id, _, approved in await self._not_ended(turn):
                if approved is not None:
                    await self.retell.unknown(approved, turn)
                    told.add(call_id)
        return frozenset(told)

    async def mend(self, turn_id: str) -> None:
        """End one turn, or let it wait, whose own end could not be written; may be repeated."""
        await self.settle(turn_id)
        turn = await self.turns.get(turn_id)
        if turn is None or turn.state is TurnState.OVER or await self._still_waits(turn):
            return
        await self._end(turn)
        await self.checkpoints.forget(turn_id)

    async def _settle(self, confirmation: Confirmation) -> None:
        turn = await self.turns.get(confirmation.turn_id)
        if turn is None:
            return
        if confirmation.state is ConfirmationState.EXECUTING:
            await self.retell.unknown(confirmation, turn)
            action_id = action_id_of(confirmation)
            unknown = ExecutionRecord(confirmation.id, action_id, Outcome.UNKNOWN, self.clock.now())
            await self.confirmations.record(unknown)
        elif confirmation.verdict is Verdict.DENY:
            await self.retell.dropped(confirmation, turn, Verdict.DENY)
            await self._close(confirmation, Verdict.DENY)
        else:
            await self.retell.not_run(confirmation, turn)
            await self._close(confirmation, Verdict.CANCELLED)
        log.warning("recovered_confirmation", confirmation=confirmation.id, turn_id=turn.id)

    async def _close(self, confirmation: Confirmation, verdict: Verdict) -> None:
        by = confirmation.decided_by or confirmation.user
        await self.confirmations.close(confirmation.id, Closing(verdict, by))

    async def _still_waits(self, turn: Turn) -> bool:
        """
        A turn that waits goes on waiting, if everything that it needs is there.

        It asked before it was noted as waiting, and may have died between the two; or before the
        question was shown.
        """
        waiting = await self.confirmations.waiting(turn.conversation_id)
        if waiting is None or waiting.turn_id != turn.id:
            return False
        if not await self.checkpoints.is_waiting(turn.id):
            return False
        said = await self.retell.said(turn)
        if not said or said[-1].type != "done":
            await self.retell.done(turn, FinishReason.AWAITING_CONFIRMATION)
        if turn.state is not TurnState.AWAITING:
            reason = FinishReason.AWAITING_CONFIRMATION
            await self.turns.move(turn.id, TurnState.AWAITING, reason, self.clock.now())
        return True

    async def _end(self, turn: Turn) -> None:
        if not _is_over(await self.retell.said(turn)):
            await self._answer_questions(turn)
            for call_id, tool_name, approved in await self._not_ended(turn):
                if approved is not None:
                    await self.retell.unknown(approved, turn)
                else:
                    await self.retell.interrupted_read(call_id, tool_name, turn)
            await self.retell.interrupted(turn)
        await self._close_question(turn)
        await self.turns.move(turn.id, TurnState.OVER, FinishReason.ERROR, self.clock.now())
        log.warning("recovered_turn", turn_id=turn.id, conversation_id=turn.conversation_id)

    async def _answer_questions(self, turn: Turn) -> None:
        """What was asked and not answered in words; the answer itself may have been kept."""
        for event in await self.retell.said(turn):
            if event.type != "confirm_required":
                continue
            card = event.data.get("metadata")
            asked = str(card.get("confirmation_id")) if isinstance(card, dict) else ""
            confirmation = await self.confirmations.get(asked)
            if confirmation is None:
                continue
            verdict = confirmation.verdict or Verdict.CANCELLED
            if verdict is not Verdict.APPROVE:
                await self.retell.dropped(confirmation, turn, verdict)

    async def _close_question(self, turn: Turn) -> None:
        waiting = await self.confirmations.waiting(turn.conversation_id)
        if waiting is not None and waiting.turn_id == turn.id:
            await self._close(waiting, Verdict.CANCELLED)

    async def _not_ended(self, turn: Turn) -> list[tuple[str, str, Confirmation | None]]:
        """Id and tool of the calls that began and have no end, with what approved them, if any."""
        said = await self.retell.said(turn)
        approved = {
            e.data.get("call_id"): str(e.data.get("confirmation_id"))
            for e in said
            if e.type == "confirm_resolved" and e.data.get("decision") == Verdict.APPROVE.value
        }
        ended = await self.retell.ended_calls(turn)
        return [
            (
                str(event.data.get("call_id")),
                str(event.data.get("tool_name")),
                await self.confirmations.get(approved.get(event.data.get("call_id"), "")),
            )
            for event in said
            if event.type == "tool_start" and event.data.get("call_id") not in ended
        ]


def _is_over(said: list[RecordedEvent]) -> bool:
    """Whether the turn's last word was its end."""
    if not said or said[-1].type != "done":
        return False
    return said[-1].data.get("finish_reason") != FinishReason.AWAITING_CONFIRMATION.value
