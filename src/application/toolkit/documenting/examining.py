"""Runs charts and looks over the columns of datasets, for the facts about them."""

from collections.abc import Mapping, Sequence
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from domain.descriptions import DescribedColumn
from domain.reading import Aggregate, AggregateFunction, ColumnKind
from domain.superset import JsonValue, SupersetError, SupersetFault
from domain.validation import facts_of_reading, newest_of

_NUMERIC: Final = ("INT", "FLOAT", "DOUBLE", "DECIMAL", "NUMERIC", "REAL", "MONEY", "NUMBER")


async def examine_chart(
    superset: Superset,
    chart_id: str,
    ctx: ToolContext,
    extra: Mapping[str, JsonValue] | None = None,
) -> Result[dict[str, JsonValue], SupersetError]:
    """
    The facts of one run, with a dashboard's filters (`extraFormData`) laid over the query.

    A chart that is broken or may not be read is one more fact; only a Superset that does not
    answer is a failure.
    """
    clock = ctx.services.clock
    async with ctx.services.gates[ctx.env.env_id]:
        begun = clock.now()
        read = await superset.data.chart(chart_id, extra)
        seconds = (clock.now() - begun).total_seconds()
    if isinstance(read, Failure):
        return _without_rows(read.failure())
    return Success(facts_of_reading(read.unwrap(), seconds))


async def examine_columns(
    superset: Superset,
    dataset_id: str,
    columns: Sequence[Mapping[str, JsonValue]],
    ctx: ToolContext,
) -> Result[dict[str, JsonValue], SupersetError]:
    """The facts of some columns of a dataset (name and kind), over all of its rows."""
    clock = ctx.services.clock
    wanted = [Aggregate("COUNT"), *(each for column in columns for each in _aggregates(column))]
    async with ctx.services.gates[ctx.env.env_id]:
        begun = clock.now()
        read = await superset.data.aggregates(dataset_id, wanted)
        seconds = (clock.now() - begun).total_seconds()
    if isinstance(read, Failure):
        return _without_rows(read.failure())
    rows, *numbers = read.unwrap()
    total = rows if isinstance(rows, int) else 0
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    newest = [
        moment
        for column, (_, value) in zip(columns, pairs, strict=True)
        if column["kind"] == "time" and (moment := newest_of([value])) is not None
    ]
    return Success(
        {
            "error": None,
            "rows": total,
            "seconds": round(seconds, 3),
            "columns": [
                _facts(column, present, value, total)
                for column, (present, value) in zip(columns, pairs, strict=True)
            ],
            "newest": max(newest).isoformat() if newest else None,
        }
    )


def kind_of(column: DescribedColumn) -> ColumnKind:
    """What a column of a dataset holds, by its type."""
    kind = column.type.upper()
    if column.is_time or "DATE" in kind or "TIME" in kind:
        return "time"
    return "number" if any(word in kind for word in _NUMERIC) else "text"


def _aggregates(column: Mapping[str, JsonValue]) -> tuple[Aggregate, Aggregate]:
    """How many values there are, and one that tells most about them."""
    name = str(column["name"])
    functions: dict[str, AggregateFunction] = {"number": "AVG", "time": "MAX"}
    function = functions.get(str(column["kind"]), "COUNT_DISTINCT")
    return Aggregate("COUNT", name), Aggregate(function, name)


def _facts(
    column: Mapping[str, JsonValue], present: JsonValue, value: JsonValue, rows: int
) -> dict[str, JsonValue]:
    filled = present if isinstance(present, int) else 0
    is_number = column["kind"] == "number" and isinstance(value, int | float)
    return {
        "name": column["name"],
        "kind": column["kind"],
        "nulls": round(1 - filled / rows, 4) if rows else 0.0,
        "level": value if is_number else None,
        "distinct": value if column["kind"] == "text" else None,
    }


def _without_rows(error: SupersetError) -> Result[dict[str, JsonValue], SupersetError]:
    nothing: dict[str, JsonValue] = {"rows": 0, "seconds": 0.0, "columns": [], "newest": None}
    match error.fault:
        case SupersetFault.FORBIDDEN:
            return Success({**nothing, "error": None, "unread": True})
        case SupersetFault.REFUSED:
            return Success({**nothing, "error": error.detail or "Superset refused the query."})
        case SupersetFault.NOT_FOUND:
            said = "It does not exist any more, or its dataset does not."
            return Success({**nothing, "error": said})
        case _:
            return Failure(error)
