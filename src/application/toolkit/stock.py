"""What a Superset holds: its lists, and its objects as bundles."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.bundles import BundleCodec
from application.ports.superset.gateway import Superset
from application.toolkit.beside import MAY_NOT_SEE, read_beside
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from domain.bundle import Bundle, BundleRefused, JsonObject, Kind, merged
from domain.rights import SupersetUser
from domain.superset import (
    ChartSummary,
    DashboardSummary,
    Database,
    DatasetSummary,
    SupersetError,
)
from domain.texts import text

# Numbers stand in an address, and servers bound its length.
_AT_ONCE: Final = 100

Export = Callable[[Sequence[str]], Awaitable[Result[bytes, SupersetError]]]


@dataclass(frozen=True, slots=True)
class Stock:
    """
    The lists of one Superset, as the account sees them.

    Args:
        users: None where the account may not see them.

    """

    env_id: str
    superset: Superset
    dashboards: Mapping[str, DashboardSummary]
    charts: Mapping[str, ChartSummary]
    datasets: Mapping[str, DatasetSummary]
    databases: tuple[Database, ...]
    users: tuple[SupersetUser, ...] | None

    def has(self, kind: Kind, uuid: str) -> bool:
        """Whether an object is here."""
        listed: Mapping[Kind, Mapping[str, object]] = {
            "dashboard": self.dashboards,
            "chart": self.charts,
            "dataset": self.datasets,
        }
        return uuid in listed.get(kind, {})


async def take_stock(env_id: str, superset: Superset) -> Result[Stock, ToolFailure]:
    """All lists at once."""
    dashboards, charts, datasets, databases, users = await asyncio.gather(
        superset.dashboards.all(),
        superset.charts.all(),
        superset.datasets.all(),
        superset.databases.all(),
        superset.access.users(),
    )
    for found in (dashboards, charts, datasets, databases):
        if isinstance(found, Failure):
            return Failure(from_superset(found.failure()))
    if isinstance(users, Failure) and users.failure().fault not in MAY_NOT_SEE:
        return Failure(from_superset(users.failure()))
    return Success(
        Stock(
            env_id=env_id,
            superset=superset,
            dashboards={each.uuid: each for each in dashboards.unwrap()},
            charts={each.uuid: each for each in charts.unwrap()},
            datasets={each.uuid: each for each in datasets.unwrap()},
            databases=databases.unwrap(),
            users=users.value_or(None),
        )
    )


async def read_touched(
    stock: Stock, codec: BundleCodec, arriving: Bundle
) -> Result[Bundle, ToolFailure]:
    """What is here of the objects that arrive, and all that stands on their dashboards."""
    dashboards = [
        stock.dashboards[uuid] for uuid in arriving.dashboards if uuid in stock.dashboards
    ]
    read = await read_dashboards(stock, codec, dashboards)
    if isinstance(read, Failure):
        return read
    found = read.unwrap()
    charts = [
        stock.charts[uuid].id
        for uuid in arriving.charts
        if uuid in stock.charts and uuid not in found.charts
    ]
    with_charts = await _exported(stock, codec, stock.superset.assets.export_charts, charts)
    if isinstance(with_charts, Failure):
        return with_charts
    found = merged(with_charts.unwrap(), found)
    datasets = [
        stock.datasets[uuid].id
        for uuid in arriving.datasets
        if uuid in stock.datasets and uuid not in found.datasets
    ]
    rest = await _exported(stock, codec, stock.superset.assets.export_datasets, datasets)
    return rest.map(lambda more: merged(more, found))


async def read_dashboards(
    stock: Stock, codec: BundleCodec, dashboards: Sequence[DashboardSummary]
) -> Result[Bundle, ToolFailure]:
    """Dashboards with all that they need, and with what an export leaves out of them."""
    numbers = [dashboard.id for dashboard in dashboards]
    exported = await _exported(stock, codec, stock.superset.assets.export_dashboards, numbers)
    if isinstance(exported, Failure):
        return exported
    bundle = exported.unwrap()
    beside = await read_beside(stock.superset, numbers, stock.users)
    if isinstance(beside, Failure):
        return Failure(beside.failure())
    told: dict[str, JsonObject] = {
        dashboard.uuid: {**bundle.dashboards[dashboard.uuid], **known}
        for dashboard, known in zip(dashboards, beside.unwrap(), strict=True)
        if dashboard.uuid in bundle.dashboards
    }
    return Success(merged(bundle, Bundle(dashboards=told)))


def from_bundle(refused: BundleRefused, place: str) -> ToolFailure:
    """Why what a place holds is not taken."""
    said = text(
        f"bundle-{refused.code}",
        place=place,
        name=refused.name or "-",
        detail=refused.detail or "none",
    )
    return ToolFailure(said, FailureKind.FINAL)


async def _exported(
    stock: Stock, codec: BundleCodec, export: Export, numbers: Sequence[str]
) -> Result[Bundle, ToolFailure]:
    bundles: list[Bundle] = []
    for start in range(0, len(numbers), _AT_ONCE):
        archive = await export(numbers[start : start + _AT_ONCE])
        if isinstance(archive, Failure):
            return Failure(from_superset(archive.failure()))
        unpacked = await asyncio.to_thread(codec.unpack, archive.unwrap())
        if isinstance(unpacked, Failure):
            return Failure(from_bundle(unpacked.failure(), stock.env_id))
        bundles.append(unpacked.unwrap())
    return Success(merged(*bundles))
