"""
Tells what a crash kept from being told.

It may be cut off at any point too, so everything is looked for before it is told again; only an
audit line may come twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.conversations import Conversations
from application.ports.event_sink import EventSink
from application.ports.texts import Texts
from application.ports.turns import Turns
from domain.audit import AuditEntry
from domain.confirmation import Confirmation, Outcome, Verdict
from domain.conversation import ChatMessage, FinishReason, Turn
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
from domain.texts import Text, text

ENDS_OF_CALLS = frozenset({"tool_end", "tool_error", "tool_timeout", "tool_cancelled"})
_NO_USAGE = {"prompt_tokens": 0, "completion_tokens": 0, "model_calls": 0}
# More messages than one turn has.
_LOOKED_BACK = 1000
_FOR_MODEL = {
    Verdict.DENY: "The person refused this call; it did not run.",
    Verdict.EXPIRED: "Not run: nobody decided in time.",
}


@dataclass(frozen=True, slots=True)
class Retell:
    """Events, messages to the model, and audit lines of a turn that nobody drives any more."""

    turns: Turns
    conversations: Conversations
    sink: EventSink
    audit: AuditLog
    texts: Texts
    clock: Clock

    async def said(self, turn: Turn) -> list[RecordedEvent]:
        """What the turn said; its tasks may tell of themselves after its last word."""
        events = await self.sink.replay(turn.conversation_id)
        return [e for e in events if e.turn_id == turn.id and e.type != "task_progress"]

    async def ended_calls(self, turn: Turn) -> set[JsonValue]:
        """Ids of the calls whose end was said."""
        said = await self.said(turn)
        return {event.data.get("call_id") for event in said if event.type in ENDS_OF_CALLS}

    async def resolved(self, confirmation: Confirmation, turn: Turn, verdict: Verdict) -> None:
        """How a question was answered."""
        for event in await self.said(turn):
            is_answer = event.type == "confirm_resolved"
            if is_answer and event.data.get("confirmation_id") == confirmation.id:
                return
        by = confirmation.decided_by or confirmation.user
        await self._say(
            turn, ConfirmResolved(confirmation.id, confirmation.call_id, verdict.value, by)
        )

    async def dropped(self, confirmation: Confirmation, turn: Turn, verdict: Verdict) -> None:
        """A call that was asked about will not run."""
        await self.resolved(confirmation, turn, verdict)
        if confirmation.call_id in await self.ended_calls(turn):
            return
        await self._say(turn, ToolCancelled(confirmation.call_id, confirmation.tool_name))
        for_model = _FOR_MODEL.get(verdict, "Not run: the turn was ended.")
        await self._tell_model(turn, confirmation.call_id, for_model, None)

    async def not_run(self, confirmation: Confirmation, turn: Turn) -> None:
        """An approved call that had not begun."""
        await self._audit(confirmation, "not_run")
        await self.resolved(confirmation, turn, Verdict.CANCELLED)
        said = text("call-not-run", tool=confirmation.tool_name)
        await self._error(confirmation, turn, said, is_unknown=False)

    async def unknown(self, confirmation: Confirmation, turn: Turn) -> None:
        """An approved call that had begun: nothing of its end is taken for granted."""
        await self._audit(confirmation, Outcome.UNKNOWN.value)
        said = text("call-unknown", tool=confirmation.tool_name)
        await self._error(confirmation, turn, said, is_unknown=True)

    async def interrupted_read(self, call_id: str, tool_name: str, turn: Turn) -> None:
        """A call that nobody was asked about, and that began."""
        message = await self._in_their_language(turn, text("error-interrupted"))
        await self._say(turn, ToolErrored(call_id, tool_name, message))
        await self._tell_model(turn, call_id, "Error: interrupted, no result.", message)

    async def interrupted(self, turn: Turn) -> None:
        """The turn ends here."""
        said = await self.said(turn)
        if not said or said[-1].type != "error":
            message = await self._in_their_language(turn, text("error-interrupted"))
            await self._say(turn, ErrorRaised("interrupted", 500, message))
        await self.done(turn, FinishReason.ERROR)

    async def done(self, turn: Turn, reason: FinishReason) -> None:
        """The last word, with what was said before."""
        tokens = [e for e in await self.said(turn) if e.type == "token"]
        answer = "".join(str(event.data.get("text", "")) for event in tokens)
        usage: Mapping[str, JsonValue] = dict(_NO_USAGE)
        await self._say(turn, Done(reason.value, usage, answer))

    async def _error(
        self, confirmation: Confirmation, turn: Turn, said: Text, *, is_unknown: bool
    ) -> None:
        if confirmation.call_id in await self.ended_calls(turn):
            return
        message = await self._in_their_language(turn, said)
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

    async def _say(self, turn: Turn, event: TurnEvent) -> None:
        await self.sink.append(turn.conversation_id, turn.id, self.clock.now(), event)

    async def _tell_model(
        self, turn: Turn, call_id: str, content: str, summary: str | None
    ) -> None:
        newest = await self.turns.window(turn.conversation_id, _LOOKED_BACK)
        if not any(message.call_id == call_id for message in newest):
            answer = ChatMessage("tool", content, call_id=call_id, summary=summary)
            await self.turns.append(turn.id, (answer,))

    async def _in_their_language(self, turn: Turn, said: Text) -> str:
        found = await self.conversations.get(turn.conversation_id, turn.user)
        return self.texts.say(said, found.map(lambda one: one.language).value_or("en"))

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
