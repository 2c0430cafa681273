"""`/api/v1/chart/{id}/data/` and `/api/v1/chart/data`."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from http import HTTPStatus
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import (
    Answer,
    as_object,
    as_rows,
    parsed,
    text,
    text_or_none,
)
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.errors import shown
from adapters.superset_httpx.ids import number_of
from application.ports.superset.data import Data
from domain.extra_form_data import columns_filtered, columns_of_queries, with_extra
from domain.reading import Aggregate, ColumnKind, ReadColumn, Reading
from domain.superset import JsonValue, SupersetError, SupersetFault

_KINDS: Final[Sequence[ColumnKind]] = ("number", "text", "time", "boolean")


class HttpData(Data):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def chart(
        self, chart_id: str, extra: Mapping[str, JsonValue] | None = None
    ) -> Result[Reading, SupersetError]:
        number = number_of(chart_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        as_saved = Call.get(f"/api/v1/chart/{number}/data/", force="true")
        if not extra:
            return await self._read(as_saved)
        saved = await self._saved_query(number)
        if not is_successful(saved):
            return Failure(saved.failure())
        query = saved.unwrap()
        if query is None:
            # Superset says itself what is wrong with it.
            return await self._read(as_saved)
        body = {**with_extra(query, extra), "force": True, "result_format": "json"}
        call = Call.post("/api/v1/chart/data", {**body, "result_type": "full"}, writes=False)
        return await self._read(call, columns_filtered(extra) - columns_of_queries(query))

    async def sample(
        self, dataset_id: str, columns: Sequence[str], limit: int
    ) -> Result[Reading, SupersetError]:
        number = number_of(dataset_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        return await self._read(_query(number, {"columns": list(columns), "row_limit": limit}))

    async def aggregates(
        self, dataset_id: str, wanted: Sequence[Aggregate]
    ) -> Result[tuple[JsonValue, ...], SupersetError]:
        number = number_of(dataset_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        metrics: JsonValue = [_metric(at, each) for at, each in enumerate(wanted)]
        read = await self._read(_query(number, {"columns": [], "metrics": metrics}))
        if not is_successful(read):
            return Failure(read.failure())
        reading = read.unwrap()
        if reading.error is not None:
            return Failure(self._client.error(SupersetFault.REFUSED, reading.error))
        row = reading.rows[0] if reading.rows else ()
        values = dict(zip((column.name for column in reading.columns), row, strict=False))
        return Success(tuple(values.get(f"n{at}") for at in range(len(wanted))))

    async def _saved_query(
        self, number: int
    ) -> Result[Mapping[str, JsonValue] | None, SupersetError]:
        """None where the chart has no query that can be read."""
        found = await self._client.result(Call.get(f"/api/v1/chart/{number}"))
        if not is_successful(found):
            return Failure(found.failure())
        saved = as_object(found.unwrap()).get("query_context")
        try:
            query = as_object(parsed(text(saved).encode()))
        except (ValueError, RecursionError):
            return Success(None)
        return Success(query or None)

    async def _read(
        self, call: Call, dispensable: AbstractSet[str] = frozenset()
    ) -> Result[Reading, SupersetError]:
        """What a query gave; columns that it may be filtered by in vain are no error."""
        answer = await self._client.send(call)
        if is_successful(answer):
            return self._reading(answer.unwrap(), dispensable)
        error = answer.failure()
        if error.fault is SupersetFault.REFUSED:
            return Success(Reading((), (), error.detail))
        return Failure(error)

    def _reading(
        self, answer: Answer, dispensable: AbstractSet[str]
    ) -> Result[Reading, SupersetError]:
        if answer.status == HTTPStatus.ACCEPTED:
            detail = "Superset computes charts in the background (GLOBAL_ASYNC_QUERIES)."
            return Failure(self._client.error(SupersetFault.REFUSED, detail))
        queries = as_rows(as_object(answer.json).get("result"))
        if not queries:
            return Failure(self._client.error(SupersetFault.NOT_SUPERSET))
        first = queries[0]
        columns = _columns(first)
        rows = tuple(
            tuple(row.get(column.name) for column in columns) for row in as_rows(first.get("data"))
        )
        errors = [error for each in queries if (error := _error(each, dispensable))]
        return Success(Reading(columns, rows, errors[0] if errors else None))


def _query(dataset: int, query: Mapping[str, JsonValue]) -> Call:
    body: dict[str, JsonValue] = {
        "datasource": {"id": dataset, "type": "table"},
        "force": True,
        "result_format": "json",
        "result_type": "full",
        "queries": [{"filters": [], "orderby": [], **query}],
    }
    return Call.post("/api/v1/chart/data", body, writes=False)


def _metric(at: int, wanted: Aggregate) -> dict[str, JsonValue]:
    if wanted.column is None:
        counted: dict[str, JsonValue] = {"expressionType": "SQL", "sqlExpression": "COUNT(*)"}
        return {**counted, "label": f"n{at}"}
    return {
        "expressionType": "SIMPLE",
        "aggregate": wanted.function,
        "column": {"column_name": wanted.column},
        "label": f"n{at}",
    }


def _columns(query: Mapping[str, JsonValue]) -> tuple[ReadColumn, ...]:
    names, kinds = query.get("colnames"), query.get("coltypes")
    known = kinds if isinstance(kinds, list) else []
    return tuple(
        ReadColumn(text(name), _kind(known[at] if at < len(known) else None))
        for at, name in enumerate(names if isinstance(names, list) else [])
    )


def _kind(kind: JsonValue) -> ColumnKind:
    return _KINDS[kind] if isinstance(kind, int) and 0 <= kind < len(_KINDS) else "text"


def _error(query: Mapping[str, JsonValue], dispensable: AbstractSet[str]) -> str | None:
    error = text_or_none(query.get("error"))
    if error is not None:
        return shown(error)
    # Superset runs the query without such a filter, so it shows too much without a word.
    rejected = [text(each.get("column")) for each in as_rows(query.get("rejected_filters"))]
    dropped = [column for column in rejected if column not in dispensable]
    return shown(f"Filters on unknown columns: {', '.join(dropped)}") if dropped else None
