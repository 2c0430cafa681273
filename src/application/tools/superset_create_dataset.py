"""Create a dataset over a table, or a virtual one from a SELECT."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.ports.superset.sql_lab import Query
from application.toolkit.connection import Connection, find_connection, find_dialect
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.references import (
    EnvironmentId,
    OptionalName,
    OptionalSchema,
    OptionalSql,
    Reference,
)
from application.toolkit.table_lookup import find_schema, find_table, list_columns, list_tables
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.plan import FieldChange, Plan, Resource, Target
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import (
    Column,
    Database,
    DatasetSummary,
    NewDataset,
    SupersetError,
    SupersetFault,
)
from domain.texts import Text, text

_COLUMNS_SHOWN: Final = 60


class CreateDataset(Arguments):
    database_id: Reference = Field(description="Number, uuid or exact name of the connection.")
    schema_name: OptionalSchema = Field(
        default=None, alias="schema", description="Schema of the table; the usual one if left out."
    )
    table: OptionalName = Field(
        default=None, description="Table or view to make a dataset of. Not together with sql."
    )
    name: OptionalName = Field(
        default=None,
        description="Name of a virtual dataset. Only together with sql.",
    )
    sql: OptionalSql = Field(
        default=None, description="SELECT of a virtual dataset. Only together with name."
    )
    env_id: EnvironmentId = None


@dataclass(frozen=True, slots=True)
class Draft:
    """
    The dataset that will be made, where, and why it must not be.

    `namesakes` are datasets of that name over something else: a Superset that keeps its own
    metadata in SQLite takes a name once.
    """

    superset: Superset
    database: Database
    dataset: NewDataset
    columns: tuple[Column, ...] = ()
    blocked: tuple[Text, ...] = ()
    namesakes: tuple[str, ...] = ()


async def plan(args: CreateDataset, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    drafted = await _draft(args, ctx)
    if isinstance(drafted, Failure):
        return Failure(drafted.failure())
    draft = drafted.unwrap()
    if args.sql is not None and not draft.blocked:
        tried = await draft.superset.sql_lab.run(
            Query(draft.database.id, args.sql, limit=1, schema=args.schema_name)
        )
        if isinstance(tried, Failure):
            if tried.failure().fault is not SupersetFault.FORBIDDEN:
                return Failure(from_superset(tried.failure()))
        else:
            draft = replace(draft, columns=tried.unwrap().columns)
    database, dataset = draft.database, draft.dataset
    return Success(
        Plan(
            summary=text(
                "create-dataset-plan",
                dataset=dataset.name,
                database=database.title,
                env=ctx.env.env_id,
            ),
            target=Target("database", database.title, database.uuid, database.id, ctx.env.url),
            resources=(Resource("dataset", "create", dataset.name, fields=_fields(draft)),),
            warnings=_warnings(draft),
            blocked=draft.blocked,
            undo="inverse",
            undo_how=text("create-dataset-undo", dataset=dataset.name),
            state={
                "database_uuid": database.uuid,
                "schema": dataset.schema,
                "columns": [[column.name, column.type] for column in draft.columns],
            },
        )
    )


async def run(args: CreateDataset, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    drafted = await _draft(args, ctx)
    if isinstance(drafted, Failure):
        return Failure(drafted.failure())
    draft = drafted.unwrap()
    if draft.blocked:
        return Failure(ToolFailure(draft.blocked[0]))
    env_id = ctx.env.env_id
    if ctx.planned_uuid is not None and draft.database.uuid != ctx.planned_uuid:
        return Failure(failed("create-dataset-moved", database=args.database_id, env=env_id))
    created = await draft.superset.datasets.create(draft.dataset)
    if isinstance(created, Failure):
        return Failure(_failure(created.failure(), draft))
    return Success(_outcome(created.unwrap(), env_id))


async def _draft(args: CreateDataset, ctx: ToolContext) -> Result[Draft, ToolFailure]:
    is_physical = args.table is not None and args.name is None and args.sql is None
    is_virtual = args.table is None and args.name is not None and args.sql is not None
    if not is_physical and not is_virtual:
        return Failure(failed("create-dataset-one-way"))
    found = await find_connection(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    connection = found.unwrap()
    listed = await connection.superset.datasets.all()
    if isinstance(listed, Failure):
        return Failure(from_superset(listed.failure()))
    if args.table is not None:
        return await _draft_physical(args, args.table, connection, listed.unwrap())
    return await _draft_virtual(args, ctx, connection, listed.unwrap())


async def _draft_physical(
    args: CreateDataset,
    wanted: str,
    connection: Connection,
    existing: Sequence[DatasetSummary],
) -> Result[Draft, ToolFailure]:
    superset, database = connection.superset, connection.database
    schemas = await find_schema(superset.databases, database, args.schema_name, wanted)
    if isinstance(schemas, Failure):
        return Failure(schemas.failure())
    names, schema = schemas.unwrap().names, schemas.unwrap().chosen
    wanted = schemas.unwrap().table or wanted
    if schema is None:
        known = ", ".join(names[:12])
        return Failure(failed("schema-needed", database=database.title, known=known))
    tables = await list_tables(superset.databases, database, schema)
    if isinstance(tables, Failure):
        return Failure(tables.failure())
    table = find_table(tables.unwrap(), wanted, schema)
    if isinstance(table, Failure):
        dataset = NewDataset(database.id, wanted, schema)
        return Success(Draft(superset, database, dataset, blocked=(table.failure().text,)))
    dataset = NewDataset(database.id, table.unwrap().name, schema)
    columns = await list_columns(superset.databases, database, schema, dataset.name)
    blocked = _already_there(dataset, existing)
    namesakes = _namesakes(dataset, existing)
    return columns.map(lambda known: Draft(superset, database, dataset, known, blocked, namesakes))


async def _draft_virtual(
    args: CreateDataset,
    ctx: ToolContext,
    connection: Connection,
    existing: Sequence[DatasetSummary],
) -> Result[Draft, ToolFailure]:
    sql = args.sql or ""
    verdict = await ctx.services.sql_judge.judge(sql, connection.dialect)
    if not verdict.is_read:
        reason = f"sql-{verdict.reason.value.replace('_', '-')}"
        because = text(reason, detail=verdict.detail or "-")
        return Failure(failed("create-dataset-not-a-read", reason=because))
    dataset = NewDataset(connection.database.id, args.name or "", args.schema_name, sql)
    blocked = _already_there(dataset, existing)
    namesakes = _namesakes(dataset, existing)
    return Success(Draft(connection.superset, connection.database, dataset, (), blocked, namesakes))


def _already_there(dataset: NewDataset, existing: Sequence[DatasetSummary]) -> tuple[Text, ...]:
    wanted = (dataset.database_id, dataset.schema, dataset.name)
    return tuple(
        text("create-dataset-exists", dataset=one.title, id=one.id)
        for one in existing
        if (one.database.id, one.schema, one.title) == wanted
    )


def _namesakes(dataset: NewDataset, existing: Sequence[DatasetSummary]) -> tuple[str, ...]:
    return tuple(f"#{one.id}" for one in existing if one.title == dataset.name)


def _warnings(draft: Draft) -> tuple[Text, ...]:
    if not draft.namesakes or draft.blocked:
        return ()
    others = ", ".join(draft.namesakes)
    return (text("create-dataset-namesakes", dataset=draft.dataset.name, others=others),)


def _failure(error: SupersetError, draft: Draft) -> ToolFailure:
    name = draft.dataset.name
    if error.fault is SupersetFault.UNKNOWN_OUTCOME:
        unknown = text("create-dataset-unknown", dataset=name, env=error.env_id)
        return ToolFailure(unknown, FailureKind.UNKNOWN)
    if error.fault is SupersetFault.REFUSED and draft.namesakes:
        # Superset says no more than "could not be created".
        others = ", ".join(draft.namesakes)
        return failed("create-dataset-name-taken", dataset=name, env=error.env_id, others=others)
    return from_superset(error)


def _fields(draft: Draft) -> tuple[FieldChange, ...]:
    dataset, columns = draft.dataset, draft.columns
    shown = ", ".join(f"{column.name} {column.type}" for column in columns[:_COLUMNS_SHOWN])
    more = f", … (+{len(columns) - _COLUMNS_SHOWN})" if len(columns) > _COLUMNS_SHOWN else ""
    fields = (
        FieldChange("database", None, draft.database.title),
        FieldChange("schema", None, dataset.schema),
        FieldChange("table" if dataset.sql is None else "name", None, dataset.name),
        FieldChange("sql", None, dataset.sql),
        FieldChange("columns", None, f"{shown}{more}" or None),
    )
    return tuple(field for field in fields if field.new is not None)


def _outcome(dataset: DatasetSummary, env_id: str) -> ToolOutcome:
    return ToolOutcome(
        value={
            "env_id": env_id,
            "id": dataset.id,
            "uuid": dataset.uuid,
            "title": dataset.title,
            "schema": dataset.schema,
            "database": {"id": dataset.database.id, "title": dataset.database.title},
            "kind": "physical" if dataset.sql is None else "virtual",
        },
        summary=text("create-dataset-done", dataset=dataset.title, id=dataset.id, env=env_id),
        undo={"created": {"dataset": [dataset.uuid]}, "title": dataset.title},
    )


TOOL = Tool(
    name="superset_create_dataset",
    description=(
        "Create a dataset: over a table (schema, table), or a virtual one from a SELECT (name, "
        "sql). Exactly one of the two ways. The person is shown it first and must approve."
    ),
    arguments=CreateDataset,
    risk=ToolRisk.WRITE,
    role=Role.ANALYST,
    contexts=frozenset({"dataset"}),
    written_environments=("env_id",),
    sql_argument="sql",
    run=run,
    plan=plan,
    dialect=find_dialect,
    undo_risk=ToolRisk.DANGEROUS,
)
