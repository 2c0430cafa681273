"""How an in-memory Superset takes in an "assets" bundle, surprises of the real one included."""

import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import yaml

from adapters.memory.superset.chart_query import with_query
from adapters.memory.superset.objects import (
    MemoryAccount,
    MemoryChart,
    MemoryDashboard,
    MemoryDataset,
)
from adapters.memory.superset.server import MemorySuperset, find, next_id
from domain.bundle import JsonObject
from domain.bundle_normal import carried_annotations
from domain.bundle_numbers import renamed
from domain.bundle_references import chart_numbers, charts_of, filter_datasets
from domain.superset import JsonValue

_Files = dict[str, Any]


def import_bundle(server: MemorySuperset, archive: bytes, known: MemoryAccount) -> str | None:
    """Create or overwrite all of it, or nothing; then the reason, in few words."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            files = {
                name.partition("/")[2]: yaml.safe_load(opened.read(name))
                for name in opened.namelist()
            }
    except zipfile.BadZipFile:
        return "Not a ZIP file"
    if (files.get("metadata.yaml") or {}).get("type") != "assets":
        return "Error importing assets"
    if not _fits(server, files):
        return "Import failed for an unknown reason"
    _take_in(server, files, known)
    return None


def _fits(server: MemorySuperset, files: _Files) -> bool:
    """Whether everything that is named is in the bundle or here."""
    databases = {each.uuid for each in server.databases.values()}
    datasets = {each.uuid for each in server.datasets.values()}
    datasets |= {each["uuid"] for each in _of(files, "datasets")}
    return (
        all(each["database_uuid"] in databases for each in _of(files, "datasets"))
        and all(each.get("dataset_uuid") in datasets for each in _of(files, "charts"))
        and all(filter_datasets(each) <= datasets for each in _of(files, "dashboards"))
    )


def _take_in(server: MemorySuperset, files: _Files, known: MemoryAccount) -> None:
    for content in _of(files, "datasets"):
        _dataset(server, content, known)
    for content in _of(files, "charts"):
        _chart(server, content, known)
    for content in _of(files, "dashboards"):
        _dashboard(server, content, known)


def _of(files: _Files, folder: str) -> list[Any]:
    return [content for name, content in files.items() if name.startswith(f"{folder}/")]


def _dataset(server: MemorySuperset, content: Any, known: MemoryAccount) -> None:  # noqa: ANN401  # YAML
    database = find(server.databases, content["database_uuid"])
    key = (database.id if database else "", content.get("schema"), content["table_name"])
    existing = find(server.datasets, content["uuid"]) or next(
        (d for d in server.datasets.values() if (d.database, d.schema, d.title) == key), None
    )
    made = MemoryDataset(
        id=existing.id if existing else next_id(server.datasets),
        title=content["table_name"],
        database=key[0],
        sql=content.get("sql"),
        schema=content.get("schema"),
        owners=_owners(existing.owners if existing else (), known),
        changed_at=server.now(),
        uuid=content["uuid"],
        rest=_rest(content, "table_name", "database_uuid", "sql", "schema"),
    )
    server.datasets[made.id] = made


def _chart(server: MemorySuperset, content: Any, known: MemoryAccount) -> None:  # noqa: ANN401  # YAML
    existing = find(server.charts, content["uuid"])
    dataset = find(server.datasets, content["dataset_uuid"])
    params = content.get("params") or {}
    layers, _ = carried_annotations(params)
    rest = _rest(content, "slice_name", "viz_type", "dataset_uuid", "tags", "query_context")
    made = MemoryChart(
        id=existing.id if existing else next_id(server.charts),
        title=content["slice_name"],
        dataset=dataset.id if dataset else None,
        viz_type=content["viz_type"],
        changed_at=server.now(),
        uuid=content["uuid"],
        tags=existing.tags if existing else (),
        owners=_owners(existing.owners if existing else (), known),
        rest={**rest, "params": {**params, "annotation_layers": layers}},
    )
    server.charts[made.id] = with_query(made, content.get("query_context"))


def _dashboard(server: MemorySuperset, content: Any, known: MemoryAccount) -> None:  # noqa: ANN401  # YAML
    slug = content.get("slug")
    existing = find(server.dashboards, content["uuid"]) or next(
        (d for d in server.dashboards.values() if slug and d.slug == slug), None
    )
    basis = existing or MemoryDashboard(next_id(server.dashboards), "", owners=())
    chart_ids = {chart.uuid: chart.id for chart in server.charts.values()}
    rest = _rest(content, "dashboard_title", "slug", "published", "tags")
    server.dashboards[basis.id] = replace(
        basis,
        title=content["dashboard_title"],
        charts=tuple(sorted((chart_ids[u] for u in charts_of(content) if u in chart_ids), key=int)),
        owners=_owners(basis.owners, known),
        published=bool(content.get("published")),
        changed_at=server.now(),
        changed_by=known.username,
        uuid=content["uuid"],
        slug=slug,
        rest={
            **rest,
            "position": _with_numbers(content["position"], chart_ids),
            "metadata": _metadata(content, chart_ids),
        },
    )


def _metadata(content: JsonObject, chart_ids: Mapping[str, str]) -> JsonObject:
    """With the numbers that charts have here."""
    uuids = chart_numbers(content)
    return renamed(content, lambda name: _number(chart_ids.get(uuids.get(name, ""))))


def _number(chart_id: str | None) -> int | None:
    return None if chart_id is None else int(chart_id)


def _with_numbers(position: JsonObject, chart_ids: Mapping[str, str]) -> JsonObject:
    return {key: _node(node, chart_ids) for key, node in position.items()}


def _node(node: JsonValue, chart_ids: Mapping[str, str]) -> JsonValue:
    meta = node.get("meta") if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(meta, Mapping):
        return node
    here = chart_ids.get(str(meta.get("uuid")))
    return {**node, "meta": {**meta, "chartId": int(here)}} if here is not None else node


def _owners(owners: tuple[str, ...], known: MemoryAccount) -> tuple[str, ...]:
    return owners if known.username in owners else (*owners, known.username)


def _rest(content: Mapping[str, Any], *own: str) -> dict[str, Any]:
    left_out = {*own, "uuid", "version"}
    return {key: each for key, each in content.items() if key not in left_out}
