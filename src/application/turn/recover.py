"""
After a start: finish what a crash left, by one rule.

A call with an intent and no result is never run again; its outcome is unknown and the person is
told how to check. A call without an intent did not run.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from application.ports.audit_log import AuditLog
from application.ports.checkpoints import Checkpoints
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.event_sink import EventSink
from application.ports.texts import Texts
from application.ports.turns import Turns
from domain.audit import AuditEntry
from domain.confirmation import (
    Closing,
    Confirmation,
    ConfirmationState,
    ExecutionRecord,
    Outcome,
    Verdict,
    action_id_of,
)
from domain.conversation import ChatMessage, FinishReason, Turn, TurnState
from domain.events import (
    ConfirmResolved,
    Done,
    ErrorRaised,
    RecordedEvent,
    ToolCancelled,
    ToolErrored,
    TurnEvent,
)
from domain.superset import JsonValue
from domain.texts import Language, Text, text

_ENDS_OF_CALLS = frozenset({"tool_end", "tool_error", "tool_timeout", "tool_cancelled"})
_NO_USAGE = {"prompt_tokens": 0, "completion_tokens": 0, "model_calls": 0}

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Recover:
    """Runs before the first request is taken."""

    turns: Turns
    conversations: Conversations
    confirmations: Confirmations
    checkpoints: Checkpoints
    sink: EventSink
    audit: AuditLog
    texts: Texts
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
        return frozenset(told)

    async def _settle(self, confirmation: Confirmation) -> None:
        turn = await self.turns.get(confirmation.turn_id)
        if turn is None:
            return
        if confirmation.state is ConfirmationState.EXECUTING:
            await self._settle_unknown(confirmation, turn)
        elif confirmation.verdict is Verdict.DENY:
            await self._settle_denied(confirmation, turn)
        else:
            await self._settle_not_run(confirmation, turn)
        log.warning("recovered_confirmation", confirmation=confirmation.id, turn_id=turn.id)

    async def _settle_unknown(self, confirmation: Confirmation, turn: Turn) -> None:
        action_id = action_id_of(confirmation)
        await self.confirmations.record(
            ExecutionRecord(confirmation.id, action_id, Outcome.UNKNOWN, self.clock.now())
        )
        await self._audit(confirmation, Outcome.UNKNOWN.value)
        said = text("call-unknown", tool=confirmation.tool_name)
        await self._say_error(confirmation, turn, said, is_unknown=True)

    async def _settle_not_run(self, confirmation: Confirmation, turn: Turn) -> None:
        user = confirmation.decided_by or confirmation.user
        await self.confirmations.close(confirmation.id, Closing(Verdict.CANCELLED, user))
        await self._audit(confirmation, "not_run")
        await self._say_resolved_once(confirmation, turn, Verdict.CANCELLED, user)
        said = text("call-not-run", tool=confirmation.tool_name)
        await self._say_error(confirmation, turn, said, is_unknown=False)

    async def _settle_denied(self, confirmation: Confirmation, turn: Turn) -> None:
        user = confirmation.decided_by or confirmation.user
        await self.confirmations.close(confirmation.id, Closing(Verdict.DENY, user))
        await self._say_resolved_once(confirmation, turn, Verdict.DENY, user)
        await self._say(turn, ToolCancelled(confirmation.call_id, confirmation.tool_name))
        refused = "The person refused this call; it did not run."
        await self._tell_model(turn, confirmation.call_id, refused, None)

    async def _say_resolved_once(
        self, confirmation: Confirmation, turn: Turn, verdict: Verdict, user: str
    ) -> None:
        for event in await self._said(turn):
            resolved = event.type == "confirm_resolved"
            if resolved and event.data.get("confirmation_id") == confirmation.id:
                return
        await self._say(
            turn, ConfirmResolved(confirmation.id, confirmation.call_id, verdict.value, user)
        )

    async def _say_error(
        self, confirmation: Confirmation, turn: Turn, said: Text, *, is_unknown: bool
    ) -> None:
        message = self.texts.say(said, await self._language(turn))
        await self._say(
            turn,
            ToolErrored(
                call_id=confirmation.call_id,
                tool_name=confirmation.tool_name,
                message=message,
                is_write_tool=True,
                status_unknown=is_unknown,
            ),
        )
        english = self.texts.say(said, "en")
        await self._tell_model(turn, confirmation.call_id, f"Error: {english}", message)

    async def _still_waits(self, turn: Turn) -> bool:
        """
        A turn that waits goes on waiting, if everything that it needs is there.

        It asked before it was noted as waiting, and may have died between the two.
        """
        waiting = await self.confirmations.waiting(turn.conversation_id)
        if waiting is None or waiting.turn_id != turn.id:
            return False
        if not await self.checkpoints.is_waiting(turn.id):
            return False
        said = await self._said(turn)
        if not said or said[-1].type != "done":
            await self._done(turn, FinishReason.AWAITING_CONFIRMATION)
        if turn.state is not TurnState.AWAITING:
            reason = FinishReason.AWAITING_CONFIRMATION
            await self.turns.move(turn.id, TurnState.AWAITING, reason, self.clock.now())
        return True

    async def _end(self, turn: Turn) -> None:
        waiting = await self.confirmations.waiting(turn.conversation_id)
        if waiting is not None and waiting.turn_id == turn.id:
            await self.confirmations.close(waiting.id, Closing(Verdict.CANCELLED, turn.user))
            await self._say_resolved_once(waiting, turn, Verdict.CANCELLED, turn.user)
        said = await self._said(turn)
        if not _is_over(said):
            await self._end_calls(turn, said)
            language = await self._language(turn)
            message = self.texts.say(text("error-interrupted"), language)
            await self._say(turn, ErrorRaised("interrupted", 500, message))
            await self._done(turn, FinishReason.ERROR)
        await self.turns.move(turn.id, TurnState.OVER, FinishReason.ERROR, self.clock.now())
        log.warning("recovered_turn", turn_id=turn.id, conversation_id=turn.conversation_id)

    async def _end_calls(self, turn: Turn, said: list[RecordedEvent]) -> None:
        """
        Every call that began gets an end.

        A write may have been recorded and not been told: it ran, so nothing is taken for granted.
        """
        approved = {
            e.data.get("call_id"): str(e.data.get("confirmation_id"))
            for e in said
            if e.type == "confirm_resolved" and e.data.get("decision") == Verdict.APPROVE.value
        }
        ended = {e.data.get("call_id") for e in said if e.type in _ENDS_OF_CALLS}
        for event in said:
            call_id = event.data.get("call_id")
            if event.type != "tool_start" or call_id in ended:
                continue
            confirmation = await self.confirmations.get(approved.get(call_id, ""))
            if confirmation is not None:
                await self._audit(confirmation, Outcome.UNKNOWN.value)
                unknown = text("call-unknown", tool=confirmation.tool_name)
                await self._say_error(confirmation, turn, unknown, is_unknown=True)
                continue
            tool_name = str(event.data.get("tool_name"))
            message = self.texts.say(text("error-interrupted"), await self._language(turn))
            await self._say(turn, ToolErrored(str(call_id), tool_name, message))
            await self._tell_model(turn, str(call_id), "Error: interrupted, no result.", message)

    async def _done(self, turn: Turn, reason: FinishReason) -> None:
        tokens = [e for e in await self._said(turn) if e.type == "token"]
        answer = "".join(str(event.data.get("text", "")) for event in tokens)
        usage: Mapping[str, JsonValue] = dict(_NO_USAGE)
        await self._say(turn, Done(reason.value, usage, answer))

    async def _said(self, turn: Turn) -> list[RecordedEvent]:
        """What the turn said; its tasks may tell of themselves after its last word."""
        events = await self.sink.replay(turn.conversation_id)
        return [e for e in events if e.turn_id == turn.id and e.type != "task_progress"]

    async def _say(self, turn: Turn, event: TurnEvent) -> None:
        await self.sink.append(turn.conversation_id, turn.id, self.clock.now(), event)

    async def _tell_model(
        self, turn: Turn, call_id: str, content: str, summary: str | None
    ) -> None:
        answer = ChatMessage("tool", content, call_id=call_id, summary=summary)
        await self.turns.append(turn.id, (answer,))

    async def _language(self, turn: Turn) -> Language:
        found = await self.conversations.get(turn.conversation_id, turn.user)
        return found.map(lambda conversation: conversation.language).value_or("en")

    async def _audit(self, confirmation: Confirmation, outcome: str) -> None:
        await self.audit.append(
            AuditEntry(
                "execution",
                self.clock.now(),
                confirmation.decided_by or confirmation.user,
                {
                    "confirmation_id": confirmation.id,
                    "tool": confirmation.tool_name,
                    "env_id": confirmation.env_id,
                    "outcome": outcome,
                    "recovered": True,
                },
                confirmation.conversation_id,
                confirmation.turn_id,
                confirmation.call_id,
            )
        )


def _is_over(said: list[RecordedEvent]) -> bool:
    """Whether the turn's last word was its end."""
    if not said or said[-1].type != "done":
        return False
    return said[-1].data.get("finish_reason") != FinishReason.AWAITING_CONFIRMATION.value
