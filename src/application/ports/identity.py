"""Tokens: who a request comes from."""

from abc import abstractmethod
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from returns.result import Result

from domain.identity import Caller
from domain.roles import Role


@dataclass(frozen=True, slots=True)
class IdentityRefused:
    """
    A token that authorises nothing.

    Args:
        code: "unauthenticated" (missing, malformed, badly signed, without exp or sub) or
            "session_expired" (it was good, its time is over or it was revoked).

    """

    code: str


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token and what it says."""

    token: str = field(repr=False)
    caller: Caller


class Identity(Protocol):
    """Verifies tokens on every call; exp and sub are required, the role comes from one claim."""

    @abstractmethod
    async def authenticate(self, token: str) -> Result[Caller, IdentityRefused]:
        """
        Who the token stands for, now: signature, audience, times, revocation.

        It may begin up to 5 s from now (clocks differ); it ends when it says.
        """

    @abstractmethod
    def issue(
        self, user: str, role: Role, ttl: timedelta, env_id: str | None = None
    ) -> IssuedToken:
        """A new token of our own. `user` carries its namespace, e.g. "local:admin"."""
