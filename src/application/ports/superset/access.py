"""Who the account is on one Superset, and whether it is the Superset that we registered."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.rights import Owned, RowRule, SupersetRole, SupersetUser
from domain.superset import AccountInfo, InstanceStatus, SupersetError


class Access(Protocol):
    """Rights and common failures as in `dashboards`."""

    @abstractmethod
    async def status(self) -> InstanceStatus:
        """
        Whether the server answers, without signing in. Never fails; at most 5 s.

        The version is None where its release does not tell it (before 6.1).
        """

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

    @abstractmethod
    async def roles(self) -> Result[tuple[SupersetRole, ...], SupersetError]:
        """
        Every role with its grants, in the order of their ids.

        Failures:
            FORBIDDEN: the account may not read roles; Superset lets admins alone, and before 6
                nobody over its API unless FAB_ADD_SECURITY_API is on. `detail` says the latter.
        """

    @abstractmethod
    async def users(self) -> Result[tuple[SupersetUser, ...], SupersetError]:
        """
        Every account with its roles, its own before those of its groups, in the order of ids.

        Failures:
            FORBIDDEN: the account may not read other accounts; likewise.
        """

    @abstractmethod
    async def row_rules(self) -> Result[tuple[RowRule, ...], SupersetError]:
        """
        Every row-level security rule, by name.

        Failures:
            FORBIDDEN: the account may not read them.
        """

    @abstractmethod
    async def owned(self) -> Result[tuple[Owned, ...], SupersetError]:
        """Every dashboard, then every dataset that the account sees, with their owners."""
