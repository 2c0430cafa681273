"""Many dashboards from one environment to another: planned together, moved one by one."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.finding import pick
from application.toolkit.gather import gathered
from application.toolkit.moving.move import Move, plan_move
from application.toolkit.moving.moved_sql import with_judged_sql
from application.toolkit.stock import Stock, read_dashboards, take_stock
from domain.bundle_normal import fingerprints
from domain.bundle_references import only
from domain.superset import DashboardSummary, JsonValue
from domain.texts import text

# A Superset serves people as well.
_PLANNED_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True)
class Route:
    """
    From where to where.

    Args:
        mapping: source connection -> target connection, by name or uuid.

    """

    source: Stock
    target: Stock
    mapping: Mapping[str, str] | None


async def open_route(
    source_env: str, mapping: Mapping[str, str] | None, ctx: ToolContext
) -> Result[Route, ToolFailure]:
    """Both ends, with their lists; the environment of the call is the target."""
    opened = [ctx.superset(env_id) for env_id in (source_env, ctx.env.env_id)]
    for each in opened:
        if isinstance(each, Failure):
            return Failure(each.failure())
    source, target = await asyncio.gather(
        take_stock(source_env, opened[0].unwrap()),
        take_stock(ctx.env.env_id, opened[1].unwrap()),
    )
    for stocked in (source, target):
        if isinstance(stocked, Failure):
            return Failure(stocked.failure())
    return Success(Route(source.unwrap(), target.unwrap(), mapping))


def choose(
    references: Sequence[str] | None, source: Stock
) -> Result[tuple[DashboardSummary, ...], ToolFailure]:
    """The dashboards that are meant, each once, in the order of their titles; None means all."""
    if references is None:
        return Success(tuple(sorted(source.dashboards.values(), key=_by_title)))
    chosen: dict[str, DashboardSummary] = {}
    for reference in references:
        picked = pick(source.dashboards.values(), reference, "dashboard", source.env_id)
        if isinstance(picked, Failure):
            return Failure(picked.failure())
        chosen[picked.unwrap().uuid] = picked.unwrap()
    return Success(tuple(sorted(chosen.values(), key=_by_title)))


async def plan_moves(
    dashboards: Sequence[DashboardSummary], route: Route, ctx: ToolContext
) -> Result[tuple[Move, ...], ToolFailure]:
    """What moving each of them would do, if it were moved alone."""
    codec = ctx.services.bundles
    read = await read_dashboards(route.source, codec, dashboards)
    if isinstance(read, Failure):
        return Failure(read.failure())
    gate = asyncio.Semaphore(_PLANNED_AT_ONCE)

    async def one(dashboard: DashboardSummary) -> Result[Move, ToolFailure]:
        bundle = only(read.unwrap(), frozenset({dashboard.uuid}))
        async with gate:
            return await plan_move(bundle, route.target, codec, mapping=route.mapping)

    moves: list[Move] = []
    for planned in await gathered(map(one, dashboards)):
        if isinstance(planned, Failure):
            return Failure(planned.failure())
        moves.append(await with_judged_sql(planned.unwrap(), ctx))
    return Success(tuple(moves))


def expectation(move: Move) -> dict[str, JsonValue]:
    """What a move rests on and leads to, to be found again before it is carried out."""
    return {
        "uuid": move.uuid,
        "title": move.title,
        "needed": move.is_needed,
        "source": fingerprints(move.source),
        "before": fingerprints(move.before),
        "after": fingerprints(move.expected),
        "databases": dict(sorted(move.databases.uuids.items())),
    }


async def replan(
    expected: Mapping[str, JsonValue], route: Route, ctx: ToolContext
) -> Result[Move, ToolFailure]:
    """The move as it would be now; refused when it is not the one that was approved."""
    dashboard = route.source.dashboards.get(str(expected["uuid"]))
    if dashboard is None:
        gone = failed(
            "migration-source-gone", title=str(expected["title"]), env=route.source.env_id
        )
        return Failure(gone)
    planned = await plan_moves([dashboard], route, ctx)
    if isinstance(planned, Failure):
        return Failure(planned.failure())
    (move,) = planned.unwrap()
    if move.blocked:
        return Failure(ToolFailure(move.blocked[0]))
    side = _moved_side(move, expected, route)
    if side is not None:
        return Failure(ToolFailure(text("migration-moved", title=move.title, env=side)))
    return Success(move)


def _moved_side(move: Move, expected: Mapping[str, JsonValue], route: Route) -> str | None:
    """
    The environment that is not as planned.

    What dashboards share has been moved already by an earlier step of the task: on the target an
    object may be as it was, or as it was to become.
    """
    if fingerprints(move.source) != expected["source"]:
        return route.source.env_id
    if dict(sorted(move.databases.uuids.items())) != expected["databases"]:
        return route.target.env_id
    before = cast("Mapping[str, JsonValue]", expected["before"])
    after = cast("Mapping[str, JsonValue]", expected["after"])
    now = fingerprints(move.before)
    as_planned = all(now.get(key) in {before.get(key), after.get(key)} for key in {*now, *before})
    return None if as_planned else route.target.env_id


def in_short(moves: Iterable[Move]) -> dict[str, int]:
    """How many dashboards are new, changed and equal already."""
    counts = {"created": 0, "updated": 0, "equal": 0}
    for move in moves:
        kind = "equal" if not move.is_needed else "created" if move.live is None else "updated"
        counts[kind] += 1
    return counts


def _by_title(dashboard: DashboardSummary) -> tuple[str, str]:
    return dashboard.title.casefold(), dashboard.uuid
