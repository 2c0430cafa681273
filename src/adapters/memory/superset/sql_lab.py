"""SQL Lab in memory: statements run in SQLite."""

from returns.result import Failure, Result, Success

from adapters.memory.superset.objects import MemoryAccount
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.superset.sqlite import Rows, read_all
from application.ports.superset.sql_lab import Query, SqlLab
from domain.accounts import Account
from domain.superset import Column, JsonValue, QueryResult, SupersetError, SupersetFault

_TYPES = {int: "INT", float: "FLOAT", str: "STRING"}


class MemorySqlLab(SqlLab):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def run(self, query: Query) -> Result[QueryResult, SupersetError]:
        return self._server.call(
            self._account,
            "sql_lab.run",
            lambda known: self._run(known, query),
            writes=query.writes,
        )

    def _run(self, known: MemoryAccount, query: Query) -> Result[QueryResult, SupersetError]:
        if not known.may_use_sql_lab:
            return Failure(self._server.error(SupersetFault.FORBIDDEN))
        connection = self._server.connections.get(query.database_id)
        if connection is None:
            return Failure(self._server.error(SupersetFault.NOT_FOUND))
        if not self._server.databases[query.database_id].answers:
            detail = "There was an error connecting to the database"
            return Failure(self._server.error(SupersetFault.REFUSED, detail))
        read = read_all(connection, query.sql, query.limit + 1)
        if isinstance(read, str):
            return Failure(self._server.error(SupersetFault.REFUSED, read))
        return Success(
            QueryResult(
                columns=tuple(
                    Column(name, _type_of(read, index)) for index, name in enumerate(read.names)
                ),
                rows=read.rows[: query.limit],
                limited=len(read.rows) > query.limit,
                executed_sql=query.sql,
            )
        )


def _type_of(read: Rows, index: int) -> str:
    """SQLite tells no types of results: the first value speaks for its column."""
    first: JsonValue = read.rows[0][index] if read.rows else None
    return _TYPES.get(type(first), "")
