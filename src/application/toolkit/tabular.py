"""Rows of a query as a tool returns them."""

from application.toolkit.model_text import lines_within_limit, on_one_line
from domain.superset import JsonValue, QueryResult
from domain.truncation import Truncated


def tabular_value(result: QueryResult) -> dict[str, JsonValue]:
    """The shape that is downloadable as CSV: columns, rows, row_count, limited."""
    return {
        "columns": [{"name": column.name, "type": column.type} for column in result.columns],
        "rows": [list(row) for row in result.rows],
        "row_count": len(result.rows),
        "limited": result.limited,
    }


def tabular_text(head: str, result: QueryResult) -> Truncated:
    """The same for a model: one line for the columns, one a row, as far as they fit."""
    columns = f"Columns: {on_one_line([column.name for column in result.columns])}"
    rows = (on_one_line(list(row)) for row in result.rows)
    return lines_within_limit(f"{head}\n{columns}", rows)
