"""Run one SQL statement through SQL Lab. Whether it is a read is for the judge to say."""

import unicodedata
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.sql_lab import Query
from application.toolkit.connection import Connection, find_connection, find_dialect
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.references import EnvironmentId, OptionalSchema, Reference
from application.toolkit.tabular import tabular_text, tabular_value
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.plan import FieldChange, Plan, Resource, Target
from domain.risk import ToolRisk
from domain.roles import Role
from domain.sql_verdict import SqlVerdict
from domain.superset import Database, JsonValue, QueryResult, SupersetError, SupersetFault
from domain.texts import Text, text

_MAX_ROWS: Final = 10_000


class ExecuteSql(Arguments):
    database_id: Reference = Field(description="Number, uuid or exact name of the connection.")
    sql: str = Field(
        min_length=1, description="One statement in the dialect of the database, without templates."
    )
    schema_name: OptionalSchema = Field(
        default=None, alias="schema", description="Schema that bare table names mean."
    )
    limit: int = Field(default=1000, ge=1, le=_MAX_ROWS, description="Rows at the most.")
    env_id: EnvironmentId = None


async def plan(args: ExecuteSql, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    judged = await _judge(args, ctx)
    if isinstance(judged, Failure):
        return Failure(judged.failure())
    connection, verdict = judged.unwrap()
    database = connection.database
    env = ctx.env
    fields = (
        FieldChange("environment", None, f"{env.env_id} {env.url}"),
        FieldChange("schema", None, args.schema_name),
        FieldChange("sql", None, args.sql),
    )
    blocked = (
        ()
        if database.allow_dml or verdict.is_read
        else (text("execute-sql-no-dml", database=database.title, env=env.env_id),)
    )
    return Success(
        Plan(
            summary=text("execute-sql-plan", database=database.title, env=env.env_id, url=env.url),
            target=Target("database", database.title, database.uuid, database.id, env.url),
            resources=(
                Resource("sql", "update", database.title, database.uuid, database.id, fields),
            ),
            warnings=_warnings(args, verdict),
            irreversible=(text("execute-sql-irreversible"),),
            blocked=blocked,
            state={"database_uuid": database.uuid, "allow_dml": database.allow_dml},
        )
    )


async def run(args: ExecuteSql, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    judged = await _judge(args, ctx)
    if isinstance(judged, Failure):
        return Failure(judged.failure())
    connection, verdict = judged.unwrap()
    database = connection.database
    if not verdict.is_read and ctx.planned_uuid is None:
        return Failure(failed("execute-sql-not-asked", database=database.title))
    if ctx.planned_uuid is not None and database.uuid != ctx.planned_uuid:
        return Failure(failed("execute-sql-moved", database=args.database_id, env=ctx.env.env_id))
    query = Query(database.id, args.sql, args.limit, args.schema_name, writes=not verdict.is_read)
    ran = await connection.superset.sql_lab.run(query)
    if isinstance(ran, Failure):
        return Failure(_failure(ran.failure(), database))
    return Success(_outcome(args, database, ran.unwrap(), is_read=verdict.is_read))


async def _judge(
    args: ExecuteSql, ctx: ToolContext
) -> Result[tuple[Connection, SqlVerdict], ToolFailure]:
    """The connection that the statement is for, and what the judge says of it there."""
    found = await find_connection(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    connection = found.unwrap()
    return Success((connection, await ctx.services.sql_judge.judge(args.sql, connection.dialect)))


def _warnings(args: ExecuteSql, verdict: SqlVerdict) -> tuple[Text, ...]:
    reason = text(f"sql-{verdict.reason.value.replace('_', '-')}", detail=verdict.detail or "-")
    hidden = sum(unicodedata.category(char) == "Cf" for char in args.sql)
    because = text("execute-sql-because", reason=reason)
    return (because, text("execute-sql-invisible", count=hidden)) if hidden else (because,)


def _failure(error: SupersetError, database: Database) -> ToolFailure:
    if error.fault is SupersetFault.UNKNOWN_OUTCOME:
        unknown = text("execute-sql-unknown", database=database.title, env=error.env_id)
        return ToolFailure(unknown, FailureKind.UNKNOWN)
    return from_superset(error)


def _outcome(
    args: ExecuteSql, database: Database, result: QueryResult, *, is_read: bool
) -> ToolOutcome:
    value: dict[str, JsonValue] = {**tabular_value(result), "sql": args.sql}
    rows = len(result.rows)
    key = "execute-sql-written"
    head = "The statement ran."
    if is_read:
        key = "execute-sql-limited" if result.limited else "execute-sql-rows"
        head = (
            f"The first {rows} rows; there are more, cut off by the limit of {args.limit}."
            if result.limited
            else f"{rows} rows, all of them."
        )
    elif not result.columns:
        return ToolOutcome(value, text(key, database=database.title), head)
    summary = text(key, rows=rows, database=database.title)
    return ToolOutcome(value, summary, tabular_text(head, result))


TOOL = Tool(
    name="superset_execute_sql",
    description=(
        "Run one SQL statement on a database connection through SQL Lab. A SELECT returns its "
        "rows; any other statement is shown to the person first and needs their approval."
    ),
    arguments=ExecuteSql,
    risk=ToolRisk.READ,
    role=Role.ANALYST,
    contexts=frozenset({"dataset"}),
    written_environments=("env_id",),
    sql_argument="sql",
    run=run,
    plan=plan,
    dialect=find_dialect,
)
