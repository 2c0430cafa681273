"""`/api/v1/dataset/`."""

from collections.abc import Mapping
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result

from adapters.superset_httpx.answers import as_object, text, text_or_none, utc
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.finding import find_row, first_row
from adapters.superset_httpx.ids import number_of
from application.ports.superset.datasets import Datasets
from domain.superset import (
    DatasetSummary,
    JsonValue,
    Named,
    NewDataset,
    SupersetError,
    SupersetFault,
)

_PATH: Final = "/api/v1/dataset/"
_NEWEST_FIRST: Final[dict[str, JsonValue]] = {
    "order_column": "changed_on_delta_humanized",
    "order_direction": "desc",
}


class HttpDatasets(Datasets):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def all(self) -> Result[tuple[DatasetSummary, ...], SupersetError]:
        rows = await self._client.rows(_PATH, _NEWEST_FIRST)
        return rows.map(lambda found: tuple(_summary(row) for row in found))

    async def newest(self) -> Result[DatasetSummary | None, SupersetError]:
        row = await first_row(self._client, _PATH, _NEWEST_FIRST)
        return row.map(lambda found: None if found is None else _summary(found))

    async def get(self, dataset_id: str) -> Result[DatasetSummary, SupersetError]:
        return (await find_row(self._client, _PATH, dataset_id)).map(_summary)

    async def create(self, dataset: NewDataset) -> Result[DatasetSummary, SupersetError]:
        database = number_of(dataset.database_id)
        if database is None:
            return Failure(self._client.error(SupersetFault.REFUSED))
        body: dict[str, JsonValue] = {"database": database, "table_name": dataset.name}
        if dataset.schema is not None:
            body["schema"] = dataset.schema
        if dataset.sql is not None:
            body["sql"] = dataset.sql
        created = await self._client.json(Call.post(_PATH, body, writes=True))
        if not is_successful(created):
            return Failure(created.failure())
        new_id = text(created.unwrap().get("id"))
        shown = await self.get(new_id)
        if is_successful(shown):
            return shown
        # It exists: whatever went wrong while looking, nobody may take this for a failed create.
        detail = f"Created as number {new_id}, but it could not be read back."
        return Failure(self._client.error(SupersetFault.UNKNOWN_OUTCOME, detail))

    async def delete(self, dataset_id: str) -> Result[None, SupersetError]:
        number = number_of(dataset_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        deleted = await self._client.json(Call.delete(f"{_PATH}{number}"))
        return deleted.map(lambda _: None)


def _summary(row: Mapping[str, JsonValue]) -> DatasetSummary:
    database = as_object(row.get("database"))
    return DatasetSummary(
        id=text(row.get("id")),
        uuid=text(row.get("uuid")),
        title=text(row.get("table_name")),
        schema=text_or_none(row.get("schema")),
        sql=text_or_none(row.get("sql")),
        database=Named(text(database.get("id")), text(database.get("database_name"))),
        changed_at=utc(row.get("changed_on_utc")),
    )
