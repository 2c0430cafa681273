"""Step 7: run an approved call, once: an intent is written before it, a result after it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

import structlog
from returns.result import Failure

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.identity import Identity
from application.ports.texts import Texts
from application.toolkit.failure import FailureKind, ToolFailure
from application.toolkit.tool import Execution
from application.toolkit.undo.inverse import action_undone_by
from application.turn.deliver import ActionIds, Deliver
from application.turn.end_session import EndSession
from application.turn.judge import Judge, JudgedCall
from application.turn.refuse import Refuse
from application.turn.state import CallState, StateChange, TurnRun, TurnState, with_status
from domain.audit import AuditEntry
from domain.confirmation import (
    Closing,
    Confirmation,
    ExecutionRecord,
    Intent,
    Outcome,
    Verdict,
    action_id_of,
)
from domain.events import ToolErrored, ToolStart, ToolTimeout
from domain.retrying import timeout_outcome
from domain.texts import text

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Act:
    """Never retried: a write whose answer is lost is unknown, and says so."""

    judge: Judge
    refuse: Refuse
    deliver: Deliver
    end_session: EndSession
    identity: Identity
    confirmations: Confirmations
    audit: AuditLog
    texts: Texts
    clock: Clock
    timeout_s: float

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        confirmation = await self.confirmations.get(str(state["confirmation_id"]))
        if confirmation is None:
            raise AssertionError("an approved confirmation does not exist")
        call = next(c for c in state["calls"] if c["call_id"] == confirmation.call_id)
        caller = await self.identity.authenticate(run.session.token)
        if isinstance(caller, Failure):
            await self._close(confirmation, run)
            ended = await self.end_session(caller.failure(), state, run)
            return {**self._next(state, call), **ended}
        run.session = replace(run.session, caller=caller.unwrap())
        judged = await self.judge(call["tool_name"], call["arguments"], state, run)
        if isinstance(judged, Failure):
            await self._close(confirmation, run)
            await self.refuse(call, judged.failure(), state, run, is_write=True)
            return self._next(state, call)
        run.no_write.clear()
        try:
            ready = _as_approved(judged.unwrap().asked(confirmation.asked_at), state)
            await self._once(call, ready, confirmation, state, run)
        finally:
            run.no_write.set()
        return self._next(state, call)

    async def _close(self, confirmation: Confirmation, run: TurnRun) -> None:
        closing = Closing(Verdict.CANCELLED, run.session.caller.user)
        await self.confirmations.close(confirmation.id, closing)

    async def _once(
        self,
        call: CallState,
        ready: JudgedCall,
        confirmation: Confirmation,
        state: TurnState,
        run: TurnRun,
    ) -> None:
        action_id = action_id_of(confirmation)
        user = run.session.caller.user
        intended = await self.confirmations.intend(
            Intent(confirmation.id, action_id, user, self.clock.now())
        )
        if isinstance(intended, Failure):
            raise AssertionError("an approved call was about to run a second time")
        await run.say(
            ToolStart(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                arguments=call["arguments"],
                risk_level=ready.assessment.risk_level.value,
                is_write_tool=True,
            )
        )
        execution = await self._run(ready, confirmation)
        await self._record(execution, action_id, confirmation, run)
        undone = action_undone_by(ready.arguments)
        if execution is None:
            await self._timed_out(call, ready, state, run)
        elif execution.done is not None:
            if undone is not None:
                await self.confirmations.mark_undone(undone, action_id)
            ids = ActionIds(own=action_id, undone=undone)
            await self.deliver(call, execution.done, state, run, ids)
        elif execution.failure is not None:
            await self._failed(call, execution.failure, state, run)

    async def _run(self, ready: JudgedCall, confirmation: Confirmation) -> Execution | None:
        """How the call ended; None when its time ran out."""
        target = confirmation.metadata.get("target")
        uuid = target.get("uuid") if isinstance(target, Mapping) else None
        # Numbers are recycled: the tool compares what it finds with what was approved.
        context = replace(
            ready.context,
            planned_uuid=None if uuid is None else str(uuid),
            action_id=action_id_of(confirmation),
        )
        try:
            async with asyncio.timeout(self._timeout(ready)):
                result = await ready.tool.run(ready.arguments, context)
        except TimeoutError:
            return None
        if not isinstance(result, Failure):
            return Execution(Outcome.DONE, done=result.unwrap())
        failure = result.failure()
        is_unknown = failure.kind is FailureKind.UNKNOWN
        return Execution(Outcome.UNKNOWN if is_unknown else Outcome.FAILED, failure=failure)

    async def _record(
        self,
        execution: Execution | None,
        action_id: str,
        confirmation: Confirmation,
        run: TurnRun,
    ) -> None:
        outcome = Outcome.UNKNOWN if execution is None else execution.outcome
        done = None if execution is None else execution.done
        await self.confirmations.record(
            ExecutionRecord(
                confirmation.id,
                action_id,
                outcome,
                self.clock.now(),
                snapshot=done.snapshot if done else None,
                undo=done.undo if done else None,
            )
        )
        await self.audit.append(
            AuditEntry(
                "execution",
                self.clock.now(),
                run.session.caller.user,
                {
                    "action_id": action_id,
                    "confirmation_id": confirmation.id,
                    "tool": confirmation.tool_name,
                    "env_id": confirmation.env_id,
                    "digest": confirmation.digest,
                    "outcome": outcome.value,
                    "snapshot": done.snapshot if done else None,
                },
                confirmation.conversation_id,
                confirmation.turn_id,
                confirmation.call_id,
            )
        )
        log.info("reflect", step="act", tool=confirmation.tool_name, outcome=outcome.value)

    async def _timed_out(
        self, call: CallState, ready: JudgedCall, state: TurnState, run: TurnRun
    ) -> None:
        fate = timeout_outcome(ready.assessment.risk)
        await run.say(
            ToolTimeout(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                timeout_s=self._timeout(ready),
                is_write_tool=True,
                retryable=fate.retryable,
                status_unknown=fate.status_unknown,
            )
        )
        said = text("call-unknown", tool=call["tool_name"])
        english, message = (self.texts.say(said, each) for each in ("en", state["language"]))
        await run.tell_model(call["call_id"], f"Error: {english}", message)

    async def _failed(
        self, call: CallState, failure: ToolFailure, state: TurnState, run: TurnRun
    ) -> None:
        message = self.texts.say(failure.text, state["language"])
        await run.say(
            ToolErrored(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                message=message,
                is_write_tool=True,
                status_unknown=failure.kind is FailureKind.UNKNOWN,
            )
        )
        english = self.texts.say(failure.text, "en")
        await run.tell_model(call["call_id"], f"Error: {english}", message)

    def _timeout(self, ready: JudgedCall) -> float:
        return ready.tool.timeout_s or self.timeout_s

    def _next(self, state: TurnState, call: CallState) -> StateChange:
        return {
            "calls": with_status(state["calls"], call["call_id"], "done"),
            "confirmation_id": None,
            "decision": None,
        }


def _as_approved(ready: JudgedCall, state: TurnState) -> JudgedCall:
    """The call, bound to what its approved plan rested on: it may move between plan and run."""
    planned_state = (state["decision"] or {}).get("state")
    return replace(ready, context=replace(ready.context, planned_state=planned_state))
