"""Dashboards in memory."""

import json
from collections.abc import Sequence
from dataclasses import replace

from returns.result import Failure, Result, Success

from adapters.memory.superset.charts import chart_summary
from adapters.memory.superset.objects import MemoryAccount, MemoryDashboard
from adapters.memory.superset.server import MemorySuperset, find
from application.ports.superset.dashboards import Dashboards
from domain.accounts import Account
from domain.superset import ChartSummary, DashboardSummary, SupersetError, SupersetFault


class MemoryDashboards(Dashboards):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def all(self) -> Result[tuple[DashboardSummary, ...], SupersetError]:
        return self._listed("dashboards.all")

    async def newest(self) -> Result[DashboardSummary | None, SupersetError]:
        listed = self._listed("dashboards.newest")
        return listed.map(lambda found: found[0] if found else None)

    def _listed(self, call: str) -> Result[tuple[DashboardSummary, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[DashboardSummary, ...], SupersetError]:
            seen = [each for each in self._server.dashboards.values() if self._sees(known, each)]
            newest_first = sorted(seen, key=lambda each: each.changed_at, reverse=True)
            return Success(tuple(map(_summary, newest_first)))

        return self._server.call(self._account, call, act)

    async def get(self, dashboard_id: str) -> Result[DashboardSummary, SupersetError]:
        return self._server.call(
            self._account,
            "dashboards.get",
            lambda known: self._find(known, dashboard_id).map(_summary),
        )

    async def charts(self, dashboard_id: str) -> Result[tuple[ChartSummary, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[ChartSummary, ...], SupersetError]:
            return self._find(known, dashboard_id).map(
                lambda dashboard: tuple(
                    chart_summary(self._server, self._server.charts[chart_id])
                    for chart_id in sorted(set(dashboard.charts), key=int)
                    if chart_id in self._server.charts
                )
            )

        return self._server.call(self._account, "dashboards.charts", act)

    async def reports(self, dashboard_id: str) -> Result[tuple[str, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[str, ...], SupersetError]:
            if not known.may_use_databases:
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            dashboard = self._server.dashboards.get(dashboard_id)
            return Success(() if dashboard is None else dashboard.reports)

        return self._server.call(self._account, "dashboards.reports", act)

    async def owner_ids(self, dashboard_id: str) -> Result[tuple[str, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[str, ...], SupersetError]:
            numbers = {name: str(n) for n, name in enumerate(self._server.accounts, start=1)}
            return self._numbered(known, dashboard_id).map(
                lambda found: tuple(
                    sorted((numbers[o] for o in found.owners if o in numbers), key=int)
                )
            )

        return self._server.call(self._account, "dashboards.owner_ids", act)

    async def set_owners(
        self, dashboard_id: str, user_ids: Sequence[str]
    ) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            found = self._numbered(known, dashboard_id)
            if isinstance(found, Failure):
                return Failure(found.failure())
            dashboard = found.unwrap()
            if not known.owns(dashboard.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            names = dict(enumerate(self._server.accounts, start=1))
            if not all(int(number) in names for number in user_ids):
                return Failure(self._server.error(SupersetFault.REFUSED, "Owners are invalid"))
            owners = tuple(names[int(number)] for number in user_ids)
            self._server.dashboards[dashboard.id] = replace(dashboard, owners=owners)
            return Success(None)

        return self._server.call(self._account, "dashboards.set_owners", act, writes=True)

    async def embedding(self, dashboard_id: str) -> Result[tuple[str, ...] | None, SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[str, ...] | None, SupersetError]:
            found = self._numbered(known, dashboard_id)
            return Success(found.unwrap().embedding if isinstance(found, Success) else None)

        return self._server.call(self._account, "dashboards.embedding", act)

    async def set_embedding(
        self, dashboard_id: str, domains: Sequence[str] | None
    ) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            if not known.is_admin:
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            found = self._numbered(known, dashboard_id)
            if isinstance(found, Failure):
                return Failure(found.failure())
            dashboard = found.unwrap()
            embedding = None if domains is None else tuple(domains)
            self._server.dashboards[dashboard.id] = replace(dashboard, embedding=embedding)
            return Success(None)

        return self._server.call(self._account, "dashboards.set_embedding", act, writes=True)

    async def write_back(self, dashboard_id: str, metadata: str) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            found = self._numbered(known, dashboard_id)
            if isinstance(found, Failure):
                return Failure(found.failure())
            dashboard = found.unwrap()
            if not known.owns(dashboard.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            rest = {**dashboard.rest, "metadata": json.loads(metadata)}
            self._server.dashboards[dashboard.id] = replace(dashboard, rest=rest)
            return Success(None)

        return self._server.call(self._account, "dashboards.write_back", act, writes=True)

    async def delete(self, dashboard_id: str) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            dashboard = self._server.dashboards.get(dashboard_id)
            if dashboard is None or not self._sees(known, dashboard):
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not known.owns(dashboard.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            if dashboard.reports:
                names = ", ".join(dashboard.reports)
                detail = f"There are associated alerts or reports: {names}"
                return Failure(self._server.error(SupersetFault.REFUSED, detail))
            del self._server.dashboards[dashboard_id]
            return Success(None)

        return self._server.call(self._account, "dashboards.delete", act, writes=True)

    def _find(
        self, known: MemoryAccount, dashboard_id: str
    ) -> Result[MemoryDashboard, SupersetError]:
        dashboard = find(self._server.dashboards, dashboard_id)
        if dashboard is None or not self._sees(known, dashboard):
            return Failure(self._server.error(SupersetFault.NOT_FOUND))
        return Success(dashboard)

    def _numbered(
        self, known: MemoryAccount, dashboard_id: str
    ) -> Result[MemoryDashboard, SupersetError]:
        dashboard = self._server.dashboards.get(dashboard_id)
        if dashboard is None or not self._sees(known, dashboard):
            return Failure(self._server.error(SupersetFault.NOT_FOUND))
        return Success(dashboard)

    def _sees(self, known: MemoryAccount, dashboard: MemoryDashboard) -> bool:
        """A draft, or a dashboard without data, shows to its owners and to admins alone."""
        has_data = any(chart_id in self._server.charts for chart_id in dashboard.charts)
        return known.owns(dashboard.owners) or (dashboard.published and has_data)


def _summary(dashboard: MemoryDashboard) -> DashboardSummary:
    return DashboardSummary(
        id=dashboard.id,
        uuid=dashboard.uuid,
        title=dashboard.title,
        url=f"/superset/dashboard/{dashboard.slug or dashboard.id}/",
        published=dashboard.published,
        owners=dashboard.owners,
        tags=dashboard.tags,
        changed_at=dashboard.changed_at,
        changed_by=dashboard.changed_by,
        slug=dashboard.slug,
    )
