"""What a Superset holds, in a form that two moments can be compared by."""

from dataclasses import dataclass
from typing import Any

from adapters.demo_supersets.model import DemoEnvironment
from adapters.demo_supersets.superset_api import SupersetApi


@dataclass(frozen=True)
class Snapshot:
    """Each value is a sorted list with the uuid first; dashboards end with charts and tags."""

    databases: list[tuple[str, ...]]
    datasets: list[tuple[str, ...]]
    charts: list[tuple[str, ...]]
    dashboards: list[tuple[str, ...]]

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return len(self.databases), len(self.datasets), len(self.charts), len(self.dashboards)


def snapshot_of(environment: DemoEnvironment) -> Snapshot:
    with SupersetApi(environment.url) as api:
        api.sign_in(environment.accounts["admin"])
        return snapshot(api)


def snapshot(api: SupersetApi) -> Snapshot:
    return Snapshot(
        databases=_rows(api, "database", "database_name"),
        datasets=_rows(api, "dataset", "table_name"),
        charts=_rows(api, "chart", "slice_name"),
        dashboards=sorted(_dashboard(api, row) for row in _listed(api, "dashboard", "slug")),
    )


def _listed(api: SupersetApi, resource: str, name: str) -> list[dict[str, Any]]:
    order = "dashboard_title" if resource == "dashboard" else name
    return api.all_rows(resource, ["id", "uuid", name], order)


def _rows(api: SupersetApi, resource: str, name: str) -> list[tuple[str, ...]]:
    return sorted((row["uuid"], row[name]) for row in _listed(api, resource, name))


def _dashboard(api: SupersetApi, row: dict[str, Any]) -> tuple[str, ...]:
    path = f"/api/v1/dashboard/{row['id']}"
    charts = [chart["slice_name"] for chart in api.call("GET", f"{path}/charts")["result"]]
    tags = [tag["name"] for tag in api.call("GET", path)["result"]["tags"] if tag["type"] == 1]
    return (row["uuid"], row["slug"], *sorted(charts), *sorted(tags))
