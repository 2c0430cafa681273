"""What an in-memory Superset writes into a bundle, in the folders and fields of Superset's own."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import yaml

from adapters.memory.superset.chart_query import query_of
from adapters.memory.superset.objects import (
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
)
from adapters.memory.superset.server import MemorySuperset
from domain.bundle_references import charts_of, filter_datasets
from domain.superset import JsonValue

_Named: TypeAlias = tuple[str, JsonValue]


def dashboard_bundle(server: MemorySuperset, dashboards: Iterable[MemoryDashboard]) -> bytes:
    """Dashboards with all that they need."""
    written = [_dashboard(server, each) for each in dashboards]
    contents = [each for _, each in written if isinstance(each, Mapping)]
    chart_uuids = {uuid for each in contents for uuid in charts_of(each)}
    filtered = {uuid for each in contents for uuid in filter_datasets(each)}
    charts = [each for each in server.charts.values() if each.uuid in chart_uuids]
    return _zip(server, "Dashboard", [*written, *_with_data(server, charts, filtered)])


def chart_bundle(server: MemorySuperset, charts: Iterable[MemoryChart]) -> bytes:
    """Charts with their datasets."""
    return _zip(server, "Slice", _with_data(server, charts, set()))


def dataset_bundle(server: MemorySuperset, datasets: Iterable[MemoryDataset]) -> bytes:
    """Datasets with their connections."""
    return _zip(server, "SqlaTable", _data(server, datasets))


def _with_data(
    server: MemorySuperset, charts: Iterable[MemoryChart], filtered: set[str]
) -> list[_Named]:
    known = list(charts)
    wanted = {chart.dataset for chart in known}
    datasets = [d for d in server.datasets.values() if d.id in wanted or d.uuid in filtered]
    return [*(_chart(server, each) for each in known), *_data(server, datasets)]


def _data(server: MemorySuperset, datasets: Iterable[MemoryDataset]) -> list[_Named]:
    known = list(datasets)
    used = {dataset.database for dataset in known}
    databases = [each for each in server.databases.values() if each.id in used]
    return [*(_dataset(server, each) for each in known), *map(_database, databases)]


def _dashboard(server: MemorySuperset, dashboard: MemoryDashboard) -> _Named:
    kept = dashboard.rest.get("metadata")
    metadata: JsonValue = kept if isinstance(kept, Mapping) else {}
    return f"dashboards/{dashboard.id}.yaml", {
        "description": None,
        "css": None,
        **dashboard.rest,
        "dashboard_title": dashboard.title,
        "slug": dashboard.slug,
        "uuid": dashboard.uuid,
        "published": dashboard.published,
        "tags": list(dashboard.tags),
        "position": _position(server, dashboard),
        "metadata": metadata,
        "version": "1.0.0",
    }


def _position(server: MemorySuperset, dashboard: MemoryDashboard) -> JsonValue:
    """The layout that was imported, plus a place for each chart that it does not know."""
    kept = dashboard.rest.get("position")
    nodes: dict[str, JsonValue] = dict(kept) if isinstance(kept, Mapping) else {}
    placed = charts_of({"position": nodes})
    for chart_id in dashboard.charts:
        chart = server.charts.get(chart_id)
        if chart is not None and chart.uuid not in placed:
            meta: JsonValue = {
                "uuid": chart.uuid,
                "chartId": int(chart.id),
                "sliceName": chart.title,
            }
            node: JsonValue = {"type": "CHART", "id": f"CHART-{chart.uuid}", "meta": meta}
            nodes[f"CHART-{chart.uuid}"] = node
    return nodes


def _chart(server: MemorySuperset, chart: MemoryChart) -> _Named:
    dataset = server.datasets.get(chart.dataset or "")
    params = chart.rest.get("params")
    return f"charts/{chart.id}.yaml", {
        **chart.rest,
        "slice_name": chart.title,
        "viz_type": chart.viz_type,
        "params": params if isinstance(params, Mapping) else {},
        "query_context": query_of(chart),
        "uuid": chart.uuid,
        **({"dataset_uuid": dataset.uuid} if dataset else {}),
        "tags": list(chart.tags),
        "version": "1.0.0",
    }


def _dataset(server: MemorySuperset, dataset: MemoryDataset) -> _Named:
    database = server.databases[dataset.database]
    return f"datasets/{database.title}/{dataset.id}.yaml", {
        **dataset.rest,
        "table_name": dataset.title,
        "schema": dataset.schema,
        "sql": dataset.sql,
        "uuid": dataset.uuid,
        "database_uuid": database.uuid,
        "version": "1.0.0",
    }


def _database(database: MemoryDatabase) -> _Named:
    return f"databases/{database.id}.yaml", {
        "database_name": database.title,
        "sqlalchemy_uri": "sqlite://",
        "allow_dml": database.allow_dml,
        "uuid": database.uuid,
        "version": "1.0.0",
    }


def _zip(server: MemorySuperset, kind: str, files: Iterable[_Named]) -> bytes:
    metadata: JsonValue = {"version": "1.0.0", "type": kind, "timestamp": server.now().isoformat()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in [("metadata.yaml", metadata), *files]:
            text = yaml.safe_dump(content, allow_unicode=True)
            archive.writestr(f"export/{name}", text)
    return packed.getvalue()
