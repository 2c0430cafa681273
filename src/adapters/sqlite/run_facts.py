"""Facts of last runs in SQLite."""

from collections.abc import Iterable, Sequence
from sqlite3 import Connection

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import (
    object_from_column,
    time_from_column,
    time_to_column,
    to_column,
)
from application.ports.run_facts import RunFacts
from domain.quality_facts import KeptFacts

_KEEP = """
    INSERT INTO run_facts (env_id, subject, at, facts) VALUES (?, ?, ?, ?)
    ON CONFLICT (env_id, subject) DO UPDATE SET at = excluded.at, facts = excluded.facts
"""
_LAST = "SELECT at, facts FROM run_facts WHERE env_id = ? AND subject = ?"


class SqliteRunFacts(RunFacts):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self, env_id: str, subjects: Sequence[str]) -> tuple[KeptFacts, ...]:
        def step(db: Connection) -> tuple[KeptFacts, ...]:
            rows = (
                (subject, db.execute(_LAST, (env_id, subject)).fetchone())
                for subject in dict.fromkeys(subjects)
            )
            return tuple(
                KeptFacts(subject, time_from_column(row[0]), object_from_column(row[1]))
                for subject, row in rows
                if row is not None
            )

        return await self._database.read(step)

    async def keep(self, env_id: str, facts: Iterable[KeptFacts]) -> None:
        rows = [
            (env_id, each.subject, time_to_column(each.at), to_column(each.facts)) for each in facts
        ]
        await self._database.write(lambda db: db.executemany(_KEEP, rows))
