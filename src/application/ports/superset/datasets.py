"""Datasets of one Superset, as one account may see them."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.superset import DatasetSummary, NewDataset, SupersetError


class Datasets(Protocol):
    """Rights, ids and common failures as in `dashboards`."""

    @abstractmethod
    async def all(self) -> Result[tuple[DatasetSummary, ...], SupersetError]:
        """Every dataset that the account sees, newest change first, without a limit."""

    @abstractmethod
    async def newest(self) -> Result[DatasetSummary | None, SupersetError]:
        """The first of `all`, in one request however many there are; None when there is none."""

    @abstractmethod
    async def get(self, dataset_id: str) -> Result[DatasetSummary, SupersetError]:
        """
        One dataset by number or uuid.

        Failures:
            NOT_FOUND: no such dataset, or hidden from this account.
        """

    @abstractmethod
    async def create(self, dataset: NewDataset) -> Result[DatasetSummary, SupersetError]:
        """
        Create a dataset over a table, or a virtual one when `sql` is given.

        Failures:
            REFUSED: it exists already, the table does not, or the SQL does not run.
            FORBIDDEN: the account may not create datasets.
            UNKNOWN_OUTCOME: sent, but no answer came; it may exist now.
        """

    @abstractmethod
    async def delete(self, dataset_id: str) -> Result[None, SupersetError]:
        """
        Delete a dataset (by number). Its charts stay and are broken from then on.

        Failures:
            NOT_FOUND: no such dataset.
            FORBIDDEN: the account does not own it and is no admin.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """
