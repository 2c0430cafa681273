"""Who the account is on one Superset, and whether it is the Superset that we registered."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.superset import AccountInfo, InstanceStatus, SupersetError


class Access(Protocol):
    """Rights and common failures as in `dashboards`."""

    @abstractmethod
    async def status(self) -> InstanceStatus:
        """Whether the server answers, without signing in. Never fails; at most 5 s."""

    @abstractmethod
    async def account(self) -> Result[AccountInfo, SupersetError]:
        """The account that the calls act as, with its Superset roles."""

    @abstractmethod
    async def issue_proof(self) -> Result[str, SupersetError]:
        """
        A token signed with the server's secret key, to be shown to it later.

        It is a secret while it is young (15 minutes in Superset).
        """

    @abstractmethod
    async def accepts_proof(self, proof: str) -> Result[bool, SupersetError]:
        """Whether the server signed that token, however old it is: it holds the same key."""
