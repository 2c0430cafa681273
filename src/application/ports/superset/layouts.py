"""Layouts of dashboards on one Superset."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.superset import DashboardLayout, SupersetError


class Layouts(Protocol):
    """Rights, ids and common failures as in `dashboards`."""

    @abstractmethod
    async def get(self, dashboard_id: str) -> Result[DashboardLayout, SupersetError]:
        """
        The layout and the metadata of one dashboard (by number or uuid).

        Failures:
            NOT_FOUND: no such dashboard, or hidden from this account.
        """

    @abstractmethod
    async def put(
        self, dashboard_id: str, position_json: str | None
    ) -> Result[None, SupersetError]:
        """
        Set the layout of one dashboard (by number); charts and metadata stay as they are.

        Superset spells the JSON anew, with the same keys in the same order. It does not look
        whether the layout is sound, and one with a missing child bars every later change.

        Failures:
            NOT_FOUND: no such dashboard.
            FORBIDDEN: the account does not own it and is no admin.
            REFUSED: no JSON, or the layout that is there is broken.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """
