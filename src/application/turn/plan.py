"""Step 5: make the plan of the next write, bind it with a digest, and ask the person."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from datetime import datetime
from typing import Final, cast
from uuid import UUID

import structlog
from returns.result import Failure, Result, Success

from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.texts import Texts
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tool import ToolOutcome
from application.toolkit.undo.inverse import UNDONE, action_undone_by
from application.turn.deliver import ActionIds, Deliver
from application.turn.judge import CallRefused, Judge, JudgedCall, preparing_too_long
from application.turn.refuse import Refuse
from application.turn.state import CallState, StateChange, TurnRun, TurnState, with_status
from domain.confirmation import LIFETIME, Confirmation, Origin, digest_of
from domain.environments import Environment
from domain.events import ConfirmRequired, wire_time
from domain.plan import Plan, Target
from domain.superset import JsonValue
from domain.texts import Language, Text
from domain.tiers import match_environment

_SHOWN: Final = (
    "summary",
    "resources",
    "touched",
    "warnings",
    "irreversible",
    "blocked",
    "undo",
    "undo_how",
)

# A plan looks at everything that the write touches, on each of its environments.
_PATIENCE: Final = 3

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A judged write with its plan and the digest that an approval must name."""

    judged: JudgedCall
    plan: Plan
    digest: str


@dataclass(frozen=True, slots=True)
class MakePlan:
    """
    Judge, prove the environment, plan; the same way before asking and before acting.

    Args:
        timeout_s: of a call; a plan may take longer.

    """

    judge: Judge
    proof: EnvironmentProof
    texts: Texts
    timeout_s: float

    async def __call__(
        self, call: CallState, state: TurnState, run: TurnRun, asked_at: datetime | None = None
    ) -> Result[PlannedCall, CallRefused]:
        """
        Make the plan of a call.

        Args:
            asked_at: when the person was asked this already; None for a new question.

        """
        judged = await self.judge(call["tool_name"], call["arguments"], state, run)
        if isinstance(judged, Failure):
            return Failure(judged.failure())
        asked_at = asked_at or self.judge.services.clock.now()
        ready = judged.unwrap().asked(asked_at)
        seconds = max(ready.tool.timeout_s or 0, _PATIENCE * self.timeout_s)
        try:
            async with asyncio.timeout(seconds):
                return await self._planned(ready, state, run)
        except TimeoutError:
            return Failure(preparing_too_long(ready.tool.name, seconds))

    async def _planned(
        self, ready: JudgedCall, state: TurnState, run: TurnRun
    ) -> Result[PlannedCall, CallRefused]:
        fingerprint = await self._fingerprint(ready, run)
        if isinstance(fingerprint, Failure):
            return Failure(fingerprint.failure())
        if ready.tool.plan is None:
            raise AssertionError(f"{ready.tool.name} writes, but makes no plan")
        made = await ready.tool.plan(ready.arguments, ready.context)
        if isinstance(made, Failure):
            return Failure(made.failure())
        plan = made.unwrap()
        blocked = self._first_block(plan, ready, state)
        if blocked is not None:
            return Failure(blocked)
        digest = digest_of(
            ready.tool.name,
            ready.filled,
            ready.assessment.env_id,
            fingerprint.unwrap(),
            {"plan": plan.state, "target": plan.target.uuid if plan.target else None},
        )
        return Success(PlannedCall(ready, plan, digest))

    async def _fingerprint(self, ready: JudgedCall, run: TurnRun) -> Result[str, ToolFailure]:
        """Of the environment of the call, and of every one that it writes."""
        fingerprints: list[str] = []
        for environment in self._environments(ready):
            record = await self.proof.prove(environment, run.session.caller)
            if isinstance(record, Failure):
                return Failure(record.failure())
            fingerprints.append(record.unwrap().fingerprint)
        return Success("+".join(fingerprints))

    def _environments(self, ready: JudgedCall) -> list[Environment]:
        known = ready.context.services.environments
        named = [str(ready.filled.get(name)) for name in ready.tool.written_environments]
        written = [found for name in named if (found := known.find(name)) is not None]
        own = [] if ready.environment is None else [ready.environment]
        return list({each.env_id: each for each in (*own, *written)}.values())

    def _first_block(self, plan: Plan, ready: JudgedCall, state: TurnState) -> ToolFailure | None:
        if plan.blocked:
            return ToolFailure(plan.blocked[0])
        context = state["ui_context"] or {}
        env_id = ready.assessment.env_id
        for live, place in ((plan.target, env_id), (plan.origin, plan.origin_env)):
            if live is not None and _is_another_object(live, place, context):
                page = str(context.get("objectName"))
                return failed("plan-another-object", page=page, live=live.title)
        return None


@dataclass(frozen=True, slots=True)
class Ask:
    """Plans the next call that asks; what cannot be planned is refused, and the turn goes on."""

    make_plan: MakePlan
    refuse: Refuse
    deliver: Deliver
    confirmations: Confirmations
    texts: Texts
    clock: Clock

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        call = next(call for call in state["calls"] if call["status"] == "ask")
        planned = await self.make_plan(call, state, run)
        if isinstance(planned, Failure):
            await self.refuse(call, planned.failure(), state, run, is_write=True)
            return {
                "calls": with_status(state["calls"], call["call_id"], "done"),
                "confirmation_id": None,
            }
        if not planned.unwrap().plan.is_needed:
            await self.leave(call, planned.unwrap(), state, run)
            return {
                "calls": with_status(state["calls"], call["call_id"], "done"),
                "confirmation_id": None,
            }
        confirmation = self.confirmation(call, planned.unwrap(), state, run)
        await self.confirmations.add(confirmation)
        await run.say(ConfirmRequired(confirmation.metadata))
        log.info("reason", step="plan", tool=call["tool_name"], digest=confirmation.digest)
        return {"confirmation_id": confirmation.id, "decision": None}

    async def leave(
        self, call: CallState, planned: PlannedCall, state: TurnState, run: TurnRun
    ) -> None:
        """Everything is as it would be: say so, and ask for nothing."""
        plan, env_id = planned.plan, planned.judged.assessment.env_id
        target = asdict(plan.target) if plan.target else None
        value: JsonValue = {"changed": False, "env_id": env_id, "target": target}
        log.info("reflect", step="plan", tool=call["tool_name"], changed=False)
        undone = action_undone_by(planned.judged.arguments)
        if undone is not None:
            # What it did is gone already: there is nothing left to undo.
            await self.confirmations.mark_undone(undone, call["call_id"])
        outcome = ToolOutcome(value=value, summary=plan.summary)
        await self.deliver(call, outcome, state, run, ActionIds(undone=undone))

    def confirmation(
        self, call: CallState, planned: PlannedCall, state: TurnState, run: TurnRun
    ) -> Confirmation:
        """What the person is asked, exactly as the card shows it."""
        confirmation_id = self.clock.new_id()
        expires_at = planned.judged.context.reference_time + LIFETIME
        assessment = planned.judged.assessment
        # What a person's click began is theirs; the action that it undoes is told by the plan.
        origins = (
            dict.fromkeys(call["origins"], "person")
            if state.get("is_scripted")
            else call["origins"]
        )
        hidden = UNDONE if action_undone_by(planned.judged.arguments) is not None else None
        metadata: dict[str, JsonValue] = {
            "confirmation_id": confirmation_id,
            "call_id": call["call_id"],
            "tool_name": call["tool_name"],
            "risk": assessment.risk.value,
            "risk_level": assessment.risk_level.value,
            "dangerous": assessment.dangerous,
            "env_context": assessment.tier.value if assessment.tier else None,
            "env_id": assessment.env_id,
            "permission_granted": True,
            "required_role": assessment.required_role.value,
            "alternatives": [],
            "arguments": {
                name: {"value": value, "origin": origins.get(name, "model")}
                for name, value in planned.judged.filled.items()
                if name != hidden
            },
            "target": asdict(planned.plan.target) if planned.plan.target else None,
            "plan": self._said(planned.plan, state["language"]),
            "digest": planned.digest,
            "expires_at": wire_time(expires_at),
        }
        return Confirmation(
            id=confirmation_id,
            conversation_id=state["conversation_id"],
            turn_id=state["turn_id"],
            user=run.session.caller.user,
            call_id=call["call_id"],
            tool_name=call["tool_name"],
            env_id=assessment.env_id,
            arguments=planned.judged.filled,
            origins=cast("dict[str, Origin]", origins),
            digest=planned.digest,
            metadata=metadata,
            expires_at=expires_at,
        )

    def _said(self, plan: Plan, language: Language) -> dict[str, JsonValue]:
        return {name: self._words(getattr(plan, name), language) for name in _SHOWN}

    def _words(self, value: object, language: Language) -> JsonValue:
        """Texts become sentences; everything else becomes plain JSON."""
        if isinstance(value, Text):
            return self.texts.say(value, language)
        if isinstance(value, tuple | list):
            return [self._words(item, language) for item in value]
        if is_dataclass(value):
            return {
                field.name: self._words(getattr(value, field.name), language)
                for field in fields(value)
                if not (field.metadata.get("absent") and getattr(value, field.name) is None)
            }
        json.dumps(value)
        return value  # type: ignore[return-value]


def _is_another_object(
    live: Target, env_id: str | None, ui_context: Mapping[str, JsonValue]
) -> bool:
    """The page shows an object of this number, and the live one is called something else."""
    name, number = ui_context.get("objectName"), ui_context.get("objectId")
    if not name or not number or ui_context.get("objectType") != live.kind:
        return False
    # The same number on another environment is another object anyway.
    page = ui_context.get("envId")
    if page and env_id and match_environment(str(page), [env_id]) is None:
        return False
    is_same = str(number) == live.id or _same_uuid(str(number), live.uuid)
    return is_same and str(name).strip() != live.title.strip()


def _same_uuid(one: str, other: str | None) -> bool:
    try:
        return other is not None and UUID(one) == UUID(other)
    except ValueError:
        return False
