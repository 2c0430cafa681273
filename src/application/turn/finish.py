"""The last step: every stream ends with `done`, whatever happened before."""

from dataclasses import dataclass

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.texts import Texts
from application.ports.turns import Turns
from application.turn.state import TurnRun, usage_dict
from domain.audit import AuditEntry
from domain.confirmation import Closing, Confirmation, Verdict
from domain.conversation import FinishReason, TurnState
from domain.events import ConfirmResolved, Done, ErrorRaised, ToolCancelled, ToolErrored
from domain.superset import JsonValue
from domain.texts import Language, text


@dataclass(frozen=True, slots=True)
class Finish:
    """Ends turns: as they should, cancelled, expired, or broken by a bug of ours."""

    turns: Turns
    confirmations: Confirmations
    texts: Texts
    audit: AuditLog
    clock: Clock

    async def __call__(self, run: TurnRun, reason: FinishReason) -> None:
        """Say `done`; the turn is over, unless it waits."""
        run.is_ending = True
        await run.say(Done(reason.value, usage_dict(run.usage), "".join(run.said)))
        is_waiting = reason is FinishReason.AWAITING_CONFIRMATION
        state = TurnState.AWAITING if is_waiting else TurnState.OVER
        await self.turns.move(run.turn_id, state, reason, self.clock.now())

    async def cancel(self, run: TurnRun, waiting: Confirmation | None) -> None:
        """The person stopped the turn: what waits or was not begun will not run."""
        if waiting is not None:
            await self._close(run, waiting, Verdict.CANCELLED)
        await run.keep_fragment()
        await self._drop(run, "Not run: the person cancelled the turn.")
        await self(run, FinishReason.CANCELLED)

    async def expire(self, run: TurnRun, waiting: Confirmation) -> None:
        """Nobody decided in time: the turn is over and nothing of it runs."""
        await self._close(run, waiting, Verdict.EXPIRED)
        await self._drop(run, "Not run: nobody decided in time.")
        await self(run, FinishReason.CANCELLED)

    async def break_off(self, run: TurnRun, language: Language) -> None:
        """A bug: the person learns that it is ours; the details are in the log alone."""
        await run.keep_fragment()
        message = self.texts.say(text("error-internal", turn=run.turn_id), language)
        for call in run.open_calls(run.calls):
            if call["call_id"] not in run.ended:
                await run.say(ToolErrored(call["call_id"], call["tool_name"], message))
            await run.tell_model(call["call_id"], "Error: the service broke; no result.")
        await run.say(ErrorRaised("internal", 500, message))
        await self(run, FinishReason.ERROR)

    async def _close(self, run: TurnRun, waiting: Confirmation, verdict: Verdict) -> None:
        user = run.session.caller.user
        await self.confirmations.close(waiting.id, Closing(verdict, user))
        facts: dict[str, JsonValue] = {
            "confirmation_id": waiting.id,
            "tool": waiting.tool_name,
            "env_id": waiting.env_id,
            "decision": verdict.value,
            "digest": waiting.digest,
        }
        await self.audit.append(
            AuditEntry(
                "decision",
                self.clock.now(),
                user,
                facts,
                waiting.conversation_id,
                waiting.turn_id,
                waiting.call_id,
            )
        )
        await run.say(ConfirmResolved(waiting.id, waiting.call_id, verdict.value, user))

    async def _drop(self, run: TurnRun, for_model: str) -> None:
        for call in run.open_calls(run.calls):
            if call["call_id"] in run.ended:
                await run.tell_model(call["call_id"], "Its result was lost: the turn was ended.")
                continue
            await run.say(ToolCancelled(call["call_id"], call["tool_name"]))
            await run.tell_model(call["call_id"], for_model)
