"""Charts in memory; their queries run for real."""

import json
from dataclasses import replace

from returns.result import Failure, Result, Success

from adapters.memory.superset.chart_query import with_query
from adapters.memory.superset.objects import MemoryAccount, MemoryChart
from adapters.memory.superset.server import MemorySuperset, find
from adapters.memory.superset.sqlite import read_all
from application.ports.superset.charts import Charts
from domain.accounts import Account
from domain.superset import ChartRun, ChartSummary, Named, SupersetError, SupersetFault


class MemoryCharts(Charts):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def all(self) -> Result[tuple[ChartSummary, ...], SupersetError]:
        def act(_: MemoryAccount) -> Result[tuple[ChartSummary, ...], SupersetError]:
            charts = self._server.charts.values()
            newest_first = sorted(charts, key=lambda each: each.changed_at, reverse=True)
            return Success(tuple(chart_summary(self._server, each) for each in newest_first))

        return self._server.call(self._account, "charts.all", act)

    async def get(self, chart_id: str) -> Result[ChartSummary, SupersetError]:
        return self._server.call(
            self._account,
            "charts.get",
            lambda _: self._find(chart_id).map(lambda chart: chart_summary(self._server, chart)),
        )

    async def run(self, chart_id: str) -> Result[ChartRun, SupersetError]:
        return self._server.call(
            self._account, "charts.run", lambda _: self._find(chart_id).map(self._run)
        )

    async def write_back(
        self, chart_id: str, params: str, query_context: str | None
    ) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            chart = self._server.charts.get(chart_id)
            if chart is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not known.owns(chart.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            self._server.charts[chart_id] = with_query(
                replace(chart, rest={**chart.rest, "params": json.loads(params)}), query_context
            )
            return Success(None)

        return self._server.call(self._account, "charts.write_back", act, writes=True)

    async def delete(self, chart_id: str) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            chart = self._server.charts.get(chart_id)
            if chart is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not known.owns(chart.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            del self._server.charts[chart_id]
            for dashboard in tuple(self._server.dashboards.values()):
                left = tuple(each for each in dashboard.charts if each != chart_id)
                self._server.dashboards[dashboard.id] = replace(dashboard, charts=left)
            return Success(None)

        return self._server.call(self._account, "charts.delete", act, writes=True)

    def _find(self, chart_id: str) -> Result[MemoryChart, SupersetError]:
        chart = find(self._server.charts, chart_id)
        if chart is None:
            return Failure(self._server.error(SupersetFault.NOT_FOUND))
        return Success(chart)

    def _run(self, chart: MemoryChart) -> ChartRun:
        dataset = self._server.datasets.get(chart.dataset or "")
        if dataset is None:
            return ChartRun(0, (), "The dataset of this chart does not exist any more.")
        source = dataset.sql or f'SELECT * FROM "{dataset.title}"'  # noqa: S608  # a test's own words
        read = read_all(self._server.connections[dataset.database], chart.sql or source)
        if isinstance(read, str):
            return ChartRun(0, (), read)
        dropped = ", ".join(chart.dropped_filters)
        return ChartRun(
            row_count=len(read.rows),
            columns=read.names,
            error=f"Filters on unknown columns: {dropped}" if dropped else None,
        )


def chart_summary(server: MemorySuperset, chart: MemoryChart) -> ChartSummary:
    """A chart as lists show it, with all dashboards that it stands on."""
    return ChartSummary(
        id=chart.id,
        uuid=chart.uuid,
        title=chart.title,
        viz_type=chart.viz_type,
        dataset_id=chart.dataset if chart.dataset in server.datasets else None,
        dashboards=tuple(
            Named(dashboard.id, dashboard.title)
            for dashboard in server.dashboards.values()
            if chart.id in dashboard.charts
        ),
    )
