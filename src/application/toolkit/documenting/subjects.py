"""What of a dashboard or a dataset can have a description, with the texts that are there."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.finding import find_dashboard, find_dataset
from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.superset import ChartSummary

_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True)
class SubjectChart:
    """A chart, and the title of the dataset that it is made of."""

    chart: DescribedChart
    dataset: str


@dataclass(frozen=True, slots=True)
class Subjects:
    """A dashboard's charts and datasets, or one dataset; `about` is which of the two it is."""

    about: str
    id: str
    uuid: str
    title: str
    datasets: tuple[DescribedDataset, ...]
    charts: tuple[SubjectChart, ...] = ()

    @property
    def texts(self) -> int:
        """How many texts there are, or could be."""
        return len(self.charts) + sum(1 + len(dataset.columns) for dataset in self.datasets)

    @property
    def missing(self) -> int:
        """How many texts are not there."""
        charts = sum(not one.chart.description for one in self.charts)
        return charts + sum(
            len(undescribed(dataset)) + (not dataset.description) for dataset in self.datasets
        )


def undescribed(dataset: DescribedDataset) -> tuple[DescribedColumn, ...]:
    """Its columns without a text."""
    return tuple(column for column in dataset.columns if not column.description)


async def subjects_of_dashboard(
    superset: Superset, reference: str, env_id: str
) -> Result[Subjects, ToolFailure]:
    """The charts of a dashboard and the datasets under them."""
    found = await find_dashboard(superset, reference, env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dashboard = found.unwrap()
    on_it = await superset.dashboards.charts(dashboard.id)
    if isinstance(on_it, Failure):
        return Failure(from_superset(on_it.failure()))
    ids = dict.fromkeys(chart.dataset_id for chart in on_it.unwrap() if chart.dataset_id)
    datasets = await _datasets(superset, list(ids))
    if isinstance(datasets, Failure):
        return Failure(datasets.failure())
    names = {dataset.id: dataset.title for dataset in datasets.unwrap()}
    charts = await _charts(superset, on_it.unwrap(), names)
    if isinstance(charts, Failure):
        return Failure(charts.failure())
    about = ("dashboard", dashboard.id, dashboard.uuid, dashboard.title)
    return Success(Subjects(*about, datasets.unwrap(), charts.unwrap()))


async def subjects_of_dataset(
    superset: Superset, reference: str, env_id: str
) -> Result[Subjects, ToolFailure]:
    """A dataset and its columns."""
    found = await find_dataset(superset, reference, env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dataset = found.unwrap()
    described = await _datasets(superset, [dataset.id])
    if isinstance(described, Failure):
        return Failure(described.failure())
    about = ("dataset", dataset.id, dataset.uuid, dataset.title)
    return Success(Subjects(*about, described.unwrap()))


async def _datasets(
    superset: Superset, ids: Sequence[str]
) -> Result[tuple[DescribedDataset, ...], ToolFailure]:
    found: list[DescribedDataset] = []
    for dataset_id in ids:
        described = await superset.descriptions.dataset(dataset_id)
        if isinstance(described, Failure):
            return Failure(from_superset(described.failure()))
        found.append(described.unwrap())
    return Success(tuple(found))


async def _charts(
    superset: Superset, charts: Sequence[ChartSummary], datasets: dict[str, str]
) -> Result[tuple[SubjectChart, ...], ToolFailure]:
    free = asyncio.Semaphore(_AT_ONCE)

    async def one(summary: ChartSummary) -> Result[SubjectChart, ToolFailure]:
        async with free:
            found = await superset.descriptions.chart(summary.id)
        if isinstance(found, Failure):
            return Failure(from_superset(found.failure()))
        return Success(SubjectChart(found.unwrap(), datasets[summary.dataset_id or ""]))

    described = await asyncio.gather(*(one(chart) for chart in charts if chart.dataset_id))
    for each in described:
        if isinstance(each, Failure):
            return Failure(each.failure())
    return Success(tuple(each.unwrap() for each in described))
