"""DBOS's SQLite file, opened so that a step survives a power cut and readers never wait."""

from pathlib import Path
from sqlite3 import Connection

import sqlalchemy


def sqlite_engine(path: Path) -> sqlalchemy.Engine:
    """An engine with a write-ahead log; DBOS's own would use a rollback journal."""
    path.touch(mode=0o600)
    engine = sqlalchemy.create_engine(f"sqlite:///{path}", connect_args={"timeout": 10.0})

    def prepare(connection: Connection, _record: object) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        # An intent must be on the disk before the write that it announces.
        connection.execute("PRAGMA synchronous = FULL")

    sqlalchemy.event.listen(engine, "connect", prepare)
    return engine
