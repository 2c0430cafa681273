"""Take the maintenance banner off the dashboards of an environment."""

from collections.abc import Sequence
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.maintenance.banners import (
    Change,
    Fate,
    Told,
    counted,
    failure_of_all,
    names_of,
    told_items,
)
from application.toolkit.maintenance.ending import Ending, carry_out, left_alone, plan_ending
from application.toolkit.references import EnvironmentId
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from application.toolkit.undo.ended_maintenance import inverse_of_end, windows_to_reopen
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
            warnings=left_alone(ending.told),
            blocked=_blocked(ending, ctx),
            undo="inverse",
            undo_how=text("end-maintenance-undo"),
            state=_state(ending),
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
    if not ctx.is_as_planned(_state(ending)):
        return Failure(failed("maintenance-not-as-planned", env=ctx.env.env_id))
    told = await carry_out(superset, ctx.services.maintenance, ending)
    failure = failure_of_all(told)
    return Success(_outcome(told, ending, ctx)) if failure is None else Failure(failure)


async def _ending(superset: Superset, ctx: ToolContext) -> Result[Ending, ToolFailure]:
    windows = await ctx.services.maintenance.of(ctx.env.env_id)
    return await plan_ending(superset, windows)


def _resource(change: Change) -> Resource:
    dashboard = change.dashboard
    fields = (FieldChange("banner", banner_of(change.seen.position_json), None),)
    return Resource("dashboard", "update", dashboard.title, dashboard.uuid, dashboard.id, fields)


def _blocked(ending: Ending, ctx: ToolContext) -> tuple[Text, ...]:
    """A window whose dashboards are all gone or clean is closed without a question."""
    if ending.changes or (ending.windows and ending.told):
        return ()
    return (text("maintenance-none", env=ctx.env.env_id),)


def _state(ending: Ending) -> dict[str, JsonValue]:
    return {"dashboards": [change.state for change in ending.changes]}


def _outcome(told: Sequence[Told], ending: Ending, ctx: ToolContext) -> ToolOutcome:
    env_id = ctx.env.env_id
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
        undo={"windows": windows_to_reopen(told, ending, ctx)},
    )


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
    inverse=inverse_of_end(),
)
