"""Turns and messages in SQLite; the index one_open_turn holds the rule even against us."""

from datetime import datetime
from sqlite3 import Connection

from returns.result import Failure, Result, Success

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import (
    object_from_column,
    time_from_column,
    time_to_column,
    to_column,
)
from adapters.sqlite.message_rows import message_from_row, message_to_row
from application.ports.turns import Turns
from domain.conversation import ChatMessage, FinishReason, NewTurn, Turn, TurnRefused, TurnState
from domain.plain_json import clean

_SELECT = """
    SELECT id, conversation_id, user, message_id, message, env_id, ui_context, started_at,
           state, finish_reason
    FROM turns
"""
_INSERT = """
    INSERT INTO turns (id, conversation_id, user, message_id, message, env_id, ui_context,
                       started_at, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'running')
"""
_INSERT_MESSAGE = """
    INSERT INTO messages (conversation_id, turn_id, role, content, calls, call_id, summary)
    SELECT conversation_id, id, ?, ?, ?, ?, ? FROM turns WHERE id = ?
"""
_WINDOW = """
    SELECT role, content, calls, call_id, summary FROM messages
    WHERE conversation_id = ? ORDER BY number DESC LIMIT ?
"""
_TOUCH = """
    UPDATE conversations SET updated_at = max(updated_at, ?)
    WHERE id = (SELECT conversation_id FROM turns WHERE id = ?)
"""


class SqliteTurns(Turns):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, turn: NewTurn) -> Result[Turn, TurnRefused]:
        return await self._database.write(lambda db: _begin(db, turn))

    async def get(self, turn_id: str) -> Turn | None:
        found = await self._select("WHERE id = ?", turn_id)
        return found[0] if found else None

    async def of_conversation(self, conversation_id: str) -> tuple[Turn, ...]:
        return await self._select("WHERE conversation_id = ? ORDER BY number", conversation_id)

    async def move(
        self, turn_id: str, state: TurnState, finish_reason: FinishReason | None, at: datetime
    ) -> None:
        def move(db: Connection) -> None:
            db.execute(
                "UPDATE turns SET state = ?, finish_reason = ? WHERE id = ?",
                (state, finish_reason, turn_id),
            )
            db.execute(_TOUCH, (time_to_column(at), turn_id))

        await self._database.write(move)

    async def append(self, turn_id: str, messages: tuple[ChatMessage, ...]) -> None:
        if messages:
            rows = [(*message_to_row(message), turn_id) for message in messages]
            await self._database.write(lambda db: db.executemany(_INSERT_MESSAGE, rows))

    async def window(self, conversation_id: str, limit: int) -> tuple[ChatMessage, ...]:
        rows = await self._database.read(
            lambda db: db.execute(_WINDOW, (conversation_id, limit)).fetchall()
        )
        return tuple(map(message_from_row, reversed(rows)))

    async def unfinished(self) -> tuple[Turn, ...]:
        return await self._select("WHERE state <> ? ORDER BY number", TurnState.OVER)

    async def _select(self, where: str, value: str) -> tuple[Turn, ...]:
        rows = await self._database.read(
            lambda db: db.execute(f"{_SELECT} {where}", (value,)).fetchall()
        )
        return tuple(map(_turn, rows))


def _begin(db: Connection, new: NewTurn) -> Result[Turn, TurnRefused]:
    message_id = clean(new.message_id)
    known = db.execute(
        f"{_SELECT} WHERE user = ? AND message_id = ?",
        (new.user, message_id),
    ).fetchone()
    if known is not None:
        return Success(_turn(known, is_repeated=True))
    refused = _refusal(db, new.conversation_id)
    if refused is not None:
        return Failure(refused)
    started_at = time_to_column(new.started_at)
    db.execute(
        _INSERT,
        (
            new.id,
            new.conversation_id,
            new.user,
            message_id,
            clean(new.message),
            new.env_id,
            None if new.ui_context is None else to_column(new.ui_context),
            started_at,
        ),
    )
    message = ChatMessage("user", new.message)
    db.execute(_INSERT_MESSAGE, (*message_to_row(message), new.id))
    db.execute(_TOUCH, (started_at, new.id))
    return Success(_turn(db.execute(f"{_SELECT} WHERE id = ?", (new.id,)).fetchone()))


def _refusal(db: Connection, conversation_id: str) -> TurnRefused | None:
    open_turn = db.execute(
        "SELECT state FROM turns WHERE conversation_id = ? AND state <> 'over'",
        (conversation_id,),
    ).fetchone()
    if open_turn is None:
        return None
    is_waiting = open_turn[0] == TurnState.AWAITING
    return TurnRefused("confirmation_pending" if is_waiting else "turn_running")


def _turn(
    row: tuple[str, str, str, str, str, str | None, bytes | str | None, str, str, str | None],
    *,
    is_repeated: bool = False,
) -> Turn:
    return Turn(
        id=row[0],
        conversation_id=row[1],
        user=row[2],
        message_id=row[3],
        message=row[4],
        env_id=row[5],
        ui_context=None if row[6] is None else object_from_column(row[6]),
        started_at=time_from_column(row[7]),
        state=TurnState(row[8]),
        finish_reason=None if row[9] is None else FinishReason(row[9]),
        is_repeated=is_repeated,
    )
