"""What has to be different in a bundle before another Superset may take it in."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.bundle import Bundle, JsonObject, title_of, uuid_of
from domain.bundle_embedding import EMBEDDED
from domain.bundle_normal import backend_of, carried_annotations, query_of
from domain.bundle_numbers import renamed
from domain.bundle_references import chart_numbers, objects_in
from domain.superset import Database, JsonValue


@dataclass(frozen=True, slots=True)
class MappedDatabase:
    """A connection of the source, and the one of the target that stands in for it."""

    source_uuid: str
    source_title: str
    target: Database
    by: Literal["mapping", "uuid", "name"]


@dataclass(frozen=True, slots=True)
class UnmatchedDatabase:
    """`candidates`: connections of the target that could be meant, when it is more than one."""

    source_uuid: str
    source_title: str
    backend: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DatabaseMap:
    """Where the datasets of a bundle find their data in the target."""

    mapped: tuple[MappedDatabase, ...] = ()
    unmatched: tuple[UnmatchedDatabase, ...] = ()

    @property
    def uuids(self) -> Mapping[str, str]:
        """Source uuid -> target uuid."""
        return {each.source_uuid: each.target.uuid for each in self.mapped}


@dataclass(frozen=True, slots=True)
class Landing:
    """
    What is known of the Superset that a bundle goes to.

    Args:
        databases: uuid of the source -> uuid of the target.
        chart_numbers: uuid -> number, of the charts that exist there.
        is_home: whether the bundle comes from there, so that its numbers mean what they say.

    """

    databases: Mapping[str, str]
    chart_numbers: Mapping[str, int] = field(default_factory=dict)
    is_home: bool = False


def map_databases(
    bundle: Bundle, existing: Iterable[Database], explicit: Mapping[str, str] | None = None
) -> DatabaseMap:
    """
    By explicit mapping, else by the same uuid, else by the same backend and name.

    Args:
        explicit: source connection -> target connection, each by name or uuid.

    """
    known = tuple(existing)
    wanted = {uuid_of(each.get("database_uuid")) for each in bundle.datasets.values()}
    mapped: list[MappedDatabase] = []
    unmatched: list[UnmatchedDatabase] = []
    for uuid in sorted(uuid for uuid in wanted if uuid is not None):
        source = bundle.databases.get(uuid, {"uuid": uuid})
        found = _match(uuid, source, known, explicit or {})
        if isinstance(found, MappedDatabase):
            mapped.append(found)
        else:
            unmatched.append(found)
    return DatabaseMap(tuple(mapped), tuple(unmatched))


def _match(
    uuid: str, source: JsonObject, known: tuple[Database, ...], explicit: Mapping[str, str]
) -> MappedDatabase | UnmatchedDatabase:
    title, backend = title_of("database", source), backend_of(source)
    named = next(
        (to for name, to in explicit.items() if uuid_of(name) == uuid or name.strip() == title),
        None,
    )
    if named is not None:
        meant = [d for d in known if d.title == named.strip() or _same(d.uuid, named)]
        if len(meant) == 1:
            return MappedDatabase(uuid, title, meant[0], "mapping")
        return UnmatchedDatabase(uuid, title, backend, tuple(d.title for d in meant))
    for each in known:
        if _same(each.uuid, uuid):
            return MappedDatabase(uuid, title, each, "uuid")
    alike = [d for d in known if d.title == title and backend and d.backend == backend]
    if len(alike) == 1:
        return MappedDatabase(uuid, title, alike[0], "name")
    return UnmatchedDatabase(uuid, title, backend, tuple(d.title for d in alike))


def _same(one: str, other: str) -> bool:
    return uuid_of(one) is not None and uuid_of(one) == uuid_of(other)


def rewrite(bundle: Bundle, landing: Landing) -> Bundle:
    """
    The bundle as the target may import it: its own connections, no foreign numbers.

    Connections themselves are left out: an import would change those of the target. Takes a
    normalised bundle as well as one as it was exported.
    """
    return Bundle(
        {uuid: _dashboard(each, landing) for uuid, each in bundle.dashboards.items()},
        {uuid: _chart(uuid, each, landing) for uuid, each in bundle.charts.items()},
        {uuid: _dataset(each, landing) for uuid, each in bundle.datasets.items()},
    )


def _dashboard(content: JsonObject, landing: Landing) -> JsonObject:
    uuids = chart_numbers(content)
    position = content.get("position")
    numbered = _numbered(position if isinstance(position, Mapping) else {}, landing)
    numbers = {uuid: number for number, uuid in chart_numbers({"position": numbered}).items()}

    def number(name: str) -> int | None:
        found = numbers.get(uuids.get(name, name))
        return None if found is None else int(found)

    rest = {k: v for k, v in content.items() if k not in _NOT_IMPORTED}
    return {**rest, "position": numbered, "metadata": renamed(content, number), **_VERSION}


_NOT_IMPORTED = frozenset({"owners", "theme_uuid", "backend", EMBEDDED})
_VERSION: Mapping[str, JsonValue] = {"version": "1.0.0"}


def _numbered(position: JsonObject, landing: Landing) -> JsonObject:
    """
    A layout whose charts have numbers, as Superset's importer wants it.

    Charts that the target has get their own, so that what the importer does not translate is
    right as well; the others get numbers that it has not given away.
    """
    free = max(landing.chart_numbers.values(), default=0)
    given: dict[str, int] = {}
    nodes: dict[str, JsonValue] = {}
    for key, node in position.items():
        meta = node.get("meta") if isinstance(node, Mapping) else None
        uuid = uuid_of(meta.get("uuid")) if isinstance(meta, Mapping) else None
        if not isinstance(node, Mapping) or not isinstance(meta, Mapping) or uuid is None:
            nodes[key] = node
            continue
        if uuid not in given:
            known = landing.chart_numbers.get(uuid)
            free += known is None
            given[uuid] = free if known is None else known
        nodes[key] = {**node, "meta": {**meta, "uuid": uuid, "chartId": given[uuid]}}
    return nodes


def _chart(uuid: str, content: JsonObject, landing: Landing) -> JsonObject:
    params = content.get("params")
    query = query_of(content)
    changed: dict[str, JsonValue] = {**content, **_VERSION}
    if params is None:
        # The importer writes into it.
        changed["params"] = {}
    if isinstance(params, Mapping):
        changed["params"] = _form(uuid, params, landing)
    if isinstance(query, Mapping):
        changed["query_context"] = json.dumps(_query(uuid, query, landing), ensure_ascii=False)
    return changed


def _query(uuid: str, query: JsonObject, landing: Landing) -> JsonObject:
    form = query.get("form_data")
    # The importer puts the dataset's number into these places, where they exist.
    queries: list[JsonValue] = [
        {k: v for k, v in each.items() if k != "datasource"}
        for each in objects_in(query.get("queries"))
    ]
    moved = {**query, "force": False, "queries": queries}
    return (
        {**moved, "form_data": _form(uuid, form, landing)} if isinstance(form, Mapping) else moved
    )


def _form(uuid: str, params: JsonObject, landing: Landing) -> JsonObject:
    if landing.is_home:
        return params
    foreign = {"datasource", "slice_id", "dashboards", "dashboardId"}
    moved = {key: each for key, each in params.items() if key not in foreign}
    number = landing.chart_numbers.get(uuid)
    if number is not None and "slice_id" in params:
        moved["slice_id"] = number
    if "annotation_layers" in params:
        moved["annotation_layers"], _ = carried_annotations(params)
    return moved


def metadata_here(
    dashboard: JsonObject, charts: Mapping[str, int], datasets: Mapping[str, int]
) -> JsonObject:
    """
    The metadata of an exported dashboard as Superset itself keeps it, with the numbers of today.

    Args:
        charts: uuid -> number.
        datasets: likewise.

    """
    uuids = chart_numbers(dashboard)
    metadata = dict(renamed(dashboard, lambda name: charts.get(uuids.get(name, ""))))
    filters = metadata.get("native_filter_configuration")
    if isinstance(filters, list):
        metadata["native_filter_configuration"] = [
            {**each, "targets": [_target(target, datasets) for target in targets]}
            if isinstance(targets := each.get("targets"), list)
            else each
            for each in objects_in(filters)
        ]
    return metadata


def _target(target: JsonValue, datasets: Mapping[str, int]) -> JsonValue:
    number = (
        datasets.get(uuid_of(target.get("datasetUuid")) or "")
        if isinstance(target, Mapping)
        else None
    )
    if not isinstance(target, Mapping) or number is None:
        return target
    rest = {key: each for key, each in target.items() if key != "datasetUuid"}
    return {**rest, "datasetId": number}


def _dataset(content: JsonObject, landing: Landing) -> JsonObject:
    uuid = uuid_of(content.get("database_uuid"))
    return {**content, **_VERSION, "database_uuid": landing.databases.get(uuid or "", uuid)}
