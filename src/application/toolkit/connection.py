"""The connection that a call names by `database_id`, as the caller sees it."""

from dataclasses import dataclass
from typing import Protocol

from returns.result import Failure, Result

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.finding import find_database
from domain.sql import dialect_of
from domain.superset import Database


class NamesDatabase(Protocol):
    """Arguments of a tool that works through one connection."""

    @property
    def database_id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection, and the Superset that holds it."""

    superset: Superset
    database: Database

    @property
    def dialect(self) -> str | None:
        """What its SQL is parsed in; an unknown backend has none."""
        return dialect_of(self.database.backend)


async def find_connection(args: NamesDatabase, ctx: ToolContext) -> Result[Connection, ToolFailure]:
    """The connection that is meant; an ambiguous name lists its candidates."""
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    found = await find_database(superset, args.database_id, ctx.env.env_id)
    return found.map(lambda database: Connection(superset, database))


async def find_dialect(args: NamesDatabase, ctx: ToolContext) -> Result[str | None, ToolFailure]:
    """What the SQL of a call is parsed in."""
    found = await find_connection(args, ctx)
    return found.map(lambda connection: connection.dialect)
