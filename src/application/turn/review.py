"""Step 6: a decision came back; check again that what was approved is what would happen now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import structlog
from returns.result import Failure

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.identity import Identity
from application.ports.texts import Texts
from application.turn.end_session import EndSession
from application.turn.plan import Ask, MakePlan, PlannedCall
from application.turn.refuse import Refuse
from application.turn.state import CallState, StateChange, TurnRun, TurnState, with_status
from domain.audit import AuditEntry
from domain.confirmation import Closing, Confirmation, Verdict
from domain.events import ConfirmRequired, ConfirmResolved, ToolCancelled
from domain.plan_state import state_hash
from domain.superset import JsonValue
from domain.texts import text

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Review:
    """The third of the three defences: token, role, arguments, environment, plan and digest."""

    make_plan: MakePlan
    ask: Ask
    refuse: Refuse
    end_session: EndSession
    confirmations: Confirmations
    identity: Identity
    audit: AuditLog
    texts: Texts
    clock: Clock

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        decision = state["decision"] or {}
        confirmation = await self.confirmations.get(str(state["confirmation_id"]))
        if confirmation is None:
            raise AssertionError("a turn waited for a confirmation that does not exist")
        call = next(c for c in state["calls"] if c["call_id"] == confirmation.call_id)
        if decision.get("verdict") != Verdict.APPROVE.value:
            return await self._deny(confirmation, call, decision, state, run)
        authenticated = await self.identity.authenticate(run.session.token)
        if isinstance(authenticated, Failure):
            await self._resolve(confirmation, Verdict.CANCELLED, {}, run)
            ended = await self.end_session(authenticated.failure(), state, run)
            return {**self._next(state, call), **ended}
        run.session = replace(run.session, caller=authenticated.unwrap())
        edited = _edited(call, decision)
        asked_at = confirmation.asked_at if edited == call else None
        planned = await self.make_plan(edited, state, run, asked_at)
        if isinstance(planned, Failure):
            await self._resolve(confirmation, Verdict.CANCELLED, decision, run)
            await self.refuse(edited, planned.failure(), state, run, is_write=True)
            return self._next(state, call)
        ready = planned.unwrap()
        if ready.digest != confirmation.digest:
            return await self._ask_anew(confirmation, edited, ready, decision, state, run)
        await self._say_resolved(confirmation, Verdict.APPROVE, decision, run)
        return {"decision": {**decision, "holds": True, "state": state_hash(ready.plan.state)}}

    async def _deny(
        self,
        confirmation: Confirmation,
        call: CallState,
        decision: Mapping[str, JsonValue],
        state: TurnState,
        run: TurnRun,
    ) -> StateChange:
        await self._resolve(confirmation, Verdict.DENY, decision, run)
        await run.say(ToolCancelled(call["call_id"], call["tool_name"]))
        reason = decision.get("reason")
        because = f" Their reason: {reason}" if reason else ""
        await run.tell_model(
            call["call_id"],
            f"The person refused this call; it did not run.{because} Do not propose it again.",
            self.texts.say(text("call-denied"), state["language"]),
        )
        return self._next(state, call)

    async def _ask_anew(  # one question replaces another
        self,
        old: Confirmation,
        call: CallState,
        planned: PlannedCall,
        decision: Mapping[str, JsonValue],
        state: TurnState,
        run: TurnRun,
    ) -> StateChange:
        """The arguments were edited or the target moved: nothing runs, a new plan is shown."""
        log.info("explore", step="review", tool=call["tool_name"], replaced=old.id)
        await self._resolve(old, Verdict.REPLACED, decision, run)
        if not planned.plan.is_needed:
            await self.ask.leave(call, planned, state, run)
            return self._next(state, call)
        anew: CallState = {
            **call,
            "arguments": dict(planned.judged.filled),
            "env_id": planned.judged.assessment.env_id,
        }
        confirmation = self.ask.confirmation(anew, planned, state, run)
        await self.confirmations.add(confirmation)
        await run.say(ConfirmRequired(confirmation.metadata))
        calls = [anew if c["call_id"] == call["call_id"] else c for c in state["calls"]]
        return {"calls": calls, "confirmation_id": confirmation.id, "decision": None}

    async def _resolve(
        self,
        confirmation: Confirmation,
        verdict: Verdict,
        decision: Mapping[str, JsonValue],
        run: TurnRun,
    ) -> None:
        user = run.session.caller.user
        await self.confirmations.close(confirmation.id, Closing(verdict, user))
        await self._say_resolved(confirmation, verdict, decision, run)

    async def _say_resolved(
        self,
        confirmation: Confirmation,
        verdict: Verdict,
        decision: Mapping[str, JsonValue],
        run: TurnRun,
    ) -> None:
        user = run.session.caller.user
        reason = decision.get("reason")
        await self.audit.append(
            AuditEntry(
                "decision",
                self.clock.now(),
                user,
                {
                    "confirmation_id": confirmation.id,
                    "tool": confirmation.tool_name,
                    "env_id": confirmation.env_id,
                    "decision": verdict.value,
                    "digest": confirmation.digest,
                },
                confirmation.conversation_id,
                confirmation.turn_id,
                confirmation.call_id,
            )
        )
        await run.say(
            ConfirmResolved(
                confirmation.id,
                confirmation.call_id,
                verdict.value,
                user,
                str(reason) if reason else None,
            )
        )

    def _next(self, state: TurnState, call: CallState) -> StateChange:
        return {
            "calls": with_status(state["calls"], call["call_id"], "done"),
            "confirmation_id": None,
            "decision": None,
        }


def _edited(call: CallState, decision: Mapping[str, JsonValue]) -> CallState:
    """The call with what the person changed on the card; their words are theirs."""
    changed = decision.get("arguments")
    if not isinstance(changed, Mapping):
        return call
    fresh = {name: value for name, value in changed.items() if call["arguments"].get(name) != value}
    origins = {**call["origins"], **dict.fromkeys(fresh, "person")}
    arguments = cast("dict[str, JsonValue]", {**call["arguments"], **fresh})
    return {**call, "arguments": arguments, "origins": origins}
