"""The stable form of a bundle: equal for equal content, whichever Superset it came from."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final

from domain.bundle import Bundle, JsonObject, Kind
from domain.bundle_embedding import EMBEDDED, embedded, embedding_of
from domain.bundle_numbers import DERIVED, renamed
from domain.bundle_references import chart_numbers, objects_in
from domain.superset import JsonValue

# Where an object was saved, not what it is.
_PLACES: Final = frozenset({"datasource", "slice_id", "dashboards", "dashboardId", "url_params"})
# What Superset's importer throws away or knows no more.
_LOST_METADATA: Final = frozenset(
    {"show_native_filters", "import_time", "remote_id", "default_filters", "filter_scopes"}
)
_MOVABLE_ANNOTATION: Final = "FORMULA"


def normalise(bundle: Bundle) -> Bundle:
    """
    Numbers, timestamps and connection details left out, keys and unordered lists in order.

    Charts are named by uuid where Superset names them by number; a saved query is an object
    instead of a text. Normalising twice changes nothing. `rewrite` makes it importable again.
    """
    return Bundle(
        _each(bundle, "dashboard"),
        _each(bundle, "chart"),
        _each(bundle, "dataset"),
        _each(bundle, "database"),
    )


def normal_object(kind: Kind, content: JsonObject) -> JsonObject:
    """One object in its stable form."""
    return _ordered_object(_NORMAL[kind](content))


def carried_annotations(params: JsonObject) -> tuple[list[JsonValue], list[str]]:
    """The annotation layers that Superset's importer keeps, and the names of those it drops."""
    layers = objects_in(params.get("annotation_layers"))
    kept: list[JsonValue] = [x for x in layers if x.get("annotationType") == _MOVABLE_ANNOTATION]
    return kept, [str(x.get("name")) for x in layers if x not in kept]


def query_of(chart: JsonObject) -> JsonValue:
    """The saved query of a chart as an object; as it stands when it is no JSON."""
    saved = chart.get("query_context")
    if not isinstance(saved, str):
        return saved
    try:
        read: JsonValue = json.loads(saved)
    except (ValueError, RecursionError):
        return saved
    return read


def _each(bundle: Bundle, kind: Kind) -> Mapping[str, JsonObject]:
    return {uuid: normal_object(kind, each) for uuid, each in sorted(bundle.of(kind).items())}


def _dashboard(content: JsonObject) -> JsonObject:
    uuids = chart_numbers(content)
    metadata = renamed(content, lambda name: uuids.get(name, None if name.isdecimal() else name))
    lost = {key for key, each in metadata.items() if each is None} | _LOST_METADATA
    normal: dict[str, JsonValue] = {
        **_without(content, frozenset({"theme_uuid"})),
        "position": _position(content.get("position")),
        "metadata": _without_derived(_without(metadata, lost)),
    }
    if EMBEDDED in content:
        normal[EMBEDDED] = embedded(embedding_of(content))
    return _with_sorted_tags(normal)


def _position(position: JsonValue) -> JsonValue:
    if not isinstance(position, Mapping):
        return {}
    return {key: _node(node) for key, node in position.items()}


def _node(node: JsonValue) -> JsonValue:
    meta = node.get("meta") if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(meta, Mapping):
        return node
    return {**node, "meta": _without(meta, {"chartId"})}


def _chart(content: JsonObject) -> JsonObject:
    normal = dict(content)
    params = content.get("params")
    if isinstance(params, Mapping):
        normal["params"] = _form(params)
    query = query_of(content)
    if isinstance(query, Mapping):
        normal["query_context"] = {
            key: _part_of_query(key, each)
            for key, each in query.items()
            if key not in {"datasource", "force"}
        }
    return _with_sorted_tags(normal)


def _form(params: JsonObject) -> JsonObject:
    kept, _ = carried_annotations(params)
    rest = _without(params, _PLACES | {"annotation_layers"})
    return {**rest, "annotation_layers": kept} if kept else rest


def _part_of_query(key: str, value: JsonValue) -> JsonValue:
    if key == "form_data" and isinstance(value, Mapping):
        return _form(value)
    if key == "queries" and isinstance(value, list):
        return [_without(each, {"datasource", "url_params"}) for each in objects_in(value)]
    return value


def _dataset(content: JsonObject) -> JsonObject:
    return {
        **content,
        "columns": _by_name(content.get("columns"), "column_name"),
        "metrics": _by_name(content.get("metrics"), "metric_name"),
    }


def _by_name(value: JsonValue, key: str) -> list[JsonValue]:
    rows: list[JsonObject] = sorted(objects_in(value), key=lambda each: str(each.get(key)))
    return [*rows]


def _database(content: JsonObject) -> JsonObject:
    """Its name and kind alone: an address is nobody's business, and its password even less."""
    kept = {key: content[key] for key in ("database_name", "uuid", "version") if key in content}
    return {**kept, "backend": backend_of(content)}


def backend_of(database: JsonObject) -> str:
    """The kind of database, e.g. "postgresql"; "" when the object does not tell."""
    if isinstance(database.get("backend"), str):
        return str(database["backend"])
    address = str(database.get("sqlalchemy_uri") or "")
    return address.partition(":")[0].partition("+")[0].lower()


_NORMAL: Final = {
    "dashboard": _dashboard,
    "chart": _chart,
    "dataset": _dataset,
    "database": _database,
}


def _with_sorted_tags(content: JsonObject) -> JsonObject:
    tags = content.get("tags")
    if not isinstance(tags, list):
        return _without(content, {"tags"})
    return {**content, "tags": sorted({str(tag) for tag in tags})}


def _without(content: JsonObject, keys: frozenset[str] | set[str]) -> JsonObject:
    return {key: each for key, each in content.items() if key not in keys}


def _without_derived(value: JsonValue) -> JsonValue:
    if isinstance(value, Mapping):
        return {k: _without_derived(each) for k, each in value.items() if k not in DERIVED}
    if isinstance(value, list):
        return [_without_derived(each) for each in value]
    return value


def _ordered_object(content: JsonObject) -> JsonObject:
    return {key: _ordered(content[key]) for key in sorted(content)}


def _ordered(value: JsonValue) -> JsonValue:
    if isinstance(value, Mapping):
        return _ordered_object(value)
    if isinstance(value, list):
        return [_ordered(each) for each in value]
    return value


def fingerprints(bundle: Bundle) -> dict[str, JsonValue]:
    """The hash of each stable form by `<kind>:<uuid>`, of dashboards, charts and datasets."""
    kinds: tuple[Kind, ...] = ("dashboard", "chart", "dataset")
    return {
        f"{kind}:{uuid}": _hash(normal_object(kind, content))
        for kind in kinds
        for uuid, content in sorted(bundle.of(kind).items())
    }


def _hash(content: JsonObject) -> str:
    written = json.dumps(content, sort_keys=True, ensure_ascii=True, default=dict)
    return hashlib.sha256(written.encode()).hexdigest()
