"""Whole objects of one Superset as ZIP bundles."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from returns.result import Result

from domain.superset import SupersetError


class Assets(Protocol):
    """Rights, ids and common failures as in `dashboards`."""

    @abstractmethod
    async def export_dashboards(self, dashboard_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        """
        Dashboards (by number) with their charts, datasets and masked connections, as a ZIP.

        Failures:
            NOT_FOUND: one of them does not exist; nothing is exported.
            FORBIDDEN: the account may not export.
        """
