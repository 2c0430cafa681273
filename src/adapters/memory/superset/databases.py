"""Database connections in memory."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from returns.result import Failure, Result, Success

from adapters.memory.superset.objects import MemoryAccount
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.superset.sqlite import columns_of, tables_of
from application.ports.superset.databases import Databases
from domain.accounts import Account
from domain.superset import Column, Database, SupersetError, SupersetFault, Table

_Value = TypeVar("_Value")
_SCHEMA = "main"


class MemoryDatabases(Databases):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def all(self) -> Result[tuple[Database, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[Database, ...], SupersetError]:
            seen = self._server.databases.values() if known.may_use_databases else ()
            return Success(
                tuple(
                    Database(each.id, each.uuid, each.title, "sqlite", each.allow_dml)
                    for each in sorted(seen, key=lambda each: int(each.id))
                )
            )

        return self._server.call(self._account, "databases.all", act)

    async def schemas(self, database_id: str) -> Result[tuple[str, ...], SupersetError]:
        return self._inside("databases.schemas", database_id, lambda _: Success((_SCHEMA,)))

    async def tables(
        self, database_id: str, schema: str
    ) -> Result[tuple[Table, ...], SupersetError]:
        def act(connection: sqlite3.Connection) -> Result[tuple[Table, ...], SupersetError]:
            return Success(tables_of(connection) if schema == _SCHEMA else ())

        return self._inside("databases.tables", database_id, act)

    async def columns(
        self, database_id: str, schema: str, table: str
    ) -> Result[tuple[Column, ...], SupersetError]:
        def act(connection: sqlite3.Connection) -> Result[tuple[Column, ...], SupersetError]:
            columns = columns_of(connection, table) if schema == _SCHEMA else ()
            if not columns:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return Success(columns)

        return self._inside("databases.columns", database_id, act)

    def _inside(
        self,
        name: str,
        database_id: str,
        act: Callable[[sqlite3.Connection], Result[_Value, SupersetError]],
    ) -> Result[_Value, SupersetError]:
        def looked(known: MemoryAccount) -> Result[_Value, SupersetError]:
            database = self._server.databases.get(database_id)
            if database is None or not known.may_use_databases:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not database.answers:
                detail = "There was an error connecting to the database"
                return Failure(self._server.error(SupersetFault.REFUSED, detail))
            return act(self._server.connections[database_id])

        return self._server.call(self._account, name, looked)
