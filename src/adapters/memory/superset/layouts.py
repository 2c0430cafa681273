"""Layouts of dashboards in memory."""

import json
from dataclasses import replace

from returns.result import Failure, Result, Success

from adapters.memory.superset.objects import MemoryAccount, MemoryDashboard
from adapters.memory.superset.server import MemorySuperset, find
from application.ports.superset.layouts import Layouts
from domain.accounts import Account
from domain.superset import DashboardLayout, JsonValue, SupersetError, SupersetFault


class MemoryLayouts(Layouts):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def get(self, dashboard_id: str) -> Result[DashboardLayout, SupersetError]:
        def act(known: MemoryAccount) -> Result[DashboardLayout, SupersetError]:
            dashboard = find(self._server.dashboards, dashboard_id)
            if dashboard is None or not (known.owns(dashboard.owners) or dashboard.published):
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            metadata = dashboard.rest.get("metadata")
            return Success(
                DashboardLayout(
                    position_json=self._layout(dashboard),
                    changed_at=dashboard.changed_at,
                    json_metadata=None if metadata is None else json.dumps(metadata),
                )
            )

        return self._server.call(self._account, "layouts.get", act)

    async def put(
        self, dashboard_id: str, position_json: str | None
    ) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            dashboard = self._server.dashboards.get(dashboard_id)
            if dashboard is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not known.owns(dashboard.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            if _is_broken(self._layout(dashboard)):
                return Failure(self._server.error(SupersetFault.REFUSED, "Fatal error"))
            try:
                spelt = None if position_json is None else json.dumps(json.loads(position_json))
            except ValueError:
                return Failure(self._server.error(SupersetFault.REFUSED, "JSON not valid"))
            self._server.layouts[dashboard_id] = spelt
            changed = replace(dashboard, changed_at=self._server.now())
            self._server.dashboards[dashboard_id] = changed
            return Success(None)

        return self._server.call(self._account, "layouts.put", act, writes=True)

    def _layout(self, dashboard: MemoryDashboard) -> str | None:
        """What was put, else one row of its charts."""
        if dashboard.id in self._server.layouts or not dashboard.charts:
            return self._server.layouts.get(dashboard.id)
        return row_layout(dashboard.charts)


def row_layout(charts: tuple[str, ...]) -> str:
    """A grid with one row of charts, as people's browsers write it: without spaces."""
    parents = ["ROOT_ID", "GRID_ID", "ROW-1"]
    nodes: dict[str, JsonValue] = {
        f"CHART-{chart}": {
            "children": [],
            "id": f"CHART-{chart}",
            "meta": {"chartId": int(chart), "height": 50, "width": 4},
            "parents": parents,
            "type": "CHART",
        }
        for chart in charts
    }
    nodes["DASHBOARD_VERSION_KEY"] = "v2"
    nodes["GRID_ID"] = _node("GRID", "GRID_ID", ["ROW-1"], parents[:1])
    nodes["ROOT_ID"] = _node("ROOT", "ROOT_ID", ["GRID_ID"], [])
    nodes["ROW-1"] = _node("ROW", "ROW-1", [f"CHART-{chart}" for chart in charts], parents[:2])
    return json.dumps(nodes, separators=(",", ":"))


def _node(kind: str, key: str, children: list[str], parents: list[str]) -> dict[str, JsonValue]:
    return {"children": children, "id": key, "parents": parents, "type": kind}


def _is_broken(layout: str | None) -> bool:
    """What makes Superset refuse every change of a dashboard."""
    if layout is None:
        return False
    try:
        nodes = json.loads(layout)
    except ValueError:
        return True
    if not isinstance(nodes, dict) or "ROOT_ID" not in nodes:
        return True
    listed = (each.get("children", []) for each in nodes.values() if isinstance(each, dict))
    return any(child not in nodes for children in listed for child in children)
