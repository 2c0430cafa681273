"""
Chart numbers inside a dashboard's metadata, and the uuids that stand for them in between.

Superset's metadata names charts by number in many places: filter scopes, cross filters, charts
that do not refresh. Its importer turns the numbers of the layout into its own, and stops with an
error when it meets one that the layout does not have.
"""

import json
from collections.abc import Callable, Mapping

from domain.bundle import JsonObject
from domain.bundle_references import metadata_of, objects_in
from domain.superset import JsonValue

Rename = Callable[[str], str | int | None]

# Which charts a scope comes out at: the page works it out again whenever it loads.
DERIVED = frozenset({"chartsInScope", "tabsInScope"})


def renamed(dashboard: JsonObject, rename: Rename) -> JsonObject:
    """
    The metadata of a dashboard with another name for each chart.

    Args:
        rename: from what stands there, as text; None drops the mention.

    """
    metadata = dict(metadata_of(dashboard))
    if "timed_refresh_immune_slices" in metadata:
        metadata["timed_refresh_immune_slices"] = _list(
            metadata["timed_refresh_immune_slices"], rename
        )
    for key in ("expanded_slices", "chart_configuration", "filter_scopes"):
        if isinstance(metadata.get(key), Mapping):
            metadata[key] = _keys(metadata[key], rename)
    if "default_filters" in metadata:
        metadata["default_filters"] = _default_filters(metadata["default_filters"], rename)
    if isinstance(metadata.get("chart_configuration"), Mapping):
        metadata["chart_configuration"] = _chart_configuration(
            metadata["chart_configuration"], rename
        )
    if isinstance(metadata.get("filter_scopes"), Mapping):
        metadata["filter_scopes"] = _within(metadata["filter_scopes"], "immune", rename)
    if "global_chart_configuration" in metadata:
        metadata["global_chart_configuration"] = _scoped(
            metadata["global_chart_configuration"], rename
        )
    if isinstance(metadata.get("native_filter_configuration"), list):
        metadata["native_filter_configuration"] = [
            _scoped(each, rename) for each in objects_in(metadata["native_filter_configuration"])
        ]
    return metadata


def _list(value: JsonValue, rename: Rename) -> list[JsonValue]:
    names = [rename(str(each)) for each in value] if isinstance(value, list) else []
    return [name for name in names if name is not None]


def _keys(value: JsonValue, rename: Rename) -> JsonObject:
    found = value if isinstance(value, Mapping) else {}
    names = ((rename(key), each) for key, each in found.items())
    return {str(name): each for name, each in names if name is not None}


def _default_filters(value: JsonValue, rename: Rename) -> JsonValue:
    """A text that holds JSON, as Superset keeps it."""
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return "{}"
    return json.dumps(_keys(read, rename), ensure_ascii=False, sort_keys=True)


def _chart_configuration(value: JsonValue, rename: Rename) -> JsonObject:
    """Entry by chart, whose `id` is the chart again."""
    found = value if isinstance(value, Mapping) else {}
    return {key: {**_object(_scoped(each, rename)), "id": _id(key)} for key, each in found.items()}


def _id(key: str) -> JsonValue:
    return int(key) if key.isdecimal() else key


def _scoped(value: JsonValue, rename: Rename) -> JsonValue:
    """Lists of charts in the scopes of a filter: `excluded`, and what it comes out at."""
    return _within(_within(value, "excluded", rename), "chartsInScope", rename)


def _within(value: JsonValue, wanted: str, rename: Rename) -> JsonValue:
    if isinstance(value, Mapping):
        return {
            key: _list(each, rename)
            if key == wanted and isinstance(each, list)
            else _within(each, wanted, rename)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_within(each, wanted, rename) for each in value]
    return value


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
