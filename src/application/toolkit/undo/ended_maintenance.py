"""The undo of end_maintenance: the banners that it took down are up again, each until its end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias, cast

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.maintenance.banners import (
    Change,
    Fate,
    Seen,
    Told,
    could_not_be_read,
    failure_of_all,
    look_at,
    odd,
    write,
)
from application.toolkit.maintenance.ending import Ending, left_alone
from application.toolkit.tool import AnyTool, ToolOutcome
from application.toolkit.undo.inverse import UndoAction, undo_tool
from application.toolkit.undo.records import read_past
from application.toolkit.undo.started_maintenance import undo_outcome
from domain.banner import banner_of, with_banner
from domain.maintenance import Bannered, MaintenanceWindow, top_of
from domain.plan import FieldChange, Plan, Resource
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Language, text

_TIMEOUT_S: Final = 600.0

_Record: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class _Reopening:
    """
    Args:
        windows: those whose end is still ahead; `after` of a dashboard is its banner.
        over: how many have ended by now.

    """

    superset: Superset
    windows: tuple[MaintenanceWindow, ...]
    over: int
    changes: tuple[Change, ...]
    told: tuple[Told, ...]


def inverse_of_end() -> AnyTool:
    """The inverse of the tool that takes banners down."""
    return undo_tool("end_maintenance", ToolRisk.WRITE, Role.ADMIN, run, plan, _TIMEOUT_S)


def windows_to_reopen(told: Sequence[Told], ending: Ending, ctx: ToolContext) -> list[JsonValue]:
    """
    What an undo of an end needs: each window with the banners that were taken down.

    Banners that belonged to no window become one of their own, without an end.
    """
    done = {each.uuid for each in told if each.fate is Fate.DONE}
    windows = ending.windows or _of_no_window(ending, ctx)
    records = [_record(window, done) for window in windows]
    return [record for record in records if record["dashboards"]]


async def plan(args: UndoAction, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    found = prepared.unwrap()
    key = "undo-end-maintenance-plan" if found.changes else "undo-end-maintenance-over"
    return Success(
        Plan(
            summary=text(key, env=ctx.env.env_id, count=len(found.changes)),
            is_needed=bool(found.changes),
            resources=tuple(map(_resource, found.changes)),
            warnings=(
                *([text("undo-end-maintenance-past", count=found.over)] if found.over else []),
                *left_alone(found.told),
            ),
            undo_how=text("undo-how-once"),
            state=_state(args, found),
        )
    )


async def run(args: UndoAction, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    found = prepared.unwrap()
    if not ctx.is_as_planned(_state(args, found)):
        return Failure(failed("maintenance-not-as-planned", env=ctx.env.env_id))
    for window in _with(found, {change.dashboard.uuid for change in found.changes}):
        await ctx.services.maintenance.put(window)
    told = (*found.told, *await write(found.superset, found.changes))
    up = {each.uuid for each in told if each.fate in {Fate.DONE, Fate.UNKNOWN}}
    for window in _with(found, up):
        if window.dashboards:
            await ctx.services.maintenance.put(window)
        else:
            await ctx.services.maintenance.remove(window.id)
    failure = failure_of_all(told)
    if failure is not None:
        return Failure(failure)
    return Success(undo_outcome("undo-end-maintenance-done", args, told, ctx))


async def _prepare(args: UndoAction, ctx: ToolContext) -> Result[_Reopening, ToolFailure]:
    read = await read_past(args.action_id, ctx)
    if isinstance(read, Failure):
        return Failure(read.failure())
    record = await ctx.services.confirmations.execution(args.action_id)
    undo = (record.undo if record is not None else None) or {}
    kept = [_window(each, ctx.env.env_id) for each in _records(undo.get("windows"))]
    now = ctx.services.clock.now()
    ahead = tuple(window for window in kept if not window.is_due(now))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    return await _look(opened.unwrap(), ahead, len(kept) - len(ahead))


def _state(args: UndoAction, found: _Reopening) -> dict[str, JsonValue]:
    return {
        "action": args.action_id,
        "windows": [window.id for window in found.windows],
        "dashboards": [change.state for change in found.changes],
    }


async def _look(
    superset: Superset, windows: tuple[MaintenanceWindow, ...], over: int
) -> Result[_Reopening, ToolFailure]:
    listed = await superset.dashboards.all()
    if isinstance(listed, Failure):
        return Failure(from_superset(listed.failure()))
    held = {kept.uuid: kept for window in windows for kept in window.dashboards}
    there = sorted(
        (each for each in listed.unwrap() if each.uuid in held), key=lambda each: int(each.id)
    )
    found = {each.uuid for each in there}
    told = [Told(k.uuid, k.title, Fate.GONE) for k in held.values() if k.uuid not in found]
    changes: list[Change] = []
    for seen in await look_at(superset, there):
        decided = _decide(seen, windows)
        changes.extend([decided] if isinstance(decided, Change) else [])
        told.extend([decided] if isinstance(decided, Told) else [])
    return Success(_Reopening(superset, windows, over, tuple(changes), tuple(told)))


def _decide(seen: Seen, windows: Sequence[MaintenanceWindow]) -> Change | Told:
    """The banner of the newest window goes up; one that somebody put up since stays."""
    uuid, title = seen.dashboard.uuid, seen.dashboard.title
    if isinstance(seen.layout, Failure):
        return could_not_be_read(seen, seen.layout.failure())
    layout, top = seen.layout.unwrap(), top_of(windows, uuid)
    if top is None or banner_of(layout.position_json) is not None:
        return Told(uuid, title, Fate.LEFT_ALONE, text("banner-another"))
    made = with_banner(layout.position_json, top[1].after)
    if isinstance(made, Failure):
        return odd(seen, made.failure().reason)
    return Change(seen.dashboard, layout, made.unwrap())


def _with(found: _Reopening, uuids: set[str]) -> Iterator[MaintenanceWindow]:
    """The windows with the layouts of these dashboards, as each of them would show them."""
    seen = {change.dashboard.uuid: change.seen for change in found.changes}
    for window in found.windows:
        fresh: list[Bannered] = []
        for kept in window.dashboards:
            if kept.uuid in uuids and kept.uuid in seen:
                before = seen[kept.uuid].position_json
                after = with_banner(before, kept.after).value_or(kept.after)
                fresh.append(Bannered(kept.uuid, kept.title, before, after))
        yield replace(window, dashboards=tuple(fresh))


def _of_no_window(ending: Ending, ctx: ToolContext) -> tuple[MaintenanceWindow, ...]:
    """Banners may say different things, so that each text is a window."""
    by_code: dict[str, list[Bannered]] = {}
    for change in ending.changes:
        layout, dashboard = change.seen.position_json, change.dashboard
        kept = Bannered(dashboard.uuid, dashboard.title, change.wanted, layout or "")
        by_code.setdefault(banner_of(layout) or "", []).append(kept)
    return tuple(
        MaintenanceWindow(
            id=ctx.services.clock.new_id(),
            env_id=ctx.env.env_id,
            text=code,
            language=ctx.language,
            started_at=ctx.services.clock.now(),
            until=None,
            by=ctx.caller.user,
            dashboards=tuple(kept),
        )
        for code, kept in by_code.items()
    )


def _record(window: MaintenanceWindow, done: set[str]) -> dict[str, JsonValue]:
    """A window as an undo keeps it: of a dashboard the banner alone, not its layouts."""
    return {
        "id": window.id,
        "text": window.text,
        "language": window.language,
        "started_at": window.started_at.isoformat(),
        "until": None if window.until is None else window.until.isoformat(),
        "by": window.by,
        "dashboards": [
            [kept.uuid, kept.title, banner_of(kept.after) or ""]
            for kept in window.dashboards
            if kept.uuid in done
        ],
    }


def _window(record: _Record, env_id: str) -> MaintenanceWindow:
    """A window as it was recorded; `after` of a dashboard is its banner."""
    until = record["until"]
    kept = cast("list[list[str]]", record["dashboards"])
    return MaintenanceWindow(
        id=str(record["id"]),
        env_id=env_id,
        text=str(record["text"]),
        language=cast("Language", record["language"]),
        started_at=datetime.fromisoformat(str(record["started_at"])),
        until=None if until is None else datetime.fromisoformat(str(until)),
        by=str(record["by"]),
        dashboards=tuple(Bannered(uuid, title, None, code) for uuid, title, code in kept),
    )


def _records(value: JsonValue) -> Iterator[_Record]:
    listed = value if isinstance(value, list) else []
    yield from (each for each in listed if isinstance(each, Mapping))


def _resource(change: Change) -> Resource:
    dashboard = change.dashboard
    fields = (FieldChange("banner", None, banner_of(change.wanted)),)
    return Resource("dashboard", "update", dashboard.title, dashboard.uuid, dashboard.id, fields)
