"""Exports of an in-memory Superset, in the folders and fields of Superset's own."""

import io
import zipfile
from collections.abc import Sequence
from typing import TypeAlias

import yaml
from returns.result import Failure, Result, Success

from adapters.memory.superset.objects import (
    MemoryAccount,
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
)
from adapters.memory.superset.server import MemorySuperset
from application.ports.superset.assets import Assets
from domain.accounts import Account
from domain.superset import JsonValue, SupersetError, SupersetFault


class MemoryAssets(Assets):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def export_dashboards(self, dashboard_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        def act(_: MemoryAccount) -> Result[bytes, SupersetError]:
            found = [self._server.dashboards.get(each) for each in dashboard_ids]
            dashboards = [each for each in found if each is not None]
            if not dashboards or len(dashboards) < len(found):
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return Success(_zip(self._files(dashboards)))

        return self._server.call(self._account, "assets.export_dashboards", act)

    def _files(self, dashboards: list[MemoryDashboard]) -> dict[str, JsonValue]:
        server = self._server
        chart_ids = {chart for dashboard in dashboards for chart in dashboard.charts}
        charts = [server.charts[each] for each in chart_ids if each in server.charts]
        dataset_ids = {chart.dataset for chart in charts}
        datasets = [each for each in server.datasets.values() if each.id in dataset_ids]
        database_ids = {dataset.database for dataset in datasets}
        databases = [each for each in server.databases.values() if each.id in database_ids]
        named = [
            ("metadata.yaml", _metadata(server)),
            *(_dashboard(server, each) for each in dashboards),
            *(_chart(server, each) for each in charts),
            *(_dataset(server, each) for each in datasets),
            *(_database(each) for each in databases),
        ]
        return dict(named)


_Named: TypeAlias = tuple[str, JsonValue]


def _metadata(server: MemorySuperset) -> JsonValue:
    return {"version": "1.0.0", "type": "Dashboard", "timestamp": server.now().isoformat()}


def _dashboard(server: MemorySuperset, dashboard: MemoryDashboard) -> _Named:
    return f"dashboards/{dashboard.title}_{dashboard.id}.yaml", {
        "dashboard_title": dashboard.title,
        "uuid": dashboard.uuid,
        "published": dashboard.published,
        "tags": list(dashboard.tags),
        "position": {
            f"CHART-{each}": {"type": "CHART", "meta": {"uuid": server.charts[each].uuid}}
            for each in dashboard.charts
            if each in server.charts
        },
        "version": "1.0.0",
    }


def _chart(server: MemorySuperset, chart: MemoryChart) -> _Named:
    dataset = server.datasets.get(chart.dataset or "")
    return f"charts/{chart.title}_{chart.id}.yaml", {
        "slice_name": chart.title,
        "viz_type": chart.viz_type,
        "uuid": chart.uuid,
        "dataset_uuid": dataset.uuid if dataset else None,
        "version": "1.0.0",
    }


def _dataset(server: MemorySuperset, dataset: MemoryDataset) -> _Named:
    database = server.databases[dataset.database]
    return f"datasets/{database.title}/{dataset.title}_{dataset.id}.yaml", {
        "table_name": dataset.title,
        "schema": dataset.schema,
        "sql": dataset.sql,
        "uuid": dataset.uuid,
        "database_uuid": database.uuid,
        "version": "1.0.0",
    }


def _database(database: MemoryDatabase) -> _Named:
    return f"databases/{database.title}.yaml", {
        "database_name": database.title,
        "sqlalchemy_uri": "sqlite://",
        "allow_dml": database.allow_dml,
        "uuid": database.uuid,
        "version": "1.0.0",
    }


def _zip(files: dict[str, JsonValue]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            text = yaml.safe_dump(content, allow_unicode=True)
            archive.writestr(f"dashboard_export/{name}", text)
    return packed.getvalue()
