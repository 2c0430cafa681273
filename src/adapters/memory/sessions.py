"""Sign-in codes and revoked tokens in memory."""

import hashlib
from datetime import datetime

from returns.result import Failure, Result, Success

from application.ports.sessions import Sessions
from domain.sessions import CodeRefused, SignInCode


class MemorySessions(Sessions):
    def __init__(self) -> None:
        self._grants: dict[str, SignInCode] = {}
        self._used: set[str] = set()
        self._revoked: dict[str, datetime] = {}

    async def add_code(self, code: str, grant: SignInCode) -> None:
        self._grants[_hash(code)] = grant

    async def redeem(self, code: str, now: datetime) -> Result[SignInCode, CodeRefused]:
        code_hash = _hash(code)
        grant = self._grants.get(code_hash)
        if grant is None:
            return Failure(CodeRefused("code_unknown"))
        if code_hash in self._used:
            return Failure(CodeRefused("code_used"))
        if now >= grant.expires_at:
            return Failure(CodeRefused("code_expired"))
        self._used.add(code_hash)
        return Success(grant)

    async def revoke(self, token_id: str, until: datetime) -> None:
        self._revoked[token_id] = until

    async def is_revoked(self, token_id: str) -> bool:
        return token_id in self._revoked


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
