"""What speaks against a move, who feels it, and what it does not carry."""

from collections.abc import Iterator, Mapping

from returns.result import Failure, Result, Success

from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.quoting import is_plain_name
from application.toolkit.stock import Stock
from domain.bundle import Bundle, title_of, uuid_of
from domain.bundle_changes import ObjectChange
from domain.bundle_landing import DatabaseMap
from domain.bundle_normal import carried_annotations
from domain.bundle_references import Dangling, dangling
from domain.plan import Touched
from domain.superset import DashboardSummary
from domain.texts import Text, text

_NAMES_SHOWN = 8


def blocks(
    bundle: Bundle, databases: DatabaseMap, stock: Stock, *, is_home: bool
) -> Iterator[Text]:
    """
    Why it must not happen. The first one is told, so the most telling comes first.

    Superset gives way silently where a slug, or a dataset's table, is taken by another object:
    that one would be replaced.
    """
    for unmatched in databases.unmatched:
        yield text(
            "move-database-unmatched",
            database=unmatched.source_title,
            backend=unmatched.backend or "-",
            env=stock.env_id,
            known=", ".join(each.title for each in stock.databases) or "-",
            count=len(unmatched.candidates),
        )
    there = {*stock.charts, *stock.datasets} if is_home else set[str]()
    for reference in dangling(bundle, there):
        yield _dangling(reference)
    for uuid, dashboard in bundle.dashboards.items():
        slug = dashboard.get("slug")
        for other in stock.dashboards.values():
            if slug and other.slug == slug and other.uuid != uuid:
                yield text(
                    "move-slug-taken",
                    slug=str(slug),
                    env=stock.env_id,
                    other=f"#{other.id} {other.title}",
                )
    yield from _taken_tables(bundle, databases, stock)
    for dataset in bundle.datasets.values():
        schema = dataset.get("schema")
        # Superset runs it within a statement before every query of the dataset.
        if schema and not (isinstance(schema, str) and is_plain_name(schema)):
            yield text("move-schema-odd", dataset=title_of("dataset", dataset), schema=str(schema))


def _taken_tables(bundle: Bundle, databases: DatabaseMap, stock: Stock) -> Iterator[Text]:
    targets = {each.source_uuid: each.target for each in databases.mapped}
    for uuid, dataset in bundle.datasets.items():
        database = targets.get(uuid_of(dataset.get("database_uuid")) or "")
        title = title_of("dataset", dataset)
        for other in stock.datasets.values():
            is_same = (
                database is not None
                and other.database.id == database.id
                and (other.schema or None, other.title) == (dataset.get("schema") or None, title)
            )
            if is_same and other.uuid != uuid:
                yield text(
                    "move-dataset-taken", dataset=title, env=stock.env_id, other=f"#{other.id}"
                )


def _dangling(reference: Dangling) -> Text:
    return text(f"move-dangling-{reference.code}", owner=reference.owner, detail=reference.detail)


def warnings_of(bundle: Bundle, stock: Stock, *, is_home: bool) -> Iterator[Text]:
    """What does not arrive although nothing is wrong."""
    for chart in bundle.charts.values():
        params = chart.get("params")
        _, dropped = carried_annotations(params) if isinstance(params, Mapping) else ([], [])
        if dropped and not is_home:
            names = ", ".join(dropped)
            yield text("move-annotations", chart=title_of("chart", chart), names=names)
    known = {user.username for user in stock.users or ()}
    for dashboard in bundle.dashboards.values():
        if dashboard.get("theme_uuid") and not is_home:
            yield text("move-theme", title=title_of("dashboard", dashboard))
        owners = dashboard.get("owners")
        missing = sorted({str(o) for o in owners} - known) if isinstance(owners, list) else []
        if missing:
            yield text(
                "move-owners-missing",
                env=stock.env_id,
                owners=", ".join(missing),
                count=len(missing),
            )


async def touched_by(
    changes: tuple[ObjectChange, ...], live: DashboardSummary | None, stock: Stock
) -> Result[tuple[Touched, ...], ToolFailure]:
    """Others who feel it: dashboards and charts that share what changes, reports, owners."""
    found = [*_shared_charts(changes, live, stock), *_shared_datasets(changes, stock)]
    if live is not None:
        reports = await stock.superset.dashboards.reports(live.id)
        if isinstance(reports, Failure):
            return Failure(from_superset(reports.failure()))
        found += [Touched("report", name, text("move-report")) for name in reports.unwrap()]
        found += [Touched("owner", name, text("move-owner")) for name in live.owners]
    return Success(tuple(found))


def _shared_charts(
    changes: tuple[ObjectChange, ...], live: DashboardSummary | None, stock: Stock
) -> Iterator[Touched]:
    for change in changes:
        known = stock.charts.get(change.uuid)
        if change.kind != "chart" or change.change != "update" or known is None:
            continue
        others = [d.title for d in known.dashboards if live is None or d.id != live.id]
        if others:
            why = text("move-shared-chart", dashboards=_names(others), count=len(others))
            yield Touched("chart", change.title, why)


def _shared_datasets(changes: tuple[ObjectChange, ...], stock: Stock) -> Iterator[Touched]:
    moved = {change.uuid for change in changes if change.kind == "chart"}
    for change in changes:
        known = stock.datasets.get(change.uuid)
        if change.kind != "dataset" or change.change != "update" or known is None:
            continue
        others = [
            chart.title
            for chart in stock.charts.values()
            if chart.dataset_id == known.id and chart.uuid not in moved
        ]
        if others:
            why = text("move-shared-dataset", charts=_names(others), count=len(others))
            yield Touched("dataset", change.title, why)


def _names(names: list[str]) -> str:
    shown = ", ".join(names[:_NAMES_SHOWN])
    rest = len(names) - _NAMES_SHOWN
    return f"{shown}, … (+{rest})" if rest > 0 else shown
