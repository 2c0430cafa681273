"""Dashboards of one Superset, as one account may see them."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from returns.result import Result

from domain.superset import ChartSummary, DashboardSummary, SupersetError


class Dashboards(Protocol):
    """
    Every call acts with the rights of the account that was opened, never ours.

    Ids are Superset's numbers as strings, or uuids where a method says so.
    Any method fails with UNREACHABLE, GATEWAY, BAD_CREDENTIALS or NOT_SUPERSET when Superset
    does not answer as it should.
    """

    @abstractmethod
    async def all(self) -> Result[tuple[DashboardSummary, ...], SupersetError]:
        """Every dashboard that the account sees, newest change first, without a limit."""

    @abstractmethod
    async def newest(self) -> Result[DashboardSummary | None, SupersetError]:
        """The first of `all`, in one request however many there are; None when there is none."""

    @abstractmethod
    async def get(self, dashboard_id: str) -> Result[DashboardSummary, SupersetError]:
        """
        One dashboard by number or uuid.

        Failures:
            NOT_FOUND: no such dashboard, or hidden from this account.
        """

    @abstractmethod
    async def charts(self, dashboard_id: str) -> Result[tuple[ChartSummary, ...], SupersetError]:
        """
        The charts that stand on a dashboard (by number or uuid), in the order of their ids.

        Failures:
            NOT_FOUND: no such dashboard.
        """

    @abstractmethod
    async def reports(self, dashboard_id: str) -> Result[tuple[str, ...], SupersetError]:
        """
        Names of the alerts and reports that send this dashboard (by number).

        They block its deletion. Empty where Superset has the feature switched off.
        """

    @abstractmethod
    async def owner_ids(self, dashboard_id: str) -> Result[tuple[str, ...], SupersetError]:
        """
        The numbers of the accounts that own a dashboard (by number), in their order.

        Failures:
            NOT_FOUND: no such dashboard.
        """

    @abstractmethod
    async def set_owners(
        self, dashboard_id: str, user_ids: Sequence[str]
    ) -> Result[None, SupersetError]:
        """
        Let exactly these accounts (by number) own a dashboard (by number).

        Failures:
            NOT_FOUND: no such dashboard.
            FORBIDDEN: the account does not own it and is no admin.
            REFUSED: no account has one of these numbers.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """

    @abstractmethod
    async def embedding(self, dashboard_id: str) -> Result[tuple[str, ...] | None, SupersetError]:
        """
        The domains that may embed a dashboard (by number), empty for any domain.

        None: it may not be embedded, or there is no such dashboard; Superset answers both alike.
        """

    @abstractmethod
    async def set_embedding(
        self, dashboard_id: str, domains: Sequence[str] | None
    ) -> Result[None, SupersetError]:
        """
        Let exactly these domains embed a dashboard (by number), any where empty; None forbids it.

        Whoever embeds it names an id that Superset makes; it stays while the domains change, and is
        lost for good once embedding is forbidden.

        Failures:
            NOT_FOUND: no such dashboard.
            FORBIDDEN: the account is no admin.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """

    @abstractmethod
    async def write_back(self, dashboard_id: str, metadata: str) -> Result[None, SupersetError]:
        """
        Set the metadata of a dashboard (by number), a JSON text; its charts and layout stay.

        An import changes metadata: it drops the filters of old and adds a list of new ones.

        Failures:
            NOT_FOUND: no such dashboard.
            FORBIDDEN: the account does not own it and is no admin.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """

    @abstractmethod
    async def delete(self, dashboard_id: str) -> Result[None, SupersetError]:
        """
        Delete one dashboard (by number) for good; Superset keeps no bin, its charts stay.

        Deleting twice is NOT_FOUND, not a no-op.

        Failures:
            NOT_FOUND: no such dashboard.
            FORBIDDEN: the account does not own it and is no admin.
            REFUSED: an alert or report is attached.
            UNKNOWN_OUTCOME: sent, but no answer came; it may be deleted.
        """
