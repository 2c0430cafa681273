"""Drafts descriptions, object by object: the steps of a task that only reads."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, cast

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.documenting.subjects import Subjects, undescribed
from application.toolkit.documenting.wording import Wanted, Worded, worded
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.tool import StepDone
from domain.column_drafts import draft_of_column, examples_of
from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.documenting import draft_of_chart, draft_of_dataset
from domain.reading import Reading
from domain.superset import ChartSummary, JsonValue
from domain.texts import Text, text

_COLUMNS_A_STEP: Final = 20
_CHARTS_A_STEP: Final = 10
_SAMPLE_ROWS: Final = 200
_SQL_SHOWN: Final = 2000
_FORM_SHOWN: Final = ("metrics", "metric", "x_axis", "groupby", "columns", "all_columns")
_OWN: Final = "own"

_Object: TypeAlias = Mapping[str, JsonValue]


def items_of(subjects: Subjects) -> list[JsonValue]:
    """What there is to draft, one step each: some charts, or a dataset with some columns."""
    head: dict[str, JsonValue] = {
        "kind": subjects.about,
        "id": subjects.id,
        "uuid": subjects.uuid,
        "title": subjects.title,
        "described": subjects.texts - subjects.missing,
    }
    named = [*_dataset_items(subjects), *_chart_items(subjects)]
    return [{**each, "about": head} for each in named]


async def draft_item(item: _Object, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
    """Read the objects of one step anew and draft their texts; its value is a list of them."""
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    if item["kind"] == "charts":
        return await _draft_charts(opened.unwrap(), item, ctx)
    return await _draft_dataset(opened.unwrap(), item, ctx)


def _dataset_items(subjects: Subjects) -> Iterator[dict[str, JsonValue]]:
    for dataset in subjects.datasets:
        columns = [column.id for column in undescribed(dataset)]
        parts = [
            columns[at : at + _COLUMNS_A_STEP] for at in range(0, len(columns), _COLUMNS_A_STEP)
        ]
        own = not dataset.description
        for at, part in enumerate(parts or ([[]] if own else [])):
            yield {
                **_named("dataset", dataset),
                "own": own and at == 0,
                "columns": list(part),
            }


def _chart_items(subjects: Subjects) -> Iterator[dict[str, JsonValue]]:
    charts: list[JsonValue] = [
        {**_named("chart", one.chart), "dataset": one.dataset}
        for one in subjects.charts
        if not one.chart.description
    ]
    for at in range(0, len(charts), _CHARTS_A_STEP):
        yield {"kind": "charts", "charts": charts[at : at + _CHARTS_A_STEP]}


def _named(kind: str, one: DescribedChart | DescribedDataset) -> dict[str, JsonValue]:
    return {"kind": kind, "id": one.id, "uuid": one.uuid, "title": one.title}


async def _draft_charts(
    superset: Superset, item: _Object, ctx: ToolContext
) -> Result[StepDone, ToolFailure]:
    charts: list[DescribedChart] = []
    facts: list[JsonValue] = []
    wanted: list[Wanted] = []
    for each in cast("Sequence[_Object]", item["charts"]):
        found = await superset.descriptions.chart(str(each["id"]))
        if isinstance(found, Failure):
            return Failure(from_superset(found.failure()))
        chart, dataset = found.unwrap(), str(each["dataset"])
        if chart.uuid != each["uuid"]:
            return Failure(failed("documentation-gone", title=str(each["title"])))
        by_rules = _said(draft_of_chart(chart, dataset), ctx)
        charts.append(chart)
        facts.append(_facts_of_chart(chart, dataset))
        wanted.append(Wanted(_key(chart), f"the chart {chart.title}", by_rules))
    done = await worded({"charts": facts}, wanted, ctx)
    drafted = [_drafted("chart", chart, done.texts[_key(chart)], done) for chart in charts]
    return Success(StepDone(drafted, _step_text(done, charts[0].title, len(charts) - 1)))


async def _draft_dataset(
    superset: Superset, item: _Object, ctx: ToolContext
) -> Result[StepDone, ToolFailure]:
    found = await superset.descriptions.dataset(str(item["id"]))
    if isinstance(found, Failure):
        return Failure(from_superset(found.failure()))
    dataset = found.unwrap()
    if dataset.uuid != item["uuid"]:
        return Failure(failed("documentation-gone", title=str(item["title"])))
    every = await superset.charts.all()
    if isinstance(every, Failure):
        return Failure(from_superset(every.failure()))
    titles = await superset.datasets.all()
    if isinstance(titles, Failure):
        return Failure(from_superset(titles.failure()))
    others = [each.title for each in titles.unwrap() if each.id != dataset.id]
    users = [chart for chart in every.unwrap() if chart.dataset_id == dataset.id]
    ids = cast("Sequence[str]", item["columns"])
    columns = [column for column in undescribed(dataset) if column.id in ids]
    names = tuple(column.name for column in columns if column.expression is None)
    # Without the right to its data, the names and types have to do.
    nothing = Reading((), ())
    sample = nothing
    if names:
        sample = (await superset.data.sample(dataset.id, names, _SAMPLE_ROWS)).value_or(nothing)
    wanted = [
        Wanted(
            _key(column),
            f"the column {column.name}",
            _said(draft_of_column(column, _values(column, sample), others), ctx),
        )
        for column in columns
    ]
    if item["own"] and not dataset.description:
        whole = _said(draft_of_dataset(dataset, users), ctx)
        wanted.insert(0, Wanted(_OWN, f"the dataset {dataset.title}", whole))
    done = await worded(_facts(dataset, columns, sample, users), wanted, ctx)
    drafted = _drafted("dataset", dataset, done.texts.get(_OWN), done, columns)
    return Success(StepDone([drafted], _step_text(done, dataset.title, 0)))


def _facts_of_chart(chart: DescribedChart, dataset: str) -> JsonValue:
    return {
        "argument": _key(chart),
        "title": chart.title,
        "type": chart.viz_type,
        "dataset": dataset,
        **{name: chart.form[name] for name in _FORM_SHOWN if chart.form.get(name)},
    }


def _facts(
    dataset: DescribedDataset,
    columns: Sequence[DescribedColumn],
    sample: Reading,
    users: Sequence[ChartSummary],
) -> dict[str, JsonValue]:
    """What a model is told: of the rows only what the rules show too, nothing about people."""
    described: list[JsonValue] = [
        {
            "argument": _key(column),
            "name": column.name,
            "type": column.type,
            "computed_as": column.expression,
            "examples": list(examples_of(column.name, _values(column, sample))),
        }
        for column in columns
    ]
    return {
        "dataset": dataset.title,
        "description": dataset.description,
        "sql": dataset.sql[:_SQL_SHOWN] if dataset.sql else None,
        "all_columns": [column.name for column in dataset.columns],
        "charts": [chart.title for chart in users],
        "columns": described,
    }


def _drafted(
    kind: str,
    one: DescribedChart | DescribedDataset,
    own: str | None,
    done: Worded,
    columns: Sequence[DescribedColumn] = (),
) -> dict[str, JsonValue]:
    return {
        **_named(kind, one),
        "changed_at": one.changed_at.isoformat(),
        "new": own,
        "columns": [
            {"id": each.id, "name": each.name, "type": each.type, "new": done.texts.get(_key(each))}
            for each in columns
        ],
        "model": done.model,
    }


def _step_text(done: Worded, title: str, more: int) -> Text:
    return text(
        "documentation-step",
        title=title,
        more=more,
        count=len(done.texts),
        model=done.model or "none",
        problem=done.problem or "none",
    )


def _key(one: DescribedChart | DescribedColumn) -> str:
    """How a model names its text."""
    return f"c{one.id}"


def _values(column: DescribedColumn, sample: Reading) -> list[JsonValue]:
    names = [each.name for each in sample.columns]
    if column.name not in names:
        return []
    at = names.index(column.name)
    return [row[at] for row in sample.rows]


def _said(draft: Text | None, ctx: ToolContext) -> str | None:
    """A draft in the language of the conversation, its first letter a capital one."""
    if draft is None:
        return None
    said = ctx.services.texts.say(draft, ctx.language)
    return said[:1].upper() + said[1:]
