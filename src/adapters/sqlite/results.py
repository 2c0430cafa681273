"""Untruncated results in SQLite."""

from sqlite3 import Connection

from returns.result import Failure, Result, Success

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import from_column, to_column
from application.ports.results import Results
from domain.conversation import ResultUnknown, ToolResult

_KEEP = """
    INSERT INTO results (user, call_id, conversation_id, tool_name, value)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (user, call_id) DO UPDATE SET
        conversation_id = excluded.conversation_id,
        tool_name = excluded.tool_name,
        value = excluded.value
"""


class SqliteResults(Results):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, result: ToolResult) -> None:
        await self._database.write(
            lambda db: db.execute(
                _KEEP,
                (
                    result.user,
                    result.call_id,
                    result.conversation_id,
                    result.tool_name,
                    to_column(result.value),
                ),
            )
        )

    async def get(self, call_id: str, user: str) -> Result[ToolResult, ResultUnknown]:
        return await self._database.read(lambda db: _get(db, call_id, user))


def _get(db: Connection, call_id: str, user: str) -> Result[ToolResult, ResultUnknown]:
    row = db.execute(
        "SELECT conversation_id, tool_name, value FROM results WHERE user = ? AND call_id = ?",
        (user, call_id),
    ).fetchone()
    if row is None:
        return Failure(ResultUnknown(call_id))
    conversation_id, tool_name, value = row
    return Success(ToolResult(call_id, conversation_id, user, tool_name, from_column(value)))
