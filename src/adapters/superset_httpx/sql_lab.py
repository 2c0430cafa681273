"""`/api/v1/sqllab/`: one statement, its rows, and what runs in the background."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_object, as_rows, text
from adapters.superset_httpx.calls import Call, rison
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.column_names import as_written
from adapters.superset_httpx.ids import number_of
from adapters.superset_httpx.row_limit import Bounded, bounded
from application.ports.superset.sql_lab import Query, SqlLab
from domain.superset import Column, JsonValue, QueryResult, SupersetError, SupersetFault

_NO_SUCH_DATABASE: Final = "database referenced in this query was not found"
_ENDED_BADLY: Final = {"failed", "stopped", "timed_out"}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a query that runs in the background, and how often to look."""

    deadline_s: float = 25.0
    poll_s: float = 0.5


class HttpSqlLab(SqlLab):
    def __init__(self, client: SupersetClient, patience: Patience) -> None:
        self._client = client
        self._patience = patience

    async def run(self, query: Query) -> Result[QueryResult, SupersetError]:
        number = number_of(query.database_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        sent = Bounded(query.sql, None) if query.writes else bounded(query.sql)
        kept = query.limit if sent.own_limit is None else min(query.limit, sent.own_limit)
        body: dict[str, JsonValue] = {
            "database_id": number,
            "sql": sent.sql,
            # Superset takes 0 for "no limit".
            "queryLimit": max(1, kept),
            "runAsync": False,
        }
        if query.schema is not None:
            body["schema"] = query.schema
        call = Call.post("/api/v1/sqllab/execute/", body, writes=query.writes)
        answer = await self._client.send(call)
        if not is_successful(answer):
            return Failure(self._execution_error(answer.failure()))
        reply = answer.unwrap().json
        if answer.unwrap().status == HTTPStatus.ACCEPTED:
            finished = await self._wait_for(as_object(as_object(reply).get("query")), query)
            if not is_successful(finished):
                return Failure(finished.failure())
            reply = finished.unwrap()
        if "data" not in as_object(reply):
            lost = SupersetFault.UNKNOWN_OUTCOME if query.writes else SupersetFault.NOT_SUPERSET
            return Failure(self._client.error(lost))
        return Success(_result(as_object(reply), kept, query))

    def _execution_error(self, error: SupersetError) -> SupersetError:
        if error.fault is SupersetFault.REFUSED and _NO_SUCH_DATABASE in error.detail:
            return self._client.error(SupersetFault.NOT_FOUND, error.detail)
        return error

    async def _wait_for(
        self, started: Mapping[str, JsonValue], query: Query
    ) -> Result[Mapping[str, JsonValue], SupersetError]:
        """The result of a query that answered 202: it has no rows yet, which is not "no rows"."""
        number = next(
            (text(started[key]) for key in ("queryId", "serverId", "id") if started.get(key)), ""
        )
        lost = SupersetFault.UNKNOWN_OUTCOME if query.writes else SupersetFault.GATEWAY
        waited = 0.0
        while waited < self._patience.deadline_s:
            looked = await self._client.result(Call.get(f"/api/v1/query/{number}"))
            if not is_successful(looked):
                return Failure(self._client.error(lost, looked.failure().detail))
            state = as_object(looked.unwrap())
            status = text(state.get("status") or state.get("state"))
            if status in _ENDED_BADLY:
                detail = text(state.get("error_message") or state.get("errorMessage"))
                return Failure(self._client.error(SupersetFault.REFUSED, detail or status))
            key = text(state.get("results_key") or state.get("resultsKey"))
            if status == "success" and key:
                results = await self._client.json(
                    Call.get("/api/v1/sqllab/results/", q=rison({"key": key}))
                )
                return results.alt(lambda error: self._client.error(lost, error.detail))
            await asyncio.sleep(self._patience.poll_s)
            waited += self._patience.poll_s
        return Failure(self._client.error(lost, f"Query {number} may still be running."))


def _result(reply: Mapping[str, JsonValue], kept: int, query: Query) -> QueryResult:
    described = as_rows(reply.get("columns"))
    keys = [text(column.get("column_name") or column.get("name")) for column in described]
    names = as_written(keys, query.sql)
    received = as_rows(reply.get("data"))
    ran = as_object(reply.get("query"))
    is_cut = len(received) > kept or ran.get("limitingFactor", "NOT_LIMITED") != "NOT_LIMITED"
    return QueryResult(
        columns=tuple(
            Column(name, text(column.get("type")))
            for name, column in zip(names, described, strict=True)
        ),
        rows=tuple(tuple(row.get(key) for key in keys) for row in received[:kept]),
        # Where the statement's own LIMIT is the smaller one, the person got what they wrote.
        limited=is_cut and kept == query.limit,
        executed_sql=text(ran.get("executedSql")),
    )
