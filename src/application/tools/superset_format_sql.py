"""Lay out SQL for people. Nothing is run, and no Superset is asked."""

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.references import OptionalName
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.risk import ToolRisk
from domain.roles import Role
from domain.sql import dialect_of
from domain.texts import text


class FormatSql(Arguments):
    sql: str = Field(min_length=1, description="The SQL to format, as it was written.")
    dialect: OptionalName = Field(
        default=None,
        description="Database kind, e.g. postgresql, mysql, sqlite; leave it out when not known.",
    )


async def run(args: FormatSql, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    named = args.dialect.lower() if args.dialect else None
    dialect = (dialect_of(named) or named) if named else None
    formatted = await ctx.services.sql_judge.format(args.sql, dialect)
    if isinstance(formatted, Failure):
        reason = formatted.failure().value.replace("_", "-")
        return Failure(failed(f"format-sql-{reason}"))
    sql = formatted.unwrap()
    value = {"sql": sql, "dialect": dialect}
    return Success(ToolOutcome(value, text("superset-format-sql-done"), sql))


TOOL = Tool(
    name="superset_format_sql",
    description="Format SQL so that people can read it. The SQL is not run.",
    arguments=FormatSql,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset({"dataset"}),
    environment=EnvironmentNeed.NONE,
    run=run,
)
