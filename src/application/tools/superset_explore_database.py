"""What a database holds: schemas, tables, columns and a few rows."""

from dataclasses import dataclass
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.ports.superset.sql_lab import Query
from application.toolkit.connection import find_connection
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.quoting import quoted_table
from application.toolkit.references import EnvironmentId, OptionalName, OptionalSchema, Reference
from application.toolkit.table_lookup import find_schema, find_table, list_columns, list_tables
from application.toolkit.tabular import tabular_value
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.risk import ToolRisk
from domain.roles import Role
from domain.sql import dialect_of
from domain.superset import Column, Database, JsonValue, QueryResult, Table
from domain.texts import Text, text

_SAMPLE_ROWS: Final = 5


class ExploreDatabase(Arguments):
    database_id: Reference = Field(description="Number, uuid or exact name of the connection.")
    schema_name: OptionalSchema = Field(
        default=None, alias="schema", description="Schema; the usual one when left out."
    )
    table: OptionalName = Field(
        default=None, description="Table or view, to see its columns and a few rows."
    )
    env_id: EnvironmentId = None


@dataclass(frozen=True, slots=True)
class Place:
    """
    How far the names were followed; `schema` is None when there is no usual one.

    Args:
        wanted: the table that was asked for, without its schema.

    """

    superset: Superset
    database: Database
    schemas: tuple[str, ...]
    schema: str | None
    tables: tuple[Table, ...]
    wanted: str | None = None


async def run(args: ExploreDatabase, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    found = await _find_place(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    place = found.unwrap()
    if place.wanted is None:
        return Success(_overview(place))
    if place.schema is None:
        return Failure(
            failed(
                "schema-needed", database=place.database.title, known=", ".join(place.schemas[:12])
            )
        )
    return await _describe_table(place, place.schema, place.wanted, ctx)


async def _find_place(args: ExploreDatabase, ctx: ToolContext) -> Result[Place, ToolFailure]:
    found = await find_connection(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    superset, database = found.unwrap().superset, found.unwrap().database
    schemas = await find_schema(superset.databases, database, args.schema_name, args.table)
    if isinstance(schemas, Failure):
        return Failure(schemas.failure())
    names, chosen = schemas.unwrap().names, schemas.unwrap().chosen
    if chosen is None:
        return Success(Place(superset, database, names, None, (), args.table))
    wanted = schemas.unwrap().table
    tables = await list_tables(superset.databases, database, chosen)
    return tables.map(lambda listed: Place(superset, database, names, chosen, listed, wanted))


def _overview(place: Place) -> ToolOutcome:
    database = place.database
    value: dict[str, JsonValue] = {
        "database": _database_item(database),
        "schemas": list(place.schemas),
        "schema": place.schema,
        "items": [{"name": table.name, "kind": table.kind} for table in place.tables],
        "total": len(place.tables),
    }
    head = (
        f"Database #{database.id} {on_one_line(database.title)} ({database.backend}). "
        f"Schemas: {on_one_line(list(place.schemas))}."
    )
    if place.schema is None:
        key = "superset-explore-database-schemas"
        head += " Name a schema to see its tables."
    else:
        key = "superset-explore-database-tables"
        head += f" {len(place.tables)} tables and views in schema {on_one_line(place.schema)}:"
    summary = text(
        key,
        database=database.title,
        schema=place.schema or "",
        tables=len(place.tables),
        schemas=len(place.schemas),
    )
    lines = (f"- {on_one_line(table.name)} ({table.kind})" for table in place.tables)
    return ToolOutcome(value, summary, lines_within_limit(head, lines))


async def _describe_table(
    place: Place, schema: str, wanted: str, ctx: ToolContext
) -> Result[ToolOutcome, ToolFailure]:
    table = find_table(place.tables, wanted, schema)
    if isinstance(table, Failure):
        return Failure(table.failure())
    name = table.unwrap().name
    listed = await list_columns(place.superset.databases, place.database, schema, name)
    if isinstance(listed, Failure):
        return Failure(listed.failure())
    columns = listed.unwrap()
    sample = await _sample(place, schema, name, ctx)
    problem = sample.failure() if isinstance(sample, Failure) else None
    rows = sample.value_or(None)
    say = ctx.services.texts.say
    value: dict[str, JsonValue] = {
        "database": _database_item(place.database),
        "schema": schema,
        "table": name,
        "kind": table.unwrap().kind,
        "table_columns": [{"name": column.name, "type": column.type} for column in columns],
        "sample": None if rows is None else tabular_value(rows),
        "sample_problem": None if problem is None else say(problem, ctx.language),
    }
    summary = text(
        "superset-explore-database-table",
        table=name,
        database=place.database.title,
        columns=len(columns),
        rows=0 if rows is None else len(rows.rows),
    )
    head = f"Table {on_one_line(name)} in schema {on_one_line(schema)}, {len(columns)} columns:"
    lines = _table_lines(columns, rows, None if problem is None else say(problem, "en"))
    return Success(ToolOutcome(value, summary, lines_within_limit(head, lines)))


async def _sample(
    place: Place, schema: str, table: str, ctx: ToolContext
) -> Result[QueryResult, Text]:
    """A few rows, when the account may read them; the columns are worth showing without."""
    dialect = dialect_of(place.database.backend)
    name = quoted_table(schema, table, dialect)
    if name is None:
        return Failure(text("sample-unquotable"))
    sql = f"SELECT * FROM {name}"  # noqa: S608  # both names come from the database's own lists
    verdict = await ctx.services.sql_judge.judge(sql, dialect)
    if not verdict.is_read:
        return Failure(text("sample-unquotable"))
    query = Query(place.database.id, sql, _SAMPLE_ROWS, schema)
    rows = await place.superset.sql_lab.run(query)
    return rows.alt(lambda error: from_superset(error).text)


def _table_lines(
    columns: tuple[Column, ...], rows: QueryResult | None, problem: str | None
) -> list[str]:
    lines = [f"- {on_one_line(column.name)} {column.type}" for column in columns]
    if rows is None:
        return [*lines, f"No sample rows: {problem}"]
    names = on_one_line([column.name for column in rows.columns])
    return [*lines, f"Sample rows of {names}:", *(on_one_line(list(row)) for row in rows.rows)]


def _database_item(database: Database) -> dict[str, JsonValue]:
    return {
        "id": database.id,
        "uuid": database.uuid,
        "title": database.title,
        "backend": database.backend,
    }


TOOL = Tool(
    name="superset_explore_database",
    description=(
        "Look into a database connection: its schemas and tables, or with `table` the columns of "
        "one table and up to 5 sample rows. Use it before writing SQL."
    ),
    arguments=ExploreDatabase,
    risk=ToolRisk.READ,
    role=Role.ANALYST,
    contexts=frozenset({"dataset"}),
    run=run,
)
