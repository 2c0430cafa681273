"""Records of environments in SQLite."""

from sqlite3 import Connection
from typing import cast

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import from_column, time_from_column, time_to_column, to_column
from application.ports.environment_records import EnvironmentRecords
from domain.proof import EnvironmentRecord

_PUT = """
    INSERT INTO environment_records (env_id, url, database_uuids, recorded_at, proof)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (env_id) DO UPDATE SET
        url = excluded.url,
        database_uuids = excluded.database_uuids,
        recorded_at = excluded.recorded_at,
        proof = excluded.proof
"""


class SqliteEnvironmentRecords(EnvironmentRecords):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, env_id: str) -> EnvironmentRecord | None:
        return await self._database.read(lambda db: _get(db, env_id))

    async def put(self, record: EnvironmentRecord) -> None:
        row = (
            record.env_id,
            record.url,
            to_column(record.database_uuids),
            time_to_column(record.recorded_at),
            record.proof,
        )
        await self._database.write(lambda db: db.execute(_PUT, row), durable=True)


def _get(db: Connection, env_id: str) -> EnvironmentRecord | None:
    row = db.execute(
        "SELECT url, database_uuids, recorded_at, proof FROM environment_records WHERE env_id = ?",
        (env_id,),
    ).fetchone()
    if row is None:
        return None
    url, uuids, recorded_at, proof = row
    return EnvironmentRecord(
        env_id=env_id,
        url=url,
        database_uuids=tuple(cast("list[str]", from_column(uuids))),
        recorded_at=time_from_column(recorded_at),
        proof=proof,
    )
