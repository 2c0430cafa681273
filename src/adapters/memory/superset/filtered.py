"""The queries of charts in memory, with the filters of a dashboard laid over them."""

import sqlite3
from collections.abc import Iterator, Mapping

from adapters.memory.superset.objects import MemoryChart, MemoryDataset
from adapters.memory.superset.sqlite import read_all
from domain.superset import JsonValue

_OPERATORS = {"==": "=", "!=": "<>", ">": ">", "<": "<", ">=": ">=", "<=": "<="}


def source(dataset: MemoryDataset) -> str:
    """What a dataset is in SQL."""
    return f"({dataset.sql})" if dataset.sql else f'"{dataset.title}"'


def query_of_chart(
    chart: MemoryChart,
    dataset: MemoryDataset,
    extra: Mapping[str, JsonValue],
    connection: sqlite3.Connection,
) -> str:
    """
    The SQL of a chart, over the rows of its dataset that the filters leave.

    A filter on a column that the dataset lacks is left out. Of a chart with SQL of its own on a
    virtual dataset, what it gives is filtered.
    """
    query = chart.sql or f"SELECT * FROM {source(dataset)}"  # noqa: S608  # a test's own words
    inner = f'main."{dataset.title}"' if dataset.sql is None else f"({query})"
    read = read_all(connection, f"SELECT * FROM {inner} LIMIT 0")  # noqa: S608  # likewise
    names = () if isinstance(read, str) else read.names
    conditions = " AND ".join(_conditions(extra, names))
    if not conditions:
        return query
    rows = f"SELECT * FROM {inner} WHERE {conditions}"  # noqa: S608  # likewise
    return rows if dataset.sql else f'WITH "{dataset.title}" AS ({rows}) {query}'


def _conditions(extra: Mapping[str, JsonValue], names: tuple[str, ...]) -> Iterator[str]:
    listed = extra.get("filters")
    for each in listed if isinstance(listed, list) else []:
        if not isinstance(each, Mapping) or each.get("col") not in names:
            continue
        column, operator, wanted = f"[{each['col']}]", str(each.get("op")), each.get("val")
        if operator in _OPERATORS:
            yield f"{column} {_OPERATORS[operator]} {_literal(wanted)}"
        elif operator in {"IN", "NOT IN"} and isinstance(wanted, list):
            yield f"{column} {operator} ({', '.join(map(_literal, wanted))})"
        else:
            raise NotImplementedError(f"no filter in memory is {operator}")


def _literal(value: JsonValue) -> str:
    if isinstance(value, int | float):
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"
