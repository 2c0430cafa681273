"""Drafts of descriptions for what a dashboard or a dataset is made of."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.finding import find_dashboard, find_dataset
from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.documenting import draft_of_chart, draft_of_column, draft_of_dataset
from domain.reading import Reading
from domain.superset import ChartSummary, JsonValue
from domain.texts import Text

_SAMPLE_ROWS: Final = 200
_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True)
class DatasetDraft:
    """
    New texts for a dataset; what has a description keeps it.

    Args:
        description: of the dataset itself, None where it has one.
        columns: new texts by the number of the column.

    """

    dataset: DescribedDataset
    description: str | None
    columns: dict[str, str]

    @property
    def fields(self) -> int:
        """How many texts it has."""
        return len(self.columns) + (self.description is not None)


@dataclass(frozen=True, slots=True)
class ChartDraft:
    """A new text for a chart."""

    chart: DescribedChart
    description: str


@dataclass(frozen=True, slots=True)
class Drafts:
    """All that could be written; `described` counts the texts that are there and stay."""

    about: str
    title: str
    uuid: str
    id: str
    datasets: tuple[DatasetDraft, ...]
    charts: tuple[ChartDraft, ...]
    described: int

    @property
    def fields(self) -> int:
        return sum(draft.fields for draft in self.datasets) + len(self.charts)


async def drafts_of_dashboard(
    superset: Superset, reference: str, ctx: ToolContext
) -> Result[Drafts, ToolFailure]:
    """For the charts of a dashboard and the datasets under them."""
    found = await find_dashboard(superset, reference, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dashboard = found.unwrap()
    on_it = await superset.dashboards.charts(dashboard.id)
    if isinstance(on_it, Failure):
        return Failure(from_superset(on_it.failure()))
    ids = dict.fromkeys(chart.dataset_id for chart in on_it.unwrap() if chart.dataset_id)
    datasets = await _datasets(superset, list(ids), ctx)
    if isinstance(datasets, Failure):
        return Failure(datasets.failure())
    names = {draft.dataset.id: draft.dataset.title for draft in datasets.unwrap()}
    charts = await _charts(superset, on_it.unwrap(), names, ctx)
    if isinstance(charts, Failure):
        return Failure(charts.failure())
    drafted = tuple(draft for draft in charts.unwrap() if draft.chart.description is None)
    described = len(charts.unwrap()) - len(drafted) + sum(map(_described, datasets.unwrap()))
    return Success(
        Drafts(
            "dashboard",
            dashboard.title,
            dashboard.uuid,
            dashboard.id,
            datasets.unwrap(),
            drafted,
            described,
        )
    )


async def drafts_of_dataset(
    superset: Superset, reference: str, ctx: ToolContext
) -> Result[Drafts, ToolFailure]:
    """For a dataset and its columns."""
    found = await find_dataset(superset, reference, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    datasets = await _datasets(superset, [found.unwrap().id], ctx)
    if isinstance(datasets, Failure):
        return Failure(datasets.failure())
    dataset, described = found.unwrap(), sum(map(_described, datasets.unwrap()))
    return Success(
        Drafts("dataset", dataset.title, dataset.uuid, dataset.id, datasets.unwrap(), (), described)
    )


async def _datasets(
    superset: Superset, ids: Sequence[str], ctx: ToolContext
) -> Result[tuple[DatasetDraft, ...], ToolFailure]:
    every = await superset.charts.all()
    if isinstance(every, Failure):
        return Failure(from_superset(every.failure()))
    drafts: list[DatasetDraft] = []
    for dataset_id in ids:
        found = await superset.descriptions.dataset(dataset_id)
        if isinstance(found, Failure):
            return Failure(from_superset(found.failure()))
        dataset = found.unwrap()
        names = tuple(column.name for column in dataset.columns if column.expression is None)
        # Without the right to its data, the names and types have to do.
        sample = await superset.data.sample(dataset_id, names, _SAMPLE_ROWS)
        users = [chart for chart in every.unwrap() if chart.dataset_id == dataset_id]
        drafts.append(_draft(dataset, sample.value_or(Reading((), ())), users, ctx))
    return Success(tuple(drafts))


def _draft(
    dataset: DescribedDataset, sample: Reading, users: Sequence[ChartSummary], ctx: ToolContext
) -> DatasetDraft:
    columns = {
        column.id: _said(draft_of_column(column, _values(column, sample)), ctx)
        for column in dataset.columns
        if not column.description
    }
    whole = None if dataset.description else _said(draft_of_dataset(dataset, users), ctx)
    return DatasetDraft(dataset, whole, columns)


async def _charts(
    superset: Superset, charts: Sequence[ChartSummary], datasets: dict[str, str], ctx: ToolContext
) -> Result[tuple[ChartDraft, ...], ToolFailure]:
    free = asyncio.Semaphore(_AT_ONCE)

    async def one(summary: ChartSummary) -> Result[ChartDraft, ToolFailure]:
        async with free:
            found = await superset.descriptions.chart(summary.id)
        if isinstance(found, Failure):
            return Failure(from_superset(found.failure()))
        chart, dataset = found.unwrap(), datasets[summary.dataset_id or ""]
        return Success(ChartDraft(chart, _said(draft_of_chart(chart, dataset), ctx)))

    drafts = await asyncio.gather(*(one(chart) for chart in charts if chart.dataset_id))
    for draft in drafts:
        if isinstance(draft, Failure):
            return Failure(draft.failure())
    return Success(tuple(draft.unwrap() for draft in drafts))


def _values(column: DescribedColumn, sample: Reading) -> list[JsonValue]:
    names = [each.name for each in sample.columns]
    if column.name not in names:
        return []
    at = names.index(column.name)
    return [row[at] for row in sample.rows]


def _described(draft: DatasetDraft) -> int:
    return len(draft.dataset.columns) - len(draft.columns) + (draft.description is None)


def _said(draft: Text, ctx: ToolContext) -> str:
    """A draft in the language of the conversation, its first letter a capital one."""
    said = ctx.services.texts.say(draft, ctx.language)
    return said[:1].upper() + said[1:]
