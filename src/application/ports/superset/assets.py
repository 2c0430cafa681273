"""Whole objects of one Superset as ZIP bundles."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Literal, Protocol

from returns.result import Result

from domain.superset import SupersetError

TaggedKind = Literal["dashboard", "chart"]


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

    @abstractmethod
    async def export_charts(self, chart_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        """Charts (by number) with their datasets and masked connections; failures likewise."""

    @abstractmethod
    async def export_datasets(self, dataset_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        """Datasets (by number) with their masked connections; failures likewise."""

    @abstractmethod
    async def import_assets(self, archive: bytes) -> Result[None, SupersetError]:
        """
        Take in an "assets" ZIP: everything in it is created or overwritten, found by its uuid.

        What it names and does not hold must exist here. All or nothing. The charts of a dashboard
        are those of its layout afterwards. Connections in it would be overwritten too, so none may
        be in it; tags are not taken in. Superset makes the account an owner of everything.

        Failures:
            FORBIDDEN: the account may not import.
            REFUSED: something in it does not fit; `detail` says little.
            UNKNOWN_OUTCOME: sent, but no answer came; or some of it was taken in, and more was
                refused (before 6, which takes in datasets, charts and dashboards one by one).
        """

    @abstractmethod
    async def set_tags(
        self, kind: TaggedKind, object_id: str, tags: Sequence[str]
    ) -> Result[None, SupersetError]:
        """
        Give an object (by number) exactly these tags of people; Superset's own stay.

        Failures:
            NOT_FOUND: no such object.
            REFUSED: the tagging feature is off.
            UNKNOWN_OUTCOME: sent, but no answer came; some may be set.
        """
