"""Drafts of what datasets and charts are, made by rules from SQL, forms and usage."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from domain.column_names import words_of
from domain.descriptions import DescribedChart, DescribedDataset
from domain.superset import ChartSummary, JsonValue
from domain.texts import Text, text

_SOURCE: Final = re.compile(r"\b(?:from|join)\s+([\w.\"`\[\]]+)", re.IGNORECASE)
_LISTED: Final = 5


def draft_of_dataset(dataset: DescribedDataset, charts: Sequence[ChartSummary]) -> Text:
    """What a dataset is made of, and who uses it."""
    spoken = " ".join(words_of(dataset.title)) or dataset.title
    names = _listed([column.name for column in dataset.columns])
    dashboards = sorted({one.title for chart in charts for one in chart.dashboards})
    usage = text("doc-unused")
    if charts:
        usage = text("doc-used", charts=len(charts), dashboards=_listed(dashboards) or "–")
    if dataset.sql is None:
        return text("doc-dataset-table", words=spoken, columns=names, usage=usage)
    tables = _listed(_sources(dataset.sql)) or "–"
    return text("doc-dataset-virtual", words=spoken, tables=tables, columns=names, usage=usage)


def draft_of_chart(chart: DescribedChart, dataset: str) -> Text:
    """What a chart shows, from its form."""
    kind = " ".join(words_of(chart.viz_type.removeprefix("echarts_"))) or "chart"
    form = chart.form
    measures = [*_labels(form.get("metrics")), *_labels(form.get("metric"))]
    by = [
        *_labels(form.get("x_axis")),
        *_labels(form.get("groupby")),
        *_labels(form.get("columns")),
    ]
    if measures and by:
        return text(
            "doc-chart-by",
            kind=kind,
            measures=_listed(measures),
            by=_listed(by),
            dataset=dataset,
        )
    shown = _listed(measures or by or _labels(form.get("all_columns"))) or chart.title
    return text("doc-chart", kind=kind, shown=shown, dataset=dataset)


def _sources(sql: str) -> list[str]:
    found = (match[1].strip('"`[]') for match in _SOURCE.finditer(sql))
    return list(dict.fromkeys(found))


def _labels(value: JsonValue) -> list[str]:
    """Names of columns and metrics, in whichever form a chart keeps them."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, Mapping):
        return [str(label)] if (label := value.get("label") or value.get("sqlExpression")) else []
    if isinstance(value, Sequence):
        return [label for each in value for label in _labels(each)]
    return []


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_LISTED])
    return f"{shown}, …" if len(names) > _LISTED else shown
