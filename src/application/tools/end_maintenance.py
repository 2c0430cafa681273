"""Take the maintenance banner off the dashboards of an environment."""

import hashlib
from collections.abc import Sequence
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.banners import (
    Change,
    Fate,
    Told,
    counted,
    failure_of_all,
    names_of,
    told_items,
)
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.maintenance import Ending, carry_out, plan_ending
from application.toolkit.references import EnvironmentId
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.banner import banner_of
from domain.plan import FieldChange, Plan, Resource
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Text, text

_TIMEOUT_S: Final = 600.0


class EndMaintenance(Arguments):
    env_id: EnvironmentId = None


async def plan(args: EndMaintenance, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    del args
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    made = await _ending(opened.unwrap(), ctx)
    if isinstance(made, Failure):
        return Failure(made.failure())
    ending = made.unwrap()
    return Success(
        Plan(
            summary=text("end-maintenance-plan", env=ctx.env.env_id, count=len(ending.changes)),
            resources=tuple(map(_resource, ending.changes)),
            warnings=tuple(_warnings(ending)),
            blocked=_blocked(ending, ctx),
            undo="snapshot",
            state={"dashboards": [_state(change) for change in ending.changes]},
        )
    )


async def run(args: EndMaintenance, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    del args
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    made = await _ending(superset, ctx)
    if isinstance(made, Failure):
        return Failure(made.failure())
    ending = made.unwrap()
    blocked = _blocked(ending, ctx)
    if blocked:
        return Failure(ToolFailure(blocked[0]))
    told = await carry_out(superset, ctx.services.maintenance, ending)
    failure = failure_of_all(told)
    return Success(_outcome(told, ending, ctx)) if failure is None else Failure(failure)


async def _ending(superset: Superset, ctx: ToolContext) -> Result[Ending, ToolFailure]:
    window = await ctx.services.maintenance.get(ctx.env.env_id)
    return await plan_ending(superset, window)


def _resource(change: Change) -> Resource:
    dashboard = change.dashboard
    fields = (FieldChange("banner", banner_of(change.seen.position_json), None),)
    return Resource("dashboard", "update", dashboard.title, dashboard.uuid, dashboard.id, fields)


def _warnings(ending: Ending) -> Sequence[Text]:
    return [
        text("maintenance-left-alone", title=each.title, why=each.why or text("banner-gone"))
        for each in ending.told
        if each.fate is not Fate.NOTHING_TO_DO
    ]


def _blocked(ending: Ending, ctx: ToolContext) -> tuple[Text, ...]:
    """A window whose dashboards are all gone or clean is closed without a question."""
    if ending.changes or (ending.window is not None and ending.told):
        return ()
    return (text("maintenance-none", env=ctx.env.env_id),)


def _state(change: Change) -> list[JsonValue]:
    layout = change.seen
    content = hashlib.sha256((layout.position_json or "").encode()).hexdigest()
    return [change.dashboard.uuid, layout.changed_at.isoformat(), content]


def _outcome(told: Sequence[Told], ending: Ending, ctx: ToolContext) -> ToolOutcome:
    env_id = ctx.env.env_id
    done: list[JsonValue] = [
        {"uuid": each.uuid, "title": each.title} for each in told if each.fate is Fate.DONE
    ]
    return ToolOutcome(
        value={
            "env_id": env_id,
            "items": told_items(told, lambda said: ctx.services.texts.say(said, ctx.language)),
        },
        summary=text(
            "end-maintenance-done",
            env=env_id,
            count=counted(told)[Fate.DONE],
            left=names_of(told, Fate.LEFT_ALONE),
            trouble=names_of(told, Fate.FAILED, Fate.EDITED, Fate.NOT_TRIED),
            unknown=names_of(told, Fate.UNKNOWN),
        ),
        undo={
            "kind": "maintenance_ended",
            "env_id": env_id,
            "dashboards": done,
            "call": {"tool_name": "start_maintenance", "arguments": _again(told, ending, ctx)},
        },
    )


def _again(told: Sequence[Told], ending: Ending, ctx: ToolContext) -> dict[str, JsonValue]:
    """The start that puts the same banners up again, without an end that is over."""
    done: list[JsonValue] = [each.uuid for each in told if each.fate is Fate.DONE]
    arguments: dict[str, JsonValue] = {"env_id": ctx.env.env_id, "dashboard_ids": done}
    window = ending.window
    if window is not None:
        arguments["text"] = window.text
        if window.until is not None and window.until > ctx.services.clock.now():
            arguments["until"] = window.until.isoformat()
    return arguments


TOOL = Tool(
    name="end_maintenance",
    description=(
        "Take the maintenance banner off the dashboards of an environment. What people edited "
        "meanwhile stays. The person is shown the dashboards and must approve."
    ),
    arguments=EndMaintenance,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset(),
    written_environments=("env_id",),
    run=run,
    plan=plan,
    timeout_s=_TIMEOUT_S,
)
