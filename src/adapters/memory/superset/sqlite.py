"""Rows out of the SQLite databases behind an in-memory Superset."""

import sqlite3
from collections import Counter
from dataclasses import dataclass

from domain.superset import Column, JsonValue, Table


@dataclass(frozen=True, slots=True)
class Rows:
    """`names` are unique, as Superset makes them: a, a__1."""

    names: tuple[str, ...]
    rows: tuple[tuple[JsonValue, ...], ...]


def read_all(connection: sqlite3.Connection, sql: str, at_most: int = -1) -> Rows | str:
    """The rows of one statement, or the database's own words on why there are none."""
    try:
        cursor = connection.execute(sql)
        found = cursor.fetchall() if at_most < 0 else cursor.fetchmany(at_most)
    except (sqlite3.Error, sqlite3.Warning) as reason:
        return f"sqlite error: {reason}"
    names = _unique([column[0] for column in cursor.description or ()])
    return Rows(names, tuple(tuple(map(_plain, row)) for row in found))


def tables_of(connection: sqlite3.Connection) -> tuple[Table, ...]:
    rows = connection.execute(
        "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
    )
    return tuple(Table(name, kind) for name, kind in rows)


def columns_of(connection: sqlite3.Connection, table: str) -> tuple[Column, ...]:
    rows = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
    return tuple(Column(name, kind) for name, kind in rows)


def _unique(names: list[str]) -> tuple[str, ...]:
    seen: Counter[str] = Counter()
    unique = []
    for name in names:
        unique.append(f"{name}__{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return tuple(unique)


def _plain(value: object) -> JsonValue:
    return value if isinstance(value, int | float | str | None) else str(value)
