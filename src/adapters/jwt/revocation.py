"""Revoked tokens are refused like expired ones: they were good once."""

from returns.result import Failure, Result, Success

from adapters.jwt.claims import EXPIRED
from application.ports.identity import IdentityRefused
from application.ports.sessions import Sessions
from domain.identity import Caller


async def unless_revoked(caller: Caller, sessions: Sessions) -> Result[Caller, IdentityRefused]:
    if await sessions.is_revoked(caller.token_id):
        return Failure(EXPIRED)
    return Success(caller)
