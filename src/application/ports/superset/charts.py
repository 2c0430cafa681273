"""Charts of one Superset, as one account may see them."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.superset import ChartRun, ChartSummary, SupersetError


class Charts(Protocol):
    """Rights, ids and common failures as in `dashboards`."""

    @abstractmethod
    async def all(self) -> Result[tuple[ChartSummary, ...], SupersetError]:
        """Every chart that the account sees, newest change first, without a limit."""

    @abstractmethod
    async def get(self, chart_id: str) -> Result[ChartSummary, SupersetError]:
        """
        One chart by number or uuid, with all dashboards that it stands on.

        Failures:
            NOT_FOUND: no such chart, or hidden from this account.
        """

    @abstractmethod
    async def run(self, chart_id: str) -> Result[ChartRun, SupersetError]:
        """
        Run the chart's own saved query, past the cache.

        A query that fails is a ChartRun with its error: the chart is broken, the call is not.
        A filter that Superset dropped for an unknown column is an error of the chart too.

        Failures:
            NOT_FOUND: no such chart.
            FORBIDDEN: the account may not read the chart's data.
        """

    @abstractmethod
    async def write_back(
        self, chart_id: str, params: str, query_context: str | None
    ) -> Result[None, SupersetError]:
        """
        Set a chart's form and saved query (by number), both as the JSON texts that they were.

        An import rewrites both: it drops annotations and changes their spelling.

        Failures:
            NOT_FOUND: no such chart.
            FORBIDDEN: the account does not own it and is no admin.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """

    @abstractmethod
    async def delete(self, chart_id: str) -> Result[None, SupersetError]:
        """
        Delete a chart (by number); it leaves every dashboard that it stood on.

        Failures:
            NOT_FOUND: no such chart.
            FORBIDDEN: the account does not own it and is no admin.
            REFUSED: an alert or report is attached.
            UNKNOWN_OUTCOME: sent, but no answer came.
        """
