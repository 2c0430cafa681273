"""
Moving one dashboard onto an environment: first all that would happen, then exactly that.

The plan reads and compares; nothing is written before it is approved. An overwrite means equal:
afterwards the target is read again and compared with what was meant to arrive.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from returns.result import Failure, Result, Success

from application.ports.bundles import BundleCodec
from application.toolkit.beside import embedding_warnings, with_beside
from application.toolkit.failure import ToolFailure
from application.toolkit.moving.checks import blocks, touched_by, warnings_of
from application.toolkit.stock import Stock, read_touched
from domain.bundle import Bundle, JsonObject, title_of
from domain.bundle_changes import (
    ObjectChange,
    compare,
    is_equal,
    is_statement,
    statements_in,
)
from domain.bundle_embedding import EMBEDDED, embedding_of
from domain.bundle_landing import DatabaseMap, Landing, map_databases, rewrite
from domain.bundle_normal import fingerprints
from domain.plan import Change, FieldChange, Resource, Touched
from domain.superset import DashboardSummary, JsonValue
from domain.texts import Text, text

_FIELDS_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Move:
    """
    All that is known of a move before it happens.

    Args:
        uuid: of the dashboard that it is about; None when it is about none.
        source: the objects as they were found, with all that they need.
        before: what the target has of it.
        landed: what will be imported.
        expected: what the target shall have afterwards, owners and embedding included.
        live: the target's own dashboard, None when it is new there.

    """

    uuid: str | None
    title: str
    stock: Stock
    source: Bundle
    before: Bundle
    landed: Bundle
    expected: Bundle
    databases: DatabaseMap
    changes: tuple[ObjectChange, ...]
    live: DashboardSummary | None
    is_home: bool
    touched: tuple[Touched, ...]
    warnings: tuple[Text, ...]
    blocked: tuple[Text, ...]

    @property
    def is_needed(self) -> bool:
        """Whether anything would be different afterwards."""
        return not is_equal(self.changes)

    @property
    def created(self) -> dict[str, list[str]]:
        """The uuids of what the target does not have yet, by kind."""
        found: dict[str, list[str]] = {"dashboard": [], "chart": [], "dataset": []}
        for change in self.changes:
            if change.change == "create":
                found[change.kind].append(change.uuid)
        return found

    @property
    def state(self) -> dict[str, JsonValue]:
        """What the plan rests on: both sides as they are now."""
        return {
            "source": fingerprints(self.source),
            "target": fingerprints(self.before),
            "changed_at": self.live.changed_at.isoformat() if self.live else None,
            "databases": dict(sorted(self.databases.uuids.items())),
        }


async def plan_move(
    bundle: Bundle,
    stock: Stock,
    codec: BundleCodec,
    *,
    title: str = "",
    mapping: Mapping[str, str] | None = None,
    is_home: bool = False,
) -> Result[Move, ToolFailure]:
    """
    What moving a bundle of at most one dashboard to a Superset would do.

    Args:
        title: what it is about, where the bundle holds no dashboard.
        mapping: source connection -> target connection, by name or uuid.
        is_home: the bundle is an earlier state of this very Superset.

    """
    uuid = next(iter(bundle.dashboards), None)
    databases = map_databases(bundle, stock.databases, mapping)
    read = await read_touched(stock, codec, bundle)
    if isinstance(read, Failure):
        return Failure(read.failure())
    before = read.unwrap()
    numbers = {known.uuid: int(known.id) for known in stock.charts.values()}
    landed = rewrite(bundle, Landing(databases.uuids, numbers, is_home))
    expected = with_beside(landed, bundle, stock.users, is_home=is_home)
    # What only the target has stays there: that a chart leaves shows in the layout.
    compared = compare(before, expected, is_one_place=True)
    changes = tuple(each for each in compared if each.change != "delete")
    live = None if uuid is None else stock.dashboards.get(uuid)
    touched = await touched_by(changes, live, stock)
    if isinstance(touched, Failure):
        return Failure(touched.failure())
    return Success(
        Move(
            uuid=uuid,
            title=title if uuid is None else title_of("dashboard", bundle.dashboards[uuid]),
            stock=stock,
            source=bundle,
            before=before,
            landed=landed,
            expected=expected,
            databases=databases,
            changes=changes,
            live=live,
            is_home=is_home,
            touched=touched.unwrap(),
            warnings=(
                *warnings_of(bundle, stock, is_home=is_home),
                *_embedding_warnings(bundle, before, expected),
            ),
            blocked=tuple(blocks(bundle, databases, stock, is_home=is_home)),
        )
    )


def resources_of(move: Move) -> tuple[Resource, ...]:
    """The resources of a plan: what is created, changed and kept, what leaves, which data."""
    return (
        *(_resource(change, move) for change in move.changes),
        *(_leaving(uuid, move) for uuid in leaving(move)),
        *_connections(move.databases),
    )


def undo_of(moves: Sequence[Move]) -> tuple[Literal["snapshot", "inverse"], Text | None]:
    """What an undo of moves rests on, and what it does where that is more than to put back."""
    is_overwriting = any(m.before.dashboards or m.before.charts or m.before.datasets for m in moves)
    is_creating = any(any(m.created.values()) for m in moves)
    if not is_creating:
        return "snapshot", None
    if not is_overwriting:
        return "inverse", text("move-undo-deletes")
    return "snapshot", text("move-undo-restores-and-deletes")


def affected_by(move: Move, *kinds: Change) -> list[tuple[str, str]]:
    """The objects, by kind and title, that a move changes in one of these ways."""
    return [(each.kind, each.title) for each in move.changes if each.change in kinds]


def leaving(move: Move) -> list[str]:
    """Charts that stand on the target's dashboard now and will not any more; they are kept."""
    return sorted(move.before.charts.keys() - move.expected.charts.keys())


def chart_title(uuid: str, move: Move) -> str:
    """What the target calls a chart of its dashboard."""
    return str(move.before.charts[uuid].get("slice_name"))


def _resource(change: ObjectChange, move: Move) -> Resource:
    ids = {
        "dashboard": move.stock.dashboards,
        "chart": move.stock.charts,
        "dataset": move.stock.datasets,
    }
    known = ids[change.kind].get(change.uuid) if change.kind in ids else None
    fields = _fields(change, move)
    # What a database runs is never among the rest.
    fields = sorted(fields, key=lambda each: not is_statement(each))
    statements = sum(map(is_statement, fields))
    shown = fields[: max(_FIELDS_SHOWN, statements)]
    rest = len(fields) - len(shown)
    more = (FieldChange("…", None, f"+{rest}"),) if rest else ()
    return Resource(
        change.kind,
        change.change,
        change.title,
        change.uuid,
        None if known is None else str(getattr(known, "id", "")),
        (*shown, *more),
    )


def _fields(change: ObjectChange, move: Move) -> list[FieldChange]:
    """What differs, and of what is new everything that a database would run."""
    if change.change == "create":
        statements = statements_in(change.kind, move.landed.of(change.kind)[change.uuid])
        return [*statements, *_new_embedding(move.expected.of(change.kind)[change.uuid])]
    titles = {each.uuid: each.title for each in move.stock.databases}
    return [
        FieldChange(
            "database", titles.get(each.old or "", each.old), titles.get(each.new or "", each.new)
        )
        if each.name == "database_uuid"
        else each
        for each in change.fields
    ]


def _new_embedding(content: JsonObject) -> list[FieldChange]:
    """Who may embed what is new: it opens the dashboard to pages of others."""
    domains = embedding_of(content)
    return [] if domains is None else [FieldChange(EMBEDDED, None, ", ".join(domains) or "*")]


def _embedding_warnings(source: Bundle, before: Bundle, expected: Bundle) -> Iterator[Text]:
    for uuid, content in expected.dashboards.items():
        title = title_of("dashboard", content)
        there, arriving = before.dashboards.get(uuid), source.dashboards[uuid]
        yield from embedding_warnings(title, there, arriving, content)


def _leaving(uuid: str, move: Move) -> Resource:
    known = move.stock.charts.get(uuid)
    title = chart_title(uuid, move)
    gone = FieldChange("dashboard", move.live.title if move.live else move.title, None)
    return Resource("chart", "keep", title, uuid, known.id if known else None, (gone,))


def _connections(databases: DatabaseMap) -> Iterator[Resource]:
    for each in databases.mapped:
        changed = FieldChange("database", each.source_title, each.target.title)
        yield Resource(
            "database", "keep", each.target.title, each.target.uuid, each.target.id, (changed,)
        )
