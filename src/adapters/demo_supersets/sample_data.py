"""
Put the sample objects into a running Superset, through its REST API alone.

Each object is looked up before it is made, so a seeding that was killed anywhere goes on
where it stopped and makes nothing twice.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from adapters.demo_supersets.payloads import chart_payload, dashboard_metadata
from adapters.demo_supersets.sample_objects import (
    DATABASE,
    DATASETS,
    ChartSpec,
    DashboardSpec,
    DatasetSpec,
    Sample,
    charts,
    dashboards,
    sample_uuid,
)
from adapters.demo_supersets.superset_api import SupersetApi

_DASHBOARD_TAG_TYPE = 3
_CUSTOM_TAG = 1


@dataclass
class Seeder:
    """`on_step` hears (done, total) after each object, and may raise to stop the seeding."""

    api: SupersetApi
    sample: Sample
    retail: Path
    on_step: Callable[[int, int], None]
    _done: int = 0
    _datasets: dict[str, int] = field(default_factory=dict)
    _charts: dict[str, tuple[int, ChartSpec]] = field(default_factory=dict)

    def seed(self) -> None:
        self._step()
        database = self._database()
        self._step()
        self._make_datasets(database)
        self._make_charts()
        self._make_dashboards()

    def repoint(self) -> None:
        """The folder was moved: the connection follows its file, and nothing else is touched."""
        database = self._find_database()
        if database is not None:
            uri = database_payload(self.sample, self.retail)["sqlalchemy_uri"]
            self.api.call("PUT", f"/api/v1/database/{database}", {"sqlalchemy_uri": uri})

    def _step(self) -> None:
        total = 1 + len(DATASETS) + len(charts(self.sample)) + len(dashboards(self.sample))
        self.on_step(self._done, total)
        self._done += 1

    def _find_database(self) -> int | None:
        for row in self.api.all_rows("database", ["id", "database_name"], "database_name"):
            if row["database_name"] == DATABASE:
                return int(row["id"])
        return None

    def _database(self) -> int:
        found = self._find_database()
        if found is not None:
            return found
        body = database_payload(self.sample, self.retail)
        return int(self.api.call("POST", "/api/v1/database/", body)["id"])

    def _make_datasets(self, database: int) -> None:
        there = {
            row["uuid"]: row["id"]
            for row in self.api.all_rows("dataset", ["id", "uuid"], "table_name")
        }
        for spec in DATASETS:
            uuid = sample_uuid("dataset", spec.table)
            dataset = there.get(uuid) or self._make_dataset(spec, database, uuid)
            self._mark_time(spec, dataset)
            self._datasets[spec.table] = dataset
            self._step()

    def _make_dataset(self, spec: DatasetSpec, database: int, uuid: str) -> int:
        body: dict[str, Any] = {
            "database": database,
            "schema": "main",
            "table_name": spec.table,
            "uuid": uuid,
        }
        if spec.sql is not None:
            body["sql"] = spec.sql
        return int(self.api.call("POST", "/api/v1/dataset/", body)["id"])

    def _mark_time(self, spec: DatasetSpec, dataset: int) -> None:
        """SQLite gives a virtual dataset's dates as text; a time axis wants them marked."""
        if spec.time is None:
            return
        columns = self.api.call("GET", f"/api/v1/dataset/{dataset}")["result"]["columns"]
        if all(column["is_dttm"] for column in columns if column["column_name"] == spec.time):
            return
        # Columns left out would be deleted.
        every = [
            {
                "id": column["id"],
                "column_name": column["column_name"],
                "is_dttm": column["column_name"] == spec.time,
            }
            for column in columns
        ]
        body = {"columns": every, "main_dttm_col": spec.time}
        self.api.call("PUT", f"/api/v1/dataset/{dataset}", body)

    def _make_charts(self) -> None:
        there = {
            row["uuid"]: row["id"]
            for row in self.api.all_rows("chart", ["id", "uuid"], "slice_name")
        }
        for spec in charts(self.sample):
            uuid = sample_uuid("chart", spec.key)
            chart = there.get(uuid)
            if chart is None:
                body = chart_payload(spec, self._datasets[spec.dataset], uuid)
                chart = self.api.call("POST", "/api/v1/chart/", body)["id"]
            self._charts[spec.key] = (int(chart), spec)
            self._step()

    def _make_dashboards(self) -> None:
        there = {
            row["slug"]: row["id"]
            for row in self.api.all_rows("dashboard", ["id", "slug"], "dashboard_title")
        }
        for spec in dashboards(self.sample):
            dashboard = there.get(spec.slug)
            if dashboard is None:
                body = {
                    "dashboard_title": spec.title,
                    "slug": spec.slug,
                    "published": True,
                    "uuid": sample_uuid("dashboard", spec.slug),
                }
                dashboard = self.api.call("POST", "/api/v1/dashboard/", body)["id"]
            self._fill(spec, int(dashboard))
            self._step()

    def _fill(self, spec: DashboardSpec, dashboard: int) -> None:
        """The layout, which links the charts, and the tags: each only if it is missing."""
        path = f"/api/v1/dashboard/{dashboard}"
        shown = self.api.call("GET", path)["result"]
        if not shown["position_json"]:
            metadata = dashboard_metadata(spec, self._charts, self._datasets)
            self.api.call("PUT", path, {"json_metadata": json.dumps(metadata)})
        present = {tag["name"] for tag in shown["tags"] if tag["type"] == _CUSTOM_TAG}
        missing = [tag for tag in spec.tags if tag not in present]
        if missing:
            tag_path = f"/api/v1/tag/{_DASHBOARD_TAG_TYPE}/{dashboard}/"
            self.api.call("POST", tag_path, {"properties": {"tags": missing}})


def database_payload(sample: Sample, retail: Path) -> dict[str, Any]:
    """Development may be written to. Production refuses twice: Superset, and the open file."""
    path = retail.absolute()
    writable = sample == "dev"
    uri = f"sqlite:///{path}" if writable else f"sqlite:///file:{quote(str(path))}?mode=ro&uri=true"
    return {
        "database_name": DATABASE,
        "sqlalchemy_uri": uri,
        "expose_in_sqllab": True,
        "allow_dml": writable,
    }
