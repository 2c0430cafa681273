"""`/api/v1/database/`: connections, and what is inside them."""

from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_object, as_rows, text
from adapters.superset_httpx.calls import Call, rison
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.ids import number_of
from application.ports.superset.databases import Databases
from domain.superset import Column, Database, JsonValue, SupersetError, SupersetFault, Table

_PATH: Final = "/api/v1/database/"
# Not the whole rows: their `extra` may hold what its owner would not show.
_COLUMNS: Final[JsonValue] = ["id", "uuid", "database_name", "backend", "allow_dml"]


class HttpDatabases(Databases):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def all(self) -> Result[tuple[Database, ...], SupersetError]:
        rows = await self._client.rows(_PATH, {"columns": _COLUMNS})
        return rows.map(
            lambda found: tuple(
                Database(
                    id=text(row.get("id")),
                    uuid=text(row.get("uuid")),
                    title=text(row.get("database_name")),
                    backend=text(row.get("backend")),
                    allow_dml=row.get("allow_dml") is True,
                )
                for row in sorted(found, key=lambda row: int(text(row.get("id"))))
            )
        )

    async def schemas(self, database_id: str) -> Result[tuple[str, ...], SupersetError]:
        number = number_of(database_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        names = await self._client.result(Call.get(f"{_PATH}{number}/schemas/"))
        return names.map(
            lambda found: tuple(sorted(map(text, found))) if isinstance(found, list) else ()
        )

    async def tables(
        self, database_id: str, schema: str
    ) -> Result[tuple[Table, ...], SupersetError]:
        number = number_of(database_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        call = Call.get(f"{_PATH}{number}/tables/", q=rison({"schema_name": schema}))
        rows = await self._client.result(call)
        return rows.map(
            lambda found: tuple(
                Table(text(row.get("value")), text(row.get("type")))
                for row in sorted(as_rows(found), key=lambda row: text(row.get("value")))
            )
        )

    async def columns(
        self, database_id: str, schema: str, table: str
    ) -> Result[tuple[Column, ...], SupersetError]:
        number = number_of(database_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        call = Call.get(f"{_PATH}{number}/table_metadata/", name=table, schema=schema)
        body = await self._client.json(call)
        if not is_successful(body):
            return Failure(body.failure())
        columns = tuple(
            Column(text(row.get("name")), text(row.get("type")))
            for row in as_rows(as_object(body.unwrap()).get("columns"))
        )
        if columns:
            return Success(columns)
        # No columns is also Superset's answer for a table that is not there.
        tables = await self.tables(database_id, schema)
        if is_successful(tables) and table not in {each.name for each in tables.unwrap()}:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        return tables.map(lambda _: ())
