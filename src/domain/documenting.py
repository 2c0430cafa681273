"""Drafts of descriptions, made by rules from names, types, SQL, sample values and usage."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.superset import ChartSummary, JsonValue
from domain.texts import Text, text

_WORD_BREAK: Final = re.compile(r"[_\s\-.]+|(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])")
_SOURCE: Final = re.compile(r"\b(?:from|join)\s+([\w.\"`\[\]]+)", re.IGNORECASE)
_NUMERIC: Final = re.compile(r"INT|FLOAT|DOUBLE|DECIMAL|NUMERIC|REAL|MONEY|NUMBER", re.IGNORECASE)
_TEMPORAL: Final = re.compile(r"DATE|TIME", re.IGNORECASE)
_MONEY: Final = frozenset(
    {"revenue", "amount", "price", "cost", "total", "sum", "income", "profit"}
)
_COUNT: Final = frozenset({"count", "quantity", "qty", "number", "num"})
_PERSONAL: Final = re.compile(
    r"name|mail|phone|address|passport|birth|card|account|login|user|password|token|iban|имя|"
    r"фамил|почт|телефон|адрес|паспорт",
    re.IGNORECASE,
)
_FEW: Final = 12
_SHOWN: Final = 3
_LONGEST_VALUE: Final = 30
_LISTED: Final = 5


def draft_of_column(column: DescribedColumn, samples: Iterable[JsonValue]) -> Text:
    """What a column holds, as far as its name, type and values tell."""
    words = words_of(column.name)
    spoken = " ".join(words) or column.name
    if column.expression:
        return text("doc-column-computed", words=spoken, expression=column.expression)
    if column.is_time or _TEMPORAL.search(column.type):
        return text("doc-column-time", words=spoken)
    if words[-1:] == ["id"]:
        return text("doc-column-id", words=" ".join(words[:-1]) or "row")
    if words[:1] in (["is"], ["has"]) or "BOOL" in column.type.upper():
        rest = words[1:] if words[:1] in (["is"], ["has"]) else words
        return text("doc-column-flag", words=" ".join(rest) or spoken)
    return _draft_by_values(column, words, samples)


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


def words_of(name: str) -> list[str]:
    """The words of `order_id`, `orderId` or `Order ID`, in lower case."""
    return [word.lower() for word in _WORD_BREAK.split(name) if word]


def examples_of(name: str, samples: Iterable[JsonValue]) -> list[str]:
    """A few values of a category; never those of a column that may name people."""
    if _PERSONAL.search(name):
        return []
    values = {value for value in samples if isinstance(value, str) and value.strip()}
    if not 0 < len(values) <= _FEW:
        return []
    if any(len(value) > _LONGEST_VALUE or "@" in value for value in values):
        return []
    return sorted(values)[:_SHOWN]


def _draft_by_values(
    column: DescribedColumn, words: Sequence[str], samples: Iterable[JsonValue]
) -> Text:
    spoken = " ".join(words) or column.name
    if _NUMERIC.search(column.type):
        return text(f"doc-column-{_measure(words)}", words=spoken)
    examples = examples_of(column.name, samples)
    if examples:
        return text("doc-column-category", words=spoken, examples=", ".join(examples))
    return text("doc-column-text", words=spoken)


def _measure(words: Sequence[str]) -> str:
    if _MONEY & set(words):
        return "amount"
    return "count" if _COUNT & set(words) else "number"


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
