"""`description` of `/api/v1/dataset/{id}`, of its columns, and of `/api/v1/chart/{id}`."""

from collections.abc import Mapping
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import (
    as_object,
    as_rows,
    parsed,
    text,
    text_or_none,
    utc,
)
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.ids import number_of
from application.ports.superset.descriptions import Descriptions
from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.superset import JsonValue, SupersetError, SupersetFault

_CHART_COLUMNS: Final[JsonValue] = [
    "id",
    "uuid",
    "slice_name",
    "viz_type",
    "description",
    "changed_on_utc",
    "params",
]


class HttpDescriptions(Descriptions):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def dataset(self, dataset_id: str) -> Result[DescribedDataset, SupersetError]:
        number = number_of(dataset_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        found = await self._client.result(Call.get(f"/api/v1/dataset/{number}"))
        return found.map(as_object).map(_dataset)

    async def chart(self, chart_id: str) -> Result[DescribedChart, SupersetError]:
        number = number_of(chart_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        wanted: JsonValue = [{"col": "id", "opr": "eq", "value": number}]
        rows = await self._client.rows(
            "/api/v1/chart/", {"filters": wanted, "columns": _CHART_COLUMNS}
        )
        if not is_successful(rows):
            return Failure(rows.failure())
        if not rows.unwrap():
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        return Success(_chart(rows.unwrap()[0]))

    async def describe_dataset(
        self, known: DescribedDataset, description: str | None, columns: Mapping[str, str | None]
    ) -> Result[None, SupersetError]:
        body: dict[str, JsonValue] = {"description": description}
        if columns:
            # Superset deletes the columns that are left out.
            body["columns"] = [_column_body(column, columns) for column in known.columns]
        return await self._put(f"/api/v1/dataset/{int(known.id)}", body)

    async def describe_chart(
        self, chart_id: str, description: str | None
    ) -> Result[None, SupersetError]:
        number = number_of(chart_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        return await self._put(f"/api/v1/chart/{number}", {"description": description})

    async def _put(self, path: str, body: JsonValue) -> Result[None, SupersetError]:
        changed = await self._client.json(Call("PUT", path, body, writes=True))
        return changed.map(lambda _: None)


def _column_body(column: DescribedColumn, wanted: Mapping[str, str | None]) -> JsonValue:
    body: dict[str, JsonValue] = {"id": int(column.id), "column_name": column.name}
    return {**body, "description": wanted[column.id]} if column.id in wanted else body


def _dataset(row: Mapping[str, JsonValue]) -> DescribedDataset:
    return DescribedDataset(
        id=text(row.get("id")),
        uuid=text(row.get("uuid")),
        title=text(row.get("table_name")),
        sql=text_or_none(row.get("sql")),
        description=text_or_none(row.get("description")),
        changed_at=utc(row.get("changed_on")),
        columns=tuple(
            DescribedColumn(
                id=text(column.get("id")),
                name=text(column.get("column_name")),
                type=text(column.get("type")),
                description=text_or_none(column.get("description")),
                is_time=column.get("is_dttm") is True,
                expression=text_or_none(column.get("expression")),
            )
            for column in as_rows(row.get("columns"))
        ),
    )


def _chart(row: Mapping[str, JsonValue]) -> DescribedChart:
    return DescribedChart(
        id=text(row.get("id")),
        uuid=text(row.get("uuid")),
        title=text(row.get("slice_name")),
        viz_type=text(row.get("viz_type")),
        description=text_or_none(row.get("description")),
        changed_at=utc(row.get("changed_on_utc")),
        form=_form(text(row.get("params"))),
    )


def _form(params: str) -> dict[str, JsonValue]:
    try:
        return dict(as_object(parsed(params.encode())))
    except (ValueError, RecursionError):
        return {}
