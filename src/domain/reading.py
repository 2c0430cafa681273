"""Rows that Superset gave for a chart or a dataset, and numbers about a dataset."""

from dataclasses import dataclass
from typing import Literal

from domain.superset import JsonValue

ColumnKind = Literal["number", "text", "time", "boolean"]
AggregateFunction = Literal["COUNT", "COUNT_DISTINCT", "MIN", "MAX", "AVG"]


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """A column of a result."""

    name: str
    kind: ColumnKind


@dataclass(frozen=True, slots=True)
class Reading:
    """
    What a query gave: rows, or the error that a viewer would see.

    Args:
        rows: in the order of the result; a time is milliseconds since 1970, or text.

    """

    columns: tuple[ReadColumn, ...]
    rows: tuple[tuple[JsonValue, ...], ...]
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One number to compute; without a column it counts the rows."""

    function: AggregateFunction
    column: str | None = None
