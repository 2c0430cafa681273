"""The event log in SQLite: the number is given inside the transaction, so it has no gap."""

from datetime import datetime
from sqlite3 import Connection

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import object_from_column, to_column
from application.ports.event_sink import EventSink
from domain.events import WIRE_NAMES, RecordedEvent, TurnEvent, wire_data

_LAST_SEQ = "SELECT coalesce(max(seq), 0) FROM events WHERE conversation_id = ?"
_REPLAY = """
    SELECT seq, type, turn_id, data FROM events
    WHERE conversation_id = ? AND seq > ? ORDER BY seq
"""


class SqliteEventSink(EventSink):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(
        self, conversation_id: str, turn_id: str, at: datetime, event: TurnEvent
    ) -> RecordedEvent:
        wire_name = WIRE_NAMES[type(event)]
        data = to_column(wire_data(event, conversation_id, turn_id, at))

        def insert(db: Connection) -> int:
            last: int = db.execute(_LAST_SEQ, (conversation_id,)).fetchone()[0]
            db.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                (conversation_id, last + 1, wire_name, turn_id, data),
            )
            return last + 1

        seq = await self._database.write(insert)
        # Read back what was stored, so that a live event equals its replay.
        return RecordedEvent(seq, wire_name, turn_id, object_from_column(data))

    async def replay(self, conversation_id: str, after: int = 0) -> tuple[RecordedEvent, ...]:
        def read(db: Connection) -> tuple[RecordedEvent, ...]:
            rows = db.execute(_REPLAY, (conversation_id, after)).fetchall()
            return tuple(
                RecordedEvent(seq, wire_name, turn_id, object_from_column(data))
                for seq, wire_name, turn_id, data in rows
            )

        return await self._database.read(read)

    async def last_seq(self, conversation_id: str) -> int:
        seq: int = await self._database.read(
            lambda db: db.execute(_LAST_SEQ, (conversation_id,)).fetchone()[0]
        )
        return seq

    async def forget(self, conversation_id: str) -> None:
        await self._database.write(
            lambda db: db.execute(
                "DELETE FROM events WHERE conversation_id = ?", (conversation_id,)
            )
        )
