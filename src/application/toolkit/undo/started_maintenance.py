"""The undo of start_maintenance: its own banners go, those of other windows stay or show again."""

from collections.abc import Sequence
from typing import Final

from returns.result import Failure, Result, Success

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
from application.toolkit.tool import AnyTool, ToolOutcome
from application.toolkit.undo.inverse import UndoAction, undo_tool
from application.toolkit.undo.records import read_past
from domain.banner import banner_of
from domain.plan import FieldChange, Plan, Resource
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import text

_TIMEOUT_S: Final = 600.0


def inverse_of_start() -> AnyTool:
    """The inverse of the tool that puts banners up."""
    return undo_tool("start_maintenance", ToolRisk.WRITE, Role.ADMIN, run, plan, _TIMEOUT_S)


async def plan(args: UndoAction, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    prepared = await _prepare(args, ctx)
    return prepared.map(lambda ending: _plan(args, ending, ctx))


async def run(args: UndoAction, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    if not ctx.is_as_planned(_state(args, prepared.unwrap())):
        return Failure(failed("maintenance-not-as-planned", env=ctx.env.env_id))
    told = await carry_out(opened.unwrap(), ctx.services.maintenance, prepared.unwrap())
    failure = failure_of_all(told)
    if failure is not None:
        return Failure(failure)
    return Success(undo_outcome("undo-start-maintenance-done", args, told, ctx))


def undo_outcome(key: str, args: UndoAction, told: Sequence[Told], ctx: ToolContext) -> ToolOutcome:
    """What became of every dashboard; `key` is the sentence that tells it."""
    value: JsonValue = {
        "undone": args.action_id,
        "env_id": ctx.env.env_id,
        "items": told_items(told, lambda said: ctx.services.texts.say(said, ctx.language)),
    }
    summary = text(
        key,
        env=ctx.env.env_id,
        count=counted(told)[Fate.DONE],
        left=names_of(told, Fate.LEFT_ALONE),
        trouble=names_of(told, Fate.FAILED, Fate.EDITED, Fate.NOT_TRIED),
        unknown=names_of(told, Fate.UNKNOWN),
    )
    return ToolOutcome(value, summary)


async def _prepare(args: UndoAction, ctx: ToolContext) -> Result[Ending, ToolFailure]:
    """Without a window of that action there is nothing to end: it has ended before."""
    read = await read_past(args.action_id, ctx)
    if isinstance(read, Failure):
        return Failure(read.failure())
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    windows = await ctx.services.maintenance.of(ctx.env.env_id)
    own = [window for window in windows if window.id == args.action_id]
    if not own:
        return Success(Ending())
    staying = [window for window in windows if window.id != args.action_id]
    return await plan_ending(opened.unwrap(), own, staying)


def _plan(args: UndoAction, ending: Ending, ctx: ToolContext) -> Plan:
    is_needed = bool(ending.windows)
    key = "undo-start-maintenance-plan" if is_needed else "undo-start-maintenance-over"
    count = len(ending.changes)
    return Plan(
        summary=text(key, env=ctx.env.env_id, count=count, again=len(ending.beneath)),
        is_needed=is_needed,
        resources=tuple(_resource(change) for change in ending.changes),
        warnings=left_alone(ending.told),
        undo_how=text("undo-how-once"),
        state=_state(args, ending),
    )


def _state(args: UndoAction, ending: Ending) -> dict[str, JsonValue]:
    return {
        "action": args.action_id,
        "dashboards": [change.state for change in ending.changes],
    }


def _resource(change: Change) -> Resource:
    dashboard = change.dashboard
    old, new = banner_of(change.seen.position_json), banner_of(change.wanted)
    fields = (FieldChange("banner", old, new),)
    return Resource("dashboard", "update", dashboard.title, dashboard.uuid, dashboard.id, fields)
