"""What every store of sessions promises."""

import asyncio
from collections.abc import Callable

import pytest
from returns.pipeline import is_successful
from returns.result import Failure, Success

from application.ports.sessions import Sessions
from contracts.samples import NOON, later
from domain.roles import Role
from domain.sessions import CodeRefused, SignInCode

# Gives everything that the store holds, as bytes.
Kept = Callable[[], bytes]

CODE = "sign-in-code-Xy7"
GRANT = SignInCode("local:analyst", Role.ANALYST, later(hours=24))
UNKNOWN = Failure(CodeRefused("code_unknown"))
USED = Failure(CodeRefused("code_used"))
EXPIRED = Failure(CodeRefused("code_expired"))


class SessionsContract:
    async def test_unknown_code_opens_nothing(self, sessions: Sessions) -> None:
        assert await sessions.redeem(CODE, NOON) == UNKNOWN

    @pytest.mark.parametrize("other", ["", CODE.lower(), CODE + " ", "\ud800"])
    async def test_similar_code_opens_nothing(self, sessions: Sessions, other: str) -> None:
        await sessions.add_code(CODE, GRANT)
        assert await sessions.redeem(other, NOON) == UNKNOWN

    async def test_expired_code_opens_nothing(self, sessions: Sessions) -> None:
        await sessions.add_code(CODE, GRANT)
        assert await sessions.redeem(CODE, later(hours=24)) == EXPIRED

    async def test_code_opens_once(self, sessions: Sessions) -> None:
        await sessions.add_code(CODE, GRANT)
        assert await sessions.redeem(CODE, later(hours=23)) == Success(GRANT)
        assert await sessions.redeem(CODE, later(hours=23)) == USED
        assert await sessions.redeem(CODE, later(days=99)) == USED

    async def test_of_50_who_use_a_code_at_once_one_wins(self, sessions: Sessions) -> None:
        await sessions.add_code(CODE, GRANT)
        answers = await asyncio.gather(*(sessions.redeem(CODE, NOON) for _ in range(50)))
        assert sum(map(is_successful, answers)) == 1
        assert [one for one in answers if not is_successful(one)] == [USED] * 49

    async def test_code_itself_is_not_kept(self, sessions: Sessions, kept: Kept) -> None:
        await sessions.add_code(CODE, GRANT)
        await sessions.redeem(CODE, NOON)
        everything = kept()
        assert b"local:analyst" in everything
        assert CODE.encode() not in everything

    async def test_tokens_are_good_until_revoked(self, sessions: Sessions) -> None:
        assert not await sessions.is_revoked("j1")
        await sessions.revoke("j1", later(hours=8))
        assert await sessions.is_revoked("j1")
        assert not await sessions.is_revoked("j2")

    async def test_revoking_twice_is_revoking_once(self, sessions: Sessions) -> None:
        await sessions.revoke("j1", later(hours=8))
        await sessions.revoke("j1", later(hours=1))
        assert await sessions.is_revoked("j1")

    async def test_revocation_lasts_until_its_time(self, sessions: Sessions) -> None:
        await sessions.revoke("j1", later(hours=8))
        await sessions.add_code(CODE, GRANT)
        await sessions.redeem(CODE, later(hours=8))
        assert await sessions.is_revoked("j1")
