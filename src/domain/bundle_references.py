"""Which objects of a bundle name which others."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from domain.bundle import Bundle, JsonObject, title_of, uuid_of
from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class Dangling:
    """
    A reference that leads nowhere; `owner` is the title of what holds it.

    `number`: a filter that names its dataset by a number of the Superset it came from.
    """

    code: Literal["chart", "no-dataset", "dataset", "filter-dataset", "number"]
    owner: str
    detail: str


def chart_numbers(dashboard: JsonObject) -> Mapping[str, str]:
    """The numbers that a dashboard's layout knows its charts by -> their uuids."""
    found: dict[str, str] = {}
    for meta in _chart_metas(dashboard):
        uuid = uuid_of(meta.get("uuid"))
        if uuid is not None and meta.get("chartId") is not None:
            found[str(meta["chartId"])] = uuid
    return found


def charts_of(dashboard: JsonObject) -> frozenset[str]:
    """The charts that stand on a dashboard."""
    uuids = (uuid_of(meta.get("uuid")) for meta in _chart_metas(dashboard))
    return frozenset(uuid for uuid in uuids if uuid is not None)


def filter_datasets(dashboard: JsonObject) -> frozenset[str]:
    """The datasets that native filters read their values from."""
    targets = (target for _, target in filter_targets(dashboard))
    uuids = (uuid_of(target.get("datasetUuid")) for target in targets)
    return frozenset(uuid for uuid in uuids if uuid is not None)


def filter_targets(dashboard: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """Every target of every native filter, with the filter's name."""
    for each in objects_in(metadata_of(dashboard).get("native_filter_configuration")):
        for target in objects_in(each.get("targets")):
            yield str(each.get("name") or each.get("id")), target


def metadata_of(dashboard: JsonObject) -> JsonObject:
    """The metadata of a dashboard, empty when it has none."""
    metadata = dashboard.get("metadata")
    return metadata if isinstance(metadata, Mapping) else {}


def objects_in(value: JsonValue) -> list[JsonObject]:
    """The objects of a list that nobody vouches for."""
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def only(bundle: Bundle, dashboards: frozenset[str]) -> Bundle:
    """Those dashboards with what they need, and nothing else."""
    kept = {uuid: each for uuid, each in bundle.dashboards.items() if uuid in dashboards}
    chart_uuids = {uuid for each in kept.values() for uuid in charts_of(each)}
    charts = {uuid: each for uuid, each in bundle.charts.items() if uuid in chart_uuids}
    dataset_uuids = {uuid_of(each.get("dataset_uuid")) for each in charts.values()}
    dataset_uuids |= {uuid for each in kept.values() for uuid in filter_datasets(each)}
    datasets = {uuid: each for uuid, each in bundle.datasets.items() if uuid in dataset_uuids}
    database_uuids = {uuid_of(each.get("database_uuid")) for each in datasets.values()}
    databases = {uuid: each for uuid, each in bundle.databases.items() if uuid in database_uuids}
    return Bundle(kept, charts, datasets, databases)


def dangling(bundle: Bundle, there: Collection[str] = ()) -> tuple[Dangling, ...]:
    """
    Every reference that leads nowhere; none means that the bundle may be moved.

    Args:
        there: uuids of charts and datasets that the target has.

    """
    return (*_dangling_charts(bundle, there), *_dangling_filters(bundle, there))


def _dangling_charts(bundle: Bundle, there: Collection[str]) -> Iterator[Dangling]:
    for dashboard in bundle.dashboards.values():
        title = title_of("dashboard", dashboard)
        names = {uuid_of(m.get("uuid")): m.get("sliceName") for m in _chart_metas(dashboard)}
        for uuid in sorted(charts_of(dashboard) - bundle.charts.keys() - set(there)):
            yield Dangling("chart", title, str(names.get(uuid) or uuid))
    for chart in bundle.charts.values():
        title = title_of("chart", chart)
        dataset = uuid_of(chart.get("dataset_uuid"))
        if dataset is None:
            yield Dangling("no-dataset", title, "")
        elif dataset not in bundle.datasets and dataset not in there:
            yield Dangling("dataset", title, dataset)


def _dangling_filters(bundle: Bundle, there: Collection[str]) -> Iterator[Dangling]:
    for dashboard in bundle.dashboards.values():
        for name, target in filter_targets(dashboard):
            uuid = uuid_of(target.get("datasetUuid"))
            if uuid is not None and uuid not in bundle.datasets and uuid not in there:
                yield Dangling("filter-dataset", name, uuid)
            elif uuid is None and target.get("datasetId") is not None:
                yield Dangling("number", name, str(target["datasetId"]))


def _chart_metas(dashboard: JsonObject) -> Iterator[JsonObject]:
    position = dashboard.get("position")
    for node in position.values() if isinstance(position, Mapping) else ():
        if isinstance(node, Mapping) and node.get("type") == "CHART":
            meta = node.get("meta")
            if isinstance(meta, Mapping):
                yield meta
