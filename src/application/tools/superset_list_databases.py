"""The database connections of an environment."""

from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import EnvironmentId
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import Database, JsonValue
from domain.texts import text


class ListDatabases(Arguments):
    env_id: EnvironmentId = None


async def run(args: ListDatabases, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    del args
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    found = await opened.unwrap().databases.all()
    if isinstance(found, Failure):
        return Failure(from_superset(found.failure()))
    databases = found.unwrap()
    env_id = ctx.env.env_id
    items: list[JsonValue] = [
        {
            "env_id": env_id,
            "id": database.id,
            "uuid": database.uuid,
            "title": database.title,
            "backend": database.backend,
            "allow_dml": database.allow_dml,
        }
        for database in databases
    ]
    return Success(
        ToolOutcome(
            value={"items": items, "total": len(items)},
            summary=text("superset-list-databases-done", count=len(items), env=env_id),
            for_model=lines_within_limit(
                f"{len(items)} database connections on {env_id}:", map(_line, databases)
            ),
        )
    )


def _line(database: Database) -> str:
    writing = "allows" if database.allow_dml else "does not allow"
    return (
        f"- #{database.id} {on_one_line(database.title)}, {database.backend}, "
        f"{writing} SQL that changes data"
    )


TOOL = Tool(
    name="superset_list_databases",
    description=(
        "List the database connections of one environment with their ids, backends and whether "
        "they allow SQL that changes data."
    ),
    arguments=ListDatabases,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset(),
    run=run,
)
