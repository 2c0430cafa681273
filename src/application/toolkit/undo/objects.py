"""Objects as they were before an action: put back from its snapshot, and what it made removed."""

from dataclasses import dataclass, replace
from typing import Final

from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.enumerating import happening
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.moving.move import Move, affected_by, plan_move, resources_of
from application.toolkit.moving.moved import carry_out, is_empty
from application.toolkit.stock import Stock, read_touched, take_stock
from application.toolkit.tool import AnyTool, ToolOutcome
from application.toolkit.undo.inverse import UndoAction, undo_tool
from application.toolkit.undo.records import Past, edited_since, read_past
from domain.bundle import Bundle, Kind, merged
from domain.plan import Plan, Resource, Target, Touched
from domain.superset import ChartSummary, JsonValue
from domain.texts import Text, text

_TIMEOUT_S: Final = 180.0


@dataclass(frozen=True, slots=True)
class _Undoing:
    """
    Args:
        remove: what the action created and nobody else uses, in the order of its removal.
        keep: what it created and others use by now.

    """

    past: Past
    move: Move
    remove: tuple[tuple[Kind, str], ...]
    keep: tuple[Touched, ...]
    edits: tuple[Text, ...]


def inverse_of(tool: AnyTool) -> AnyTool | None:
    """The tool that undoes what this one did; None when it cannot be undone."""
    if tool.undo_risk is None:
        return None
    return undo_tool(tool.name, tool.undo_risk, tool.role, run, plan, _TIMEOUT_S)


async def plan(args: UndoAction, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    prepared = await _prepare(args, ctx)
    return prepared.map(lambda undoing: _plan(undoing, ctx))


async def run(args: UndoAction, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    undoing = prepared.unwrap()
    if not ctx.is_as_planned(_state(undoing)):
        return Failure(failed("move-not-as-planned", title=undoing.past.title))
    if undoing.move.blocked:
        return Failure(ToolFailure(undoing.move.blocked[0]))
    carried = await carry_out(undoing.move, ctx, f"before undoing {undoing.past.tool_name}")
    if isinstance(carried, Failure):
        return Failure(carried.failure())
    left = [*carried.unwrap().shortcomings, *await _remove(undoing)]
    texts, language = ctx.services.texts, ctx.language
    done = text("undo-done", title=undoing.past.title, env=ctx.env.env_id)
    summary = text("undo-incomplete", done=done, first=left[0], count=len(left)) if left else done
    value: JsonValue = {
        "undone": args.action_id,
        "env_id": ctx.env.env_id,
        "removed": [uuid for _, uuid in undoing.remove],
        "left": [texts.say(each, language) for each in left],
        "backup": carried.unwrap().snapshot,
    }
    return Success(ToolOutcome(value, summary, snapshot=carried.unwrap().snapshot))


async def _prepare(args: UndoAction, ctx: ToolContext) -> Result[_Undoing, ToolFailure]:
    read = await read_past(args.action_id, ctx)
    if isinstance(read, Failure):
        return Failure(read.failure())
    past = read.unwrap()
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    stocked = await take_stock(ctx.env.env_id, opened.unwrap())
    if isinstance(stocked, Failure):
        return Failure(stocked.failure())
    return await _compare(past, stocked.unwrap(), ctx)


async def _compare(past: Past, stock: Stock, ctx: ToolContext) -> Result[_Undoing, ToolFailure]:
    codec = ctx.services.bundles
    wanted = _restorable(past, stock)
    moved = await plan_move(wanted, stock, codec, title=past.title, is_home=True)
    if isinstance(moved, Failure):
        return Failure(moved.failure())
    affected = await read_touched(stock, codec, past.affected)
    if isinstance(affected, Failure):
        return Failure(affected.failure())
    remove, keep = _removals(past, stock)
    move = moved.unwrap()
    if not (move.is_needed or remove) and keep:
        move = replace(move, blocked=(*move.blocked, text("undo-still-used", title=past.title)))
    # The snapshot of the undo holds what it removes as well.
    held = merged(affected.unwrap(), move.before)
    edits = tuple(edited_since(past, affected.unwrap(), stock))
    return Success(_Undoing(past, replace(move, before=held), remove, keep, edits))


def _restorable(past: Past, stock: Stock) -> Bundle:
    """
    What of the snapshot is put back.

    A deletion leaves charts and datasets alone, so those that are there stay as they are; and a
    chart whose dataset was lost before cannot be imported.
    """
    before = past.before
    if past.only_missing:
        return Bundle(
            {u: c for u, c in before.dashboards.items() if not stock.has("dashboard", u)},
            {u: c for u, c in before.charts.items() if not stock.has("chart", u)},
            {u: c for u, c in before.datasets.items() if not stock.has("dataset", u)},
            before.databases,
        )
    charts = {
        uuid: chart
        for uuid, chart in before.charts.items()
        if chart.get("dataset_uuid") or not stock.has("chart", uuid)
    }
    return replace(before, charts=charts)


def _removals(past: Past, stock: Stock) -> tuple[tuple[tuple[Kind, str], ...], tuple[Touched, ...]]:
    dashboards = [u for u in past.created["dashboard"] if stock.has("dashboard", u)]
    # Dashboards that lose the chart by this undo do not count as others.
    own = {stock.dashboards[u].id for u in past.affected.dashboards if stock.has("dashboard", u)}
    keep: list[Touched] = []
    charts: list[str] = []
    for uuid in past.created["chart"]:
        chart = stock.charts.get(uuid)
        if chart is None:
            continue
        others = [d.title for d in chart.dashboards if d.id not in own]
        if others:
            why = text("move-shared-chart", dashboards=", ".join(others), count=len(others))
            keep.append(Touched("chart", chart.title, why))
        else:
            charts.append(uuid)
    datasets: list[str] = []
    for uuid in past.created["dataset"]:
        dataset = stock.datasets.get(uuid)
        if dataset is None:
            continue
        users = _users_of(dataset.id, stock, charts)
        if users:
            names = ", ".join(chart.title for chart in users)
            why = text("move-shared-dataset", charts=names, count=len(users))
            keep.append(Touched("dataset", dataset.title, why))
        else:
            datasets.append(uuid)
    ordered: list[tuple[Kind, str]] = [("dashboard", uuid) for uuid in dashboards]
    ordered += [("chart", uuid) for uuid in charts]
    ordered += [("dataset", uuid) for uuid in datasets]
    return tuple(ordered), tuple(keep)


def _users_of(dataset_id: str, stock: Stock, going: list[str]) -> list[ChartSummary]:
    return [
        chart
        for chart in stock.charts.values()
        if chart.dataset_id == dataset_id and chart.uuid not in going
    ]


async def _remove(undoing: _Undoing) -> list[Text]:
    """Remove what the action created; says what could not be removed."""
    stock, left = undoing.move.stock, list[Text]()
    for kind, uuid in undoing.remove:
        match kind:
            case "dashboard":
                title = stock.dashboards[uuid].title
                done = await stock.superset.dashboards.delete(stock.dashboards[uuid].id)
            case "chart":
                title = stock.charts[uuid].title
                done = await stock.superset.charts.delete(stock.charts[uuid].id)
            case _:
                title = stock.datasets[uuid].title
                done = await stock.superset.datasets.delete(stock.datasets[uuid].id)
        if isinstance(done, Failure):
            reason = from_superset(done.failure()).text
            left.append(text("undo-not-removed", title=title, reason=reason))
    return left


def _plan(undoing: _Undoing, ctx: ToolContext) -> Plan:
    past, move = undoing.past, undoing.move
    removed = tuple(_removed(kind, uuid, move.stock) for kind, uuid in undoing.remove)
    is_needed = move.is_needed or bool(removed)
    return Plan(
        summary=text(
            "undo-plan",
            title=past.title,
            env=ctx.env.env_id,
            happening=happening(
                (
                    ("restored", affected_by(move, "create", "update")),
                    ("deleted", [(each.kind, each.title) for each in removed]),
                )
            ),
        )
        if is_needed
        else text("undo-no-change", title=past.title, env=ctx.env.env_id),
        target=_target(past, move, removed),
        is_needed=is_needed or bool(move.blocked),
        resources=(*resources_of(move), *removed),
        touched=(*move.touched, *undoing.keep),
        warnings=(*undoing.edits, *move.warnings),
        blocked=move.blocked,
        undo="none",
        undo_how=text("undo-how-backup" if _replaces(move) else "undo-how-once"),
        state=_state(undoing),
    )


def _replaces(move: Move) -> bool:
    """What is only deleted, or only comes back, leaves no backup that could be deployed."""
    return not is_empty(move.before) and not is_empty(move.landed)


def _state(undoing: _Undoing) -> dict[str, JsonValue]:
    return {
        **undoing.move.state,
        "action": undoing.past.action_id,
        "remove": [list(each) for each in undoing.remove],
    }


def _target(past: Past, move: Move, removed: tuple[Resource, ...]) -> Target | None:
    if move.live is not None:
        return Target("dashboard", move.live.title, move.live.uuid, move.live.id)
    if removed:
        first = removed[0]
        return Target(first.kind, first.title, first.uuid, first.id)
    return Target("dashboard", past.title, move.uuid)


def _removed(kind: Kind, uuid: str, stock: Stock) -> Resource:
    listed = {"dashboard": stock.dashboards, "chart": stock.charts, "dataset": stock.datasets}
    known = listed[kind][uuid]
    title, number = str(getattr(known, "title", uuid)), str(getattr(known, "id", ""))
    return Resource(kind, "delete", title, uuid, number)
