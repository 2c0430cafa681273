"""The tables of the file, and the version that says which ones they are."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from adapters.sqlite.transaction import transact

# The script at position n brings a file from version n to version n + 1.
_SCRIPTS = ("schema.sql", "tasks.sql", "quality.sql", "names.sql", "undone.sql", "windows.sql")
SCHEMA_VERSION = len(_SCRIPTS)
_WAL_ATTEMPTS = 50
_WAL_PAUSE_S = 0.1


def prepare(connection: sqlite3.Connection) -> None:
    """
    Set a fresh connection up for writing and make the tables if the file has none.

    Raises:
        sqlite3.DatabaseError: the file is no database, or was made by a newer version.

    """
    _switch_to_wal(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    transact(connection, _make_tables, "BEGIN IMMEDIATE")


def _make_tables(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not 0 <= version <= SCHEMA_VERSION:
        raise sqlite3.DatabaseError(
            f"the tables have version {version}, this program knows {SCHEMA_VERSION}"
        )
    for script in _SCRIPTS[version:]:
        for statement in _statements(Path(__file__).with_name(script).read_text("utf-8")):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Two processes that start at once both switch, and SQLite does not wait here by itself."""
    for attempt in range(_WAL_ATTEMPTS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if attempt == _WAL_ATTEMPTS - 1:
                raise
            time.sleep(_WAL_PAUSE_S)
        else:
            return


def _statements(script: str) -> Iterator[str]:
    """`executescript` would commit before each script; the tables come all at once or not."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
