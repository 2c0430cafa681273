"""Data of charts and datasets on one Superset, with its own row-level security."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from returns.result import Result

from domain.reading import Aggregate, Reading
from domain.superset import JsonValue, SupersetError


class Data(Protocol):
    """Rights, ids and common failures as in `dashboards`."""

    @abstractmethod
    async def chart(
        self, chart_id: str, extra: Mapping[str, JsonValue] | None = None
    ) -> Result[Reading, SupersetError]:
        """
        Run the chart's own saved query (by number), past the cache; of several the first.

        `extra` is Superset's `extraFormData` of a dashboard's filters, laid over the query. A
        column that only these filters name and the dataset lacks does nothing, as on the page.

        A query that fails, or a filter that Superset dropped for an unknown column, is a Reading
        with its error: the chart is broken, the call is not.

        Failures:
            NOT_FOUND: no such chart, or no dataset of it any more.
            FORBIDDEN: the account may not read the chart's data.
        """

    @abstractmethod
    async def sample(
        self, dataset_id: str, columns: Sequence[str], limit: int
    ) -> Result[Reading, SupersetError]:
        """
        Some rows of a dataset (by number), in no order; a query that fails is a Reading too.

        Failures:
            NOT_FOUND: no such dataset.
            FORBIDDEN: the account may not read its data.
        """

    @abstractmethod
    async def aggregates(
        self, dataset_id: str, wanted: Sequence[Aggregate]
    ) -> Result[tuple[JsonValue, ...], SupersetError]:
        """
        Numbers over all rows of a dataset (by number), in the order in which they were wanted.

        Failures:
            NOT_FOUND: no such dataset.
            FORBIDDEN: the account may not read its data.
            REFUSED: the query fails.
        """
