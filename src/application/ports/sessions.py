"""Sign-in codes and revoked tokens."""

from abc import abstractmethod
from datetime import datetime
from typing import Protocol

from returns.result import Result

from domain.sessions import CodeRefused, SignInCode


class Sessions(Protocol):
    """Codes are kept as hashes only."""

    @abstractmethod
    async def add_code(self, code: str, grant: SignInCode) -> None:
        """Keep a one-use code."""

    @abstractmethod
    async def redeem(self, code: str, now: datetime) -> Result[SignInCode, CodeRefused]:
        """
        Use a code up; of two callers one wins.

        Failures:
            CodeRefused("code_unknown"), CodeRefused("code_used"), CodeRefused("code_expired").
        """

    @abstractmethod
    async def revoke(self, token_id: str, until: datetime) -> None:
        """Refuse a token from now on; the record may be dropped after `until`."""

    @abstractmethod
    async def is_revoked(self, token_id: str) -> bool:
        """Whether a token was revoked."""
