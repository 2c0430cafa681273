"""Step 4: run what needs no question, side by side: retried once, bounded in time."""

import asyncio
from dataclasses import dataclass, replace

import structlog
from returns.result import Failure, Result

from application.ports.clock import Clock
from application.ports.identity import Identity
from application.ports.texts import Texts
from application.toolkit.failure import FailureKind, ToolFailure
from application.toolkit.tool import ToolOutcome
from application.turn.deliver import Deliver
from application.turn.end_session import EndSession
from application.turn.judge import Judge, JudgedCall
from application.turn.refuse import Refuse
from application.turn.state import CallState, StateChange, TurnRun, TurnState, with_status
from domain.events import ToolErrored, ToolRetry, ToolStart, ToolTimeout
from domain.retrying import MAX_RETRIES, RETRY_DELAY_S, may_retry
from domain.risk import ToolRisk

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Execute:
    """Reads only: a call that is more than a read when judged again here is refused."""

    judge: Judge
    refuse: Refuse
    deliver: Deliver
    end_session: EndSession
    identity: Identity
    texts: Texts
    clock: Clock
    timeout_s: float

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        reads = [call for call in state["calls"] if call["status"] == "run"]
        if not reads:
            return {}
        caller = await self.identity.authenticate(run.session.token)
        if isinstance(caller, Failure):
            return await self.end_session(caller.failure(), state, run)
        run.session = replace(run.session, caller=caller.unwrap())
        async with asyncio.TaskGroup() as group:
            for call in reads:
                group.create_task(self._run(call, state, run))
        calls = state["calls"]
        for call in reads:
            calls = with_status(calls, call["call_id"], "done")
        return {"calls": calls}

    async def _run(self, call: CallState, state: TurnState, run: TurnRun) -> None:
        judged = await self.judge.patiently(call, state, run)
        if isinstance(judged, Failure):
            await self.refuse(call, judged.failure(), state, run)
            return
        ready = judged.unwrap()
        if ready.assessment.risk is not ToolRisk.READ:
            raise AssertionError(f"{call['tool_name']} became more than a read after the guard")
        await run.say(
            ToolStart(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                arguments=call["arguments"],
                risk_level=ready.assessment.risk_level.value,
                is_write_tool=False,
            )
        )
        try:
            result = await self._attempts(call, ready, run)
        except TimeoutError:
            await self._timed_out(call, ready, run)
            return
        if isinstance(result, Failure):
            await self._failed(call, result.failure(), state, run)
        else:
            await self.deliver(call, result.unwrap(), state, run)
            log.info("reflect", step="execute", tool=call["tool_name"], call_id=call["call_id"])

    async def _attempts(
        self, call: CallState, ready: JudgedCall, run: TurnRun
    ) -> Result[ToolOutcome, ToolFailure]:
        attempt = 1
        while True:
            # Not wait_for: until Python 3.12 it may swallow a cancel.
            async with asyncio.timeout(self._timeout(ready)):
                result = await ready.tool.run(ready.arguments, ready.context)
            is_transient = (
                isinstance(result, Failure) and result.failure().kind is FailureKind.TRANSIENT
            )
            if not may_retry(ready.assessment.risk, attempt, is_transient):
                return result
            log.info("explore", step="execute", tool=call["tool_name"], retry=attempt)
            await run.say(
                ToolRetry(call["call_id"], call["tool_name"], attempt, MAX_RETRIES, RETRY_DELAY_S)
            )
            await self.clock.sleep(RETRY_DELAY_S)
            attempt += 1

    def _timeout(self, ready: JudgedCall) -> float:
        return ready.tool.timeout_s or self.timeout_s

    async def _timed_out(self, call: CallState, ready: JudgedCall, run: TurnRun) -> None:
        seconds = self._timeout(ready)
        await run.say(
            ToolTimeout(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                timeout_s=seconds,
                is_write_tool=False,
                retryable=True,
                status_unknown=False,
            )
        )
        await run.tell_model(call["call_id"], f"Error: no answer within {seconds:g} s.")

    async def _failed(
        self, call: CallState, failure: ToolFailure, state: TurnState, run: TurnRun
    ) -> None:
        message = self.texts.say(failure.text, state["language"])
        log.info("reflect", step="execute", tool=call["tool_name"], failed=failure.text.key)
        await run.say(
            ToolErrored(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                message=message,
                retry_exhausted=failure.kind is FailureKind.TRANSIENT,
            )
        )
        english = self.texts.say(failure.text, "en")
        await run.tell_model(call["call_id"], f"Error: {english}", message)
