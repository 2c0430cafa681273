"""
Lays the `extraFormData` of a dashboard's filters over the saved query of a chart.

Superset's page does this in the browser (`buildQueryObject` and `overrideExtraFormData` of
superset-ui); its API takes the finished query.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.superset import JsonValue

_REPLACED: Final = {
    "granularity": "granularity",
    "granularity_sqla": "granularity",
    "time_column": "time_column",
    "time_grain": "time_grain",
    "time_range": "time_range",
}
_REPLACED_EXTRAS: Final = ("relative_start", "relative_end", "time_grain_sqla")

Json = Mapping[str, JsonValue]


def with_extra(query_context: Json, extra: Json) -> dict[str, JsonValue]:
    """The query context with every one of its queries filtered; nothing given is changed."""
    form = _mapping(query_context.get("form_data"))
    return {
        **query_context,
        "queries": [_filtered(query, extra) for query in _rows(query_context.get("queries"))],
        # Templates in the SQL of a virtual dataset read the filters from here.
        "form_data": {**form, "extra_form_data": dict(extra)},
    }


def columns_filtered(extra: Json) -> set[str]:
    """Columns that the filters name; a dataset may lack them, and they do nothing there."""
    return {str(each.get("col")) for each in (*_rows(extra.get("filters")), *_simple(extra))}


def columns_of_queries(query_context: Json) -> set[str]:
    """Columns that the saved queries are filtered by themselves."""
    queries = _rows(query_context.get("queries"))
    return {str(each.get("col")) for query in queries for each in _rows(query.get("filters"))}


def _filtered(query: Json, extra: Json) -> dict[str, JsonValue]:
    changed: dict[str, JsonValue] = {**query}
    appended = [*_rows(extra.get("filters")), *_simple(extra)]
    changed["filters"] = [*_rows(query.get("filters")), *appended]
    for key, target in _REPLACED.items():
        if extra.get(key) is not None:
            changed[target] = extra[key]
    extras: dict[str, JsonValue] = {**_mapping(query.get("extras"))}
    extras |= {key: extra[key] for key in _REPLACED_EXTRAS if extra.get(key) is not None}
    for clause in ("where", "having"):
        parts = [extras.get(clause), *_freeform(extra, clause)]
        said = [str(part) for part in parts if part]
        if said:
            extras[clause] = " AND ".join(f"({part})" for part in said)
    grain = extra.get("time_grain_sqla")
    if grain is not None:
        changed["columns"] = [_with_grain(each, grain) for each in _list(query.get("columns"))]
    return {**changed, "extras": extras}


def _with_grain(column: JsonValue, grain: JsonValue) -> JsonValue:
    """The time axis of a chart carries the grain too."""
    if isinstance(column, Mapping) and column.get("columnType") == "BASE_AXIS":
        return {**column, "timeGrain": grain}
    return column


def _simple(extra: Json) -> Iterator[dict[str, JsonValue]]:
    for each in _rows(extra.get("adhoc_filters")):
        if each.get("expressionType") == "SIMPLE":
            yield {
                "col": each.get("subject"),
                "op": each.get("operator"),
                "val": each.get("comparator"),
            }


def _freeform(extra: Json, clause: str) -> Iterator[JsonValue]:
    for each in _rows(extra.get("adhoc_filters")):
        if each.get("expressionType") == "SQL":
            wanted = str(each.get("clause") or "WHERE").lower()
            if wanted == clause:
                yield each.get("sqlExpression")


def _mapping(value: JsonValue) -> Json:
    return value if isinstance(value, Mapping) else {}


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _rows(value: JsonValue) -> list[Json]:
    return [each for each in _list(value) if isinstance(each, Mapping)]
