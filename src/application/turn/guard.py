"""Step 3: every call is judged before anything of it runs, whatever was offered before."""

import hashlib
import json
from dataclasses import dataclass

import structlog
from returns.result import Failure

from application.ports.turns import Turns
from application.toolkit.failure import ToolFailure, failed
from application.turn.judge import Judge, JudgedCall
from application.turn.origins import named_by, origins_of
from application.turn.prepare import environment_of_turn
from application.turn.refuse import Refuse
from application.turn.state import CallState, StateChange, TurnRun, TurnState
from domain.pipeline import PermissionDenied
from domain.risk import ToolRisk

_MAX_REPEATS = 3
_WINDOW = 60

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Guard:
    """A refused call is answered at once; a read runs; everything else is asked for."""

    judge: Judge
    refuse: Refuse
    turns: Turns

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        seen = dict(state["seen_calls"])
        calls: list[CallState] = []
        for call in state["calls"]:
            key = _key(call)
            seen[key] = seen.get(key, 0) + 1
            calls.append(await self._guarded(call, seen[key], state, run))
        return {"calls": calls, "seen_calls": seen}

    async def _guarded(
        self, call: CallState, times: int, state: TurnState, run: TurnRun
    ) -> CallState:
        if call["problem"] is not None:
            problem = failed(f"call-{call['problem'].replace('_', '-')}", tool=call["tool_name"])
            return await self._refused(call, problem, state, run)
        if times > _MAX_REPEATS:
            repeated = failed("call-repeated", tool=call["tool_name"], times=times)
            return await self._refused(call, repeated, state, run)
        judged = await self.judge.patiently(call, state, run)
        if isinstance(judged, Failure):
            return await self._refused(call, judged.failure(), state, run)
        return await self._judged(call, judged.unwrap(), state)

    async def _refused(
        self,
        call: CallState,
        refusal: ToolFailure | PermissionDenied,
        state: TurnState,
        run: TurnRun,
    ) -> CallState:
        log.info(
            "explore",
            step="guard",
            tool=call["tool_name"],
            call_id=call["call_id"],
            refused_by="role" if isinstance(refusal, PermissionDenied) else refusal.text.key,
        )
        await self.refuse(call, refusal, state, run)
        return {**call, "status": "done"}

    async def _judged(self, call: CallState, judged: JudgedCall, state: TurnState) -> CallState:
        risk = judged.assessment.risk
        window = await self.turns.window(state["conversation_id"], _WINDOW)
        log.info(
            "reason", step="guard", tool=call["tool_name"], call_id=call["call_id"], risk=risk.value
        )
        return {
            **call,
            "arguments": dict(judged.filled),
            "origins": dict(
                origins_of(
                    judged.filled,
                    judged.from_page,
                    state["ui_context"],
                    window,
                    named_by(window, self._tiers(judged), self._databases(judged, state)),
                )
            ),
            "env_id": judged.environment.env_id if judged.environment else None,
            "risk": risk.value,
            "status": "run" if risk is ToolRisk.READ else "ask",
        }

    def _tiers(self, judged: JudgedCall) -> dict[str, str]:
        """Of the environments that the person may use, as the model knows them."""
        return {
            each.env_id: each.tier.value if each.tier else ""
            for each in judged.context.services.environments.values()
            if judged.context.caller.may_use(each.env_id)
        }

    def _databases(self, judged: JudgedCall, state: TurnState) -> list[list[str]]:
        """Those that were looked up for the turn, when the call goes where they are."""
        called = judged.environment.env_id if judged.environment else None
        listed = environment_of_turn(state, judged.context.services.environments)
        return state["databases"] if called == listed else []


def _key(call: CallState) -> str:
    """The same tool with the same arguments is the same call."""
    written = json.dumps([call["tool_name"], call["arguments"]], sort_keys=True, default=str)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]
