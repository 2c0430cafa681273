"""The writing half of a move: snapshot, import, what an import leaves out, and a look at it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from returns.result import Failure, Result, Success

from application.ports.superset.assets import TaggedKind
from application.toolkit.beside import set_embedding, set_owners
from application.toolkit.context import ToolContext
from application.toolkit.enumerating import in_a_row
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from application.toolkit.links import absolute_url
from application.toolkit.moving.exactly import write_back
from application.toolkit.moving.move import Move
from application.toolkit.stock import Stock, read_touched, take_stock
from domain.backups import NewBackup
from domain.bundle import Bundle, JsonObject
from domain.bundle_changes import ObjectChange, compare, field_label
from domain.bundle_normal import fingerprints
from domain.bundle_references import charts_of
from domain.superset import DashboardSummary, JsonValue, SupersetError, SupersetFault
from domain.texts import Text, text

_CHARTS_NAMED = 5


@dataclass(frozen=True, slots=True)
class Moved:
    """
    What a move did.

    Args:
        stock: the target's lists afterwards.
        dashboard: as it is called there now; None when the move was about none.
        snapshot: backup id of what was overwritten; None when nothing was.
        shortcomings: what did not arrive as it should; empty when the target is equal.
        undo: what an undo needs besides the snapshot.

    """

    stock: Stock
    dashboard: DashboardSummary | None
    snapshot: str | None
    shortcomings: tuple[Text, ...]
    undo: dict[str, JsonValue]


async def carry_out(move: Move, ctx: ToolContext, reason: str) -> Result[Moved, ToolFailure]:
    """
    Do what was planned.

    Args:
        reason: kept with the snapshot, e.g. "before deploy_dashboard".

    """
    codec, superset = ctx.services.bundles, move.stock.superset
    kept = await keep_snapshot(move, ctx, reason)
    if isinstance(kept, Failure):
        return Failure(kept.failure())
    moved = await _moved_since(move)
    if moved is not None:
        return Failure(moved)
    if not is_empty(move.landed):
        archive = await asyncio.to_thread(codec.pack, move.landed, "assets")
        imported = await superset.assets.import_assets(archive)
        if isinstance(imported, Failure):
            return Failure(_not_imported(imported.failure(), move, ctx, kept.unwrap()))
    return await _look(move, ctx, kept.unwrap())


async def keep_snapshot(
    move: Move, ctx: ToolContext, reason: str
) -> Result[str | None, ToolFailure]:
    """The id of a verified backup of everything that will be overwritten; None for nothing."""
    before = move.before
    if is_empty(before):
        return Success(None)
    kept = await ctx.services.backups.keep(
        NewBackup(
            env_id=move.stock.env_id,
            reason=reason,
            titles=(move.title,),
            made_at=ctx.services.clock.now(),
            content=await asyncio.to_thread(ctx.services.bundles.pack, before, "Dashboard"),
        )
    )
    if isinstance(kept, Failure):
        detail = text("backup-not-kept", detail=kept.failure().detail or "none")
        said = text("move-no-snapshot", title=move.title, env=move.stock.env_id, reason=detail)
        return Failure(ToolFailure(said, FailureKind.FINAL))
    return Success(kept.unwrap().id)


def is_empty(bundle: Bundle) -> bool:
    """Whether a bundle holds nothing that could be imported."""
    return not (bundle.dashboards or bundle.charts or bundle.datasets)


async def finish_import(
    landed: Bundle, before: Bundle, expected: Bundle, stock: Stock
) -> tuple[Text, ...]:
    """
    Set what an import leaves out or gets wrong: tags, owners, embedding. Says what it could not.

    An import makes its account an owner of the dashboard; that is taken back where we know who
    the owners shall be.
    """
    left: list[Text] = []
    for uuid, content in landed.dashboards.items():
        live = stock.dashboards.get(uuid)
        if live is None:
            continue
        old = before.dashboards.get(uuid, {})
        left += await _tags("dashboard", live.id, live.title, (old, content), stock)
        owners = expected.dashboards[uuid].get("owners") or old.get("owners")
        named = (live.id, live.title)
        left += await set_owners(stock.superset, named, owners, stock.users)
        left += await set_embedding(stock.superset, named, expected.dashboards[uuid])
    for uuid, content in landed.charts.items():
        chart = stock.charts.get(uuid)
        if chart is not None:
            old = before.charts.get(uuid, {})
            left += await _tags("chart", chart.id, chart.title, (old, content), stock)
    return tuple(left)


def differences(now: Bundle, expected: Bundle) -> tuple[ObjectChange, ...]:
    """What is not as it was meant to be, when it was read again from Superset."""
    return tuple(
        each
        for each in compare(now, expected, is_one_place=True)
        if each.change in {"create", "update"}
    )


async def _look(move: Move, ctx: ToolContext, snapshot: str | None) -> Result[Moved, ToolFailure]:
    """The import was accepted: finish it, and see whether the target is equal now."""
    env_id, superset = move.stock.env_id, move.stock.superset
    stocked = await take_stock(env_id, superset)
    if isinstance(stocked, Failure):
        return Failure(_unknown(move, ctx, snapshot))
    stock = stocked.unwrap()
    live = None if move.uuid is None else stock.dashboards.get(move.uuid)
    if live is None and move.uuid is not None:
        return Failure(_unknown(move, ctx, snapshot))
    left = await finish_import(move.landed, move.before, move.expected, stock)
    if move.is_home:
        left = (*left, *await write_back(move.source, stock, ctx.services.bundles))
    read = await read_touched(stock, ctx.services.bundles, move.expected)
    if isinstance(read, Failure):
        left = (*left, text("move-not-compared", reason=read.failure().text))
    else:
        left = (*left, *map(_not_equal, differences(read.unwrap(), move.expected)))
    if live is not None:
        left = (*left, *_chart_set(move.expected.dashboards[live.uuid], live, stock))
    undo: dict[str, JsonValue] = {
        "created": {kind: [*uuids] for kind, uuids in move.created.items()},
        "after": read.map(fingerprints).value_or({}),
        "title": live.title if live else move.title,
    }
    return Success(Moved(stock, live, snapshot, left, undo))


def _chart_set(expected: JsonObject, live: DashboardSummary, stock: Stock) -> Iterator[Text]:
    """Superset links charts to a dashboard apart from its layout."""
    wanted = charts_of(expected)
    there = {
        chart.uuid
        for chart in stock.charts.values()
        if any(dashboard.id == live.id for dashboard in chart.dashboards)
    }
    if there != wanted:
        yield text("move-charts-differ", missing=len(wanted - there), surplus=len(there - wanted))


async def _tags(
    kind: TaggedKind,
    object_id: str,
    title: str,
    states: tuple[JsonObject, JsonObject],
    stock: Stock,
) -> list[Text]:
    old, new = (set(map(str, _names(state.get("tags")) or [])) for state in states)
    if old == new or _names(states[1].get("tags")) is None:
        return []
    done = await stock.superset.assets.set_tags(kind, object_id, sorted(new))
    if isinstance(done, Failure):
        return [text("move-tags-left", title=title, reason=from_superset(done.failure()).text)]
    return []


def _names(value: JsonValue) -> list[str] | None:
    return [str(each) for each in value] if isinstance(value, list) else None


async def _moved_since(move: Move) -> ToolFailure | None:
    """Whether the target changed while the snapshot was made; then it is not what would be lost."""
    if move.uuid is None:
        return None
    again = await move.stock.superset.dashboards.get(move.uuid)
    if isinstance(again, Failure):
        if again.failure().fault is not SupersetFault.NOT_FOUND:
            return from_superset(again.failure())
        is_same = move.live is None
    else:
        is_same = move.live is not None and again.unwrap().changed_at == move.live.changed_at
    if is_same:
        return None
    return ToolFailure(text("move-target-changed", title=move.title, env=move.stock.env_id))


def _not_imported(
    error: SupersetError, move: Move, ctx: ToolContext, snapshot: str | None
) -> ToolFailure:
    if error.fault is SupersetFault.UNKNOWN_OUTCOME:
        return _unknown(move, ctx, snapshot)
    if error.fault is SupersetFault.REFUSED:
        detail = error.detail.strip().rstrip(".") or "none"
        refused = text("move-refused", title=move.title, env=move.stock.env_id, detail=detail)
        return ToolFailure(refused, FailureKind.FINAL)
    return from_superset(error)


def _unknown(move: Move, ctx: ToolContext, snapshot: str | None) -> ToolFailure:
    environment = ctx.services.environments[move.stock.env_id]
    url = absolute_url(environment, move.live.url) if move.live else environment.url
    said = text(
        "move-unknown",
        title=move.title,
        env=move.stock.env_id,
        url=url,
        backup=snapshot or "none",
    )
    return ToolFailure(said, FailureKind.UNKNOWN)


def _not_equal(change: ObjectChange) -> Text:
    if change.change == "create":
        return text("move-not-arrived", kind=change.kind, title=change.title)
    names = in_a_row([field_label(field) for field in change.fields[:_CHARTS_NAMED]]) or "-"
    return text("move-not-equal", kind=change.kind, title=change.title, fields=names)
