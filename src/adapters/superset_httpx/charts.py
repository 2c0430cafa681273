"""`/api/v1/chart/`: the list, and the data of a chart's saved query."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import Answer, as_object, as_rows, text, text_or_none
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.errors import shown
from adapters.superset_httpx.finding import find_row
from adapters.superset_httpx.ids import number_of
from application.ports.superset.charts import Charts
from domain.superset import (
    ChartRun,
    ChartSummary,
    JsonValue,
    Named,
    SupersetError,
    SupersetFault,
)

_PATH: Final = "/api/v1/chart/"
_COLUMNS: Final[JsonValue] = [
    "id",
    "uuid",
    "slice_name",
    "viz_type",
    "datasource_id",
    "datasource_type",
    "dashboards.id",
    "dashboards.dashboard_title",
]
_NEWEST_FIRST: Final[dict[str, JsonValue]] = {
    "order_column": "changed_on_delta_humanized",
    "order_direction": "desc",
}


class HttpCharts(Charts):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def all(self) -> Result[tuple[ChartSummary, ...], SupersetError]:
        return await chart_rows(self._client, _NEWEST_FIRST)

    async def get(self, chart_id: str) -> Result[ChartSummary, SupersetError]:
        found = await find_row(self._client, _PATH, chart_id, {"columns": _COLUMNS})
        return found.map(_summary)

    async def run(self, chart_id: str) -> Result[ChartRun, SupersetError]:
        number = number_of(chart_id)
        if number is None:
            chart = await self.get(chart_id)
            if not is_successful(chart):
                return Failure(chart.failure())
            number = number_of(chart.unwrap().id)
        answer = await self._client.send(Call.get(f"{_PATH}{number}/data/", force="true"))
        if is_successful(answer):
            return self._run_of(answer.unwrap())
        error = answer.failure()
        if error.fault is SupersetFault.NOT_FOUND:
            return await self._without_dataset(str(number))
        if error.fault is SupersetFault.REFUSED:
            return Success(_broken(error.detail))
        return Failure(error)

    async def _without_dataset(self, number: str) -> Result[ChartRun, SupersetError]:
        """The data endpoint answers 404 for a chart without its dataset, as for no chart at all."""
        chart = await self.get(number)
        return chart.map(lambda _: _broken("The dataset of this chart does not exist any more."))

    async def write_back(
        self, chart_id: str, params: str, query_context: str | None
    ) -> Result[None, SupersetError]:
        number = number_of(chart_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        body: JsonValue = {"params": params, "query_context": query_context}
        changed = await self._client.json(Call.put(f"{_PATH}{number}", body))
        return changed.map(lambda _: None)

    async def delete(self, chart_id: str) -> Result[None, SupersetError]:
        number = number_of(chart_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        deleted = await self._client.json(Call.delete(f"{_PATH}{number}"))
        return deleted.map(lambda _: None)

    def _run_of(self, answer: Answer) -> Result[ChartRun, SupersetError]:
        if answer.status == HTTPStatus.ACCEPTED:
            detail = "Superset computes charts in the background (GLOBAL_ASYNC_QUERIES)."
            return Failure(self._client.error(SupersetFault.REFUSED, detail))
        queries = as_rows(as_object(answer.json).get("result"))
        if not queries:
            return Failure(self._client.error(SupersetFault.NOT_SUPERSET))
        errors = [error for error in map(_query_error, queries) if error]
        columns = queries[0].get("colnames")
        return Success(
            ChartRun(
                row_count=sum(_row_count(query) for query in queries),
                columns=tuple(map(text, columns)) if isinstance(columns, list) else (),
                error=errors[0] if errors else None,
            )
        )


async def chart_rows(
    client: SupersetClient, query: Mapping[str, JsonValue]
) -> Result[tuple[ChartSummary, ...], SupersetError]:
    """The charts that a list query finds."""
    rows = await client.rows(_PATH, {**query, "columns": _COLUMNS})
    return rows.map(lambda found: tuple(_summary(row) for row in found))


def _summary(row: Mapping[str, JsonValue]) -> ChartSummary:
    is_dataset = row.get("datasource_type") == "table"
    return ChartSummary(
        id=text(row.get("id")),
        uuid=text(row.get("uuid")),
        title=text(row.get("slice_name")),
        viz_type=text(row.get("viz_type")),
        dataset_id=text_or_none(row.get("datasource_id")) if is_dataset else None,
        dashboards=tuple(
            Named(text(dashboard.get("id")), text(dashboard.get("dashboard_title")))
            for dashboard in as_rows(row.get("dashboards"))
        ),
    )


def _broken(error: str) -> ChartRun:
    return ChartRun(row_count=0, columns=(), error=error)


def _query_error(query: Mapping[str, JsonValue]) -> str | None:
    error = text_or_none(query.get("error"))
    if error is not None:
        return shown(error)
    # Superset runs the chart without such a filter, so it shows too much without a word.
    dropped = [text(each.get("column")) for each in as_rows(query.get("rejected_filters"))]
    return shown(f"Filters on unknown columns: {', '.join(dropped)}") if dropped else None


def _row_count(query: Mapping[str, JsonValue]) -> int:
    count = query.get("rowcount")
    return count if isinstance(count, int) else 0
