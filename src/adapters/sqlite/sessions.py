"""Sign-in codes and revoked tokens in SQLite."""

import hashlib
from datetime import datetime, timedelta
from sqlite3 import Connection

from returns.result import Failure, Result, Success

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import time_from_column, time_to_column
from application.ports.sessions import Sessions
from domain.roles import Role
from domain.sessions import CodeRefused, SignInCode

# Well past any leeway for clocks that differ.
_KEPT_AFTER_EXPIRY = timedelta(days=1)


class SqliteSessions(Sessions):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_code(self, code: str, grant: SignInCode) -> None:
        row = (_hash(code), grant.user, grant.role, time_to_column(grant.expires_at))
        await self._database.write(
            lambda db: db.execute("INSERT INTO sign_in_codes VALUES (?, ?, ?, ?, NULL)", row)
        )

    async def redeem(self, code: str, now: datetime) -> Result[SignInCode, CodeRefused]:
        return await self._database.write(lambda db: _redeem(db, _hash(code), now), durable=True)

    async def revoke(self, token_id: str, until: datetime) -> None:
        await self._database.write(
            lambda db: db.execute(
                "INSERT INTO revocations VALUES (?, ?)"
                " ON CONFLICT (token_id) DO UPDATE SET until = max(until, excluded.until)",
                (token_id, time_to_column(until)),
            ),
            durable=True,
        )

    async def is_revoked(self, token_id: str) -> bool:
        return await self._database.read(
            lambda db: (
                db.execute("SELECT 1 FROM revocations WHERE token_id = ?", (token_id,)).fetchone()
                is not None
            )
        )


def _redeem(db: Connection, code_hash: str, now: datetime) -> Result[SignInCode, CodeRefused]:
    long_ago = time_to_column(now - _KEPT_AFTER_EXPIRY)
    db.execute("DELETE FROM revocations WHERE until < ?", (long_ago,))
    row = db.execute(
        "SELECT user, role, expires_at, used_at FROM sign_in_codes WHERE hash = ?", (code_hash,)
    ).fetchone()
    if row is None:
        return Failure(CodeRefused("code_unknown"))
    user, role, expires_at, used_at = row
    if used_at is not None:
        return Failure(CodeRefused("code_used"))
    if now >= time_from_column(expires_at):
        return Failure(CodeRefused("code_expired"))
    db.execute(
        "UPDATE sign_in_codes SET used_at = ? WHERE hash = ?", (time_to_column(now), code_hash)
    )
    return Success(SignInCode(user, Role(role), time_from_column(expires_at)))


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
