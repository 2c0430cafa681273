"""
Confirmations in SQLite: each step reads and writes in one transaction that nobody shares.

The intent and its outcome are on the disk before anything goes on: they are what keeps a write
from being run twice, also after a power cut.
"""

from datetime import datetime
from sqlite3 import Connection

from returns.result import Failure, Result, Success

from adapters.sqlite.confirmation_rows import (
    SELECT,
    confirmation_from_row,
    confirmation_to_row,
    execution_from_row,
)
from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import time_to_column, to_column
from application.ports.confirmations import Confirmations
from domain.confirmation import (
    ClaimRefused,
    Closing,
    Confirmation,
    ConfirmationState,
    Decision,
    ExecutionRecord,
    Intent,
    Verdict,
    check_claim,
)

_INSERT = """
    INSERT INTO confirmations (
        id, conversation_id, turn_id, user, call_id, tool_name, env_id, arguments, origins,
        digest, metadata, expires_at, state, verdict, decided_by)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_RESOLVE = "UPDATE confirmations SET state = ?, verdict = ?, decided_by = ? WHERE id = ?"
# A refused one was claimed as well, yet must never run.
_START = """
    UPDATE confirmations SET state = 'executing'
    WHERE id = ? AND state = 'claimed' AND verdict = ?
"""
_FINISH = "UPDATE confirmations SET state = 'executed' WHERE id = ? AND state = 'executing'"
_INTEND = """
    INSERT INTO executions (confirmation_id, action_id, by, intended_at) VALUES (?, ?, ?, ?)
"""
_RECORD = """
    UPDATE executions SET outcome = ?, recorded_at = ?, snapshot = ?, undo = ?
    WHERE confirmation_id = ? AND action_id = ? AND outcome IS NULL
"""

_EXECUTION = """
    SELECT confirmation_id, action_id, outcome, recorded_at, snapshot, undo, undone_by
    FROM executions WHERE action_id = ? AND outcome IS NOT NULL
"""
_MARK_UNDONE = """
    UPDATE executions SET undone_by = ?
    WHERE action_id = ? AND outcome IS NOT NULL AND undone_by IS NULL
"""

_UNDONE = """
    SELECT action_id FROM executions JOIN confirmations ON id = confirmation_id
    WHERE conversation_id = ? AND undone_by IS NOT NULL ORDER BY number
"""


class SqliteConfirmations(Confirmations):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, confirmation: Confirmation) -> None:
        row = confirmation_to_row(confirmation)
        await self._database.write(lambda db: db.execute(_INSERT, row))

    async def get(self, confirmation_id: str) -> Confirmation | None:
        return await self._database.read(lambda db: _get(db, confirmation_id))

    async def waiting(self, conversation_id: str) -> Confirmation | None:
        found = await self._select(
            "WHERE conversation_id = ? AND state = ? ORDER BY number DESC LIMIT 1",
            (conversation_id, ConfirmationState.WAITING),
        )
        return found[0] if found else None

    async def claim(
        self, confirmation_id: str, decision: Decision, now: datetime
    ) -> Result[Confirmation, ClaimRefused]:
        def claim(db: Connection) -> Result[Confirmation, ClaimRefused]:
            refused = check_claim(_get(db, confirmation_id), decision, now)
            if refused is not None:
                return Failure(refused)
            return _resolve(
                db, confirmation_id, ConfirmationState.CLAIMED, decision.verdict, decision.by
            )

        return await self._database.write(claim)

    async def close(
        self, confirmation_id: str, closing: Closing
    ) -> Result[Confirmation, ClaimRefused]:
        def close(db: Connection) -> Result[Confirmation, ClaimRefused]:
            known = _get(db, confirmation_id)
            if known is None:
                return Failure(ClaimRefused("confirmation_unknown"))
            if known.state not in {ConfirmationState.WAITING, ConfirmationState.CLAIMED}:
                return Failure(ClaimRefused("already_decided"))
            return _resolve(
                db, confirmation_id, ConfirmationState.CLOSED, closing.verdict, closing.by
            )

        return await self._database.write(close)

    async def intend(self, intent: Intent) -> Result[None, ClaimRefused]:
        def intend(db: Connection) -> Result[None, ClaimRefused]:
            started = db.execute(_START, (intent.confirmation_id, Verdict.APPROVE))
            if started.rowcount == 0:
                return Failure(ClaimRefused("already_decided"))
            db.execute(
                _INTEND,
                (intent.confirmation_id, intent.action_id, intent.by, time_to_column(intent.at)),
            )
            return Success(None)

        return await self._database.write(intend, durable=True)

    async def record(self, record: ExecutionRecord) -> None:
        row = (
            record.outcome,
            time_to_column(record.at),
            record.snapshot,
            None if record.undo is None else to_column(record.undo),
            record.confirmation_id,
            record.action_id,
        )

        def finish(db: Connection) -> None:
            if db.execute(_RECORD, row).rowcount:
                db.execute(_FINISH, (record.confirmation_id,))

        await self._database.write(finish, durable=True)

    async def execution(self, action_id: str) -> ExecutionRecord | None:
        row = await self._database.read(lambda db: db.execute(_EXECUTION, (action_id,)).fetchone())
        return None if row is None else execution_from_row(row)

    async def mark_undone(self, action_id: str, undone_by: str) -> bool:
        def mark(db: Connection) -> bool:
            return db.execute(_MARK_UNDONE, (undone_by, action_id)).rowcount == 1

        return await self._database.write(mark, durable=True)

    async def undone(self, conversation_id: str) -> tuple[str, ...]:
        rows = await self._database.read(
            lambda db: db.execute(_UNDONE, (conversation_id,)).fetchall()
        )
        return tuple(action_id for (action_id,) in rows)

    async def cut_off(self) -> tuple[Confirmation, ...]:
        return await self._select(
            "WHERE state IN (?, ?) ORDER BY number",
            (ConfirmationState.CLAIMED, ConfirmationState.EXECUTING),
        )

    async def _select(self, where: str, values: tuple[str, str]) -> tuple[Confirmation, ...]:
        rows = await self._database.read(
            lambda db: db.execute(f"{SELECT} {where}", values).fetchall()
        )
        return tuple(map(confirmation_from_row, rows))


def _get(db: Connection, confirmation_id: str) -> Confirmation | None:
    row = db.execute(f"{SELECT} WHERE id = ?", (confirmation_id,)).fetchone()
    return None if row is None else confirmation_from_row(row)


def _resolve(
    db: Connection, confirmation_id: str, state: ConfirmationState, verdict: Verdict, by: str
) -> Result[Confirmation, ClaimRefused]:
    db.execute(_RESOLVE, (state, verdict, by, confirmation_id))
    resolved = _get(db, confirmation_id)
    return Failure(ClaimRefused("confirmation_unknown")) if resolved is None else Success(resolved)
