"""Descriptions of datasets, their columns, and charts on one Superset."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from returns.result import Result

from domain.descriptions import DescribedChart, DescribedDataset
from domain.superset import SupersetError


class Descriptions(Protocol):
    """Rights, ids and common failures as in `dashboards`; ids are numbers."""

    @abstractmethod
    async def dataset(self, dataset_id: str) -> Result[DescribedDataset, SupersetError]:
        """
        A dataset with what is written about it and its columns.

        Failures:
            NOT_FOUND: no such dataset, or hidden from this account.
        """

    @abstractmethod
    async def chart(self, chart_id: str) -> Result[DescribedChart, SupersetError]:
        """
        A chart with what is written about it.

        Failures:
            NOT_FOUND: no such chart, or hidden from this account.
        """

    @abstractmethod
    async def describe_dataset(
        self, known: DescribedDataset, description: str | None, columns: Mapping[str, str | None]
    ) -> Result[None, SupersetError]:
        """
        Write the description of a dataset, and those of some of its columns (by number).

        Every column of `known` is named in the request, since Superset deletes those that are
        left out; whatever else is known of them stays. None takes a description away.

        Failures:
            NOT_FOUND: no such dataset.
            FORBIDDEN: the account does not own it and is no admin.
            REFUSED: the columns are not those of `known` any more.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """

    @abstractmethod
    async def describe_chart(
        self, chart_id: str, description: str | None
    ) -> Result[None, SupersetError]:
        """
        Write the description of a chart. None takes it away.

        Failures:
            NOT_FOUND: no such chart.
            FORBIDDEN: the account does not own it and is no admin.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """
