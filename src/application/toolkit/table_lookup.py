"""Schemas and tables by name: only what the database itself lists is ever used."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.databases import Databases
from application.toolkit.failure import ToolFailure, failed, from_superset
from domain.superset import Column, Database, Table

_USUAL_SCHEMAS: Final = ("public", "main", "dbo", "default")
_NEAR: Final = 5
_LISTED: Final = 12


@dataclass(frozen=True, slots=True)
class Schemas:
    """
    All schemas of a connection, and the one that is meant; None when that is open.

    Args:
        table: what was asked for, without its schema.

    """

    names: tuple[str, ...]
    chosen: str | None
    table: str | None = None


async def find_schema(
    databases: Databases, database: Database, wanted: str | None, table: str | None = None
) -> Result[Schemas, ToolFailure]:
    """The schema that is named, also before the table, else the only one or the usual one."""
    listed = await databases.schemas(database.id)
    if isinstance(listed, Failure):
        return Failure(from_superset(listed.failure()))
    names = listed.unwrap()
    prefix, plain = _split(table, names)
    if wanted is None and prefix is None:
        usual = (name for name in _USUAL_SCHEMAS if name in names)
        return Success(Schemas(names, names[0] if len(names) == 1 else next(usual, None), table))
    if wanted is None or wanted.casefold() == (prefix or "").casefold():
        return Success(Schemas(names, prefix, plain))
    chosen = _same_name(wanted, names)
    if chosen is None:
        return Failure(
            failed(
                "schema-unknown",
                schema=wanted,
                database=database.title,
                known=_listed(names),
                count=len(names),
            )
        )
    return Success(Schemas(names, chosen, table))


async def list_tables(
    databases: Databases, database: Database, schema: str
) -> Result[tuple[Table, ...], ToolFailure]:
    """Tables and views of a schema."""
    tables = await databases.tables(database.id, schema)
    return tables.alt(from_superset)


def find_table(tables: Sequence[Table], wanted: str, schema: str) -> Result[Table, ToolFailure]:
    """The table of that name, in any case when that is unique; else the near matches are told."""
    names = [table.name for table in tables]
    name = _same_name(wanted, names)
    if name is not None:
        return Success(next(table for table in tables if table.name == name))
    near = near_names(wanted, names)
    if near:
        return Failure(
            failed("table-unknown-near", table=wanted, schema=schema, near=_listed(near))
        )
    return Failure(failed("table-unknown", table=wanted, schema=schema, count=len(names)))


async def list_columns(
    databases: Databases, database: Database, schema: str, table: str
) -> Result[tuple[Column, ...], ToolFailure]:
    """Columns of a table that was found before."""
    columns = await databases.columns(database.id, schema, table)
    return columns.alt(from_superset)


def near_names(wanted: str, names: Iterable[str]) -> tuple[str, ...]:
    """Names that are spelt alike or contain what was wanted, the nearest first."""
    by_folded = {name.casefold(): name for name in names}
    folded = wanted.casefold()
    alike = difflib.get_close_matches(folded, by_folded, n=_NEAR, cutoff=0.6)
    contained = [name for name in by_folded if folded in name]
    return tuple(by_folded[name] for name in dict.fromkeys([*alike, *contained]))[:_NEAR]


def _split(table: str | None, schemas: Sequence[str]) -> tuple[str | None, str | None]:
    """Schema and table of `public.orders`, when there is such a schema."""
    before, dot, after = (table or "").partition(".")
    schema = _same_name(before, schemas) if dot and after else None
    return (None, table) if schema is None else (schema, after)


def _same_name(wanted: str, names: Iterable[str]) -> str | None:
    known = tuple(names)
    if wanted in known:
        return wanted
    folded = [name for name in known if name.casefold() == wanted.casefold()]
    return folded[0] if len(folded) == 1 else None


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_LISTED])
    return f"{shown}, …" if len(names) > _LISTED else shown or "–"
