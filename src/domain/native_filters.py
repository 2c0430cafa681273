"""The default values of a dashboard's filters, and the charts on which they act."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.superset import JsonValue

Json = Mapping[str, JsonValue]

# Superset's own keys: these add up over filters, of all others the last one counts.
_APPENDED: Final = frozenset({"adhoc_filters", "filters"})
_LAYER: Final = re.compile(r"chart-(\d+)-layer-\d+")


@dataclass(frozen=True, slots=True)
class DefaultFilters:
    """
    What a dashboard lays over the query of one chart when it is opened.

    Args:
        names: of the filters that have a default value and act on the chart.
        extra: Superset's `extraFormData` of them all.

    """

    names: tuple[str, ...]
    extra: dict[str, JsonValue]


def default_filters(
    json_metadata: str | None, position_json: str | None, chart_ids: Sequence[str]
) -> dict[str, DefaultFilters]:
    """
    By the number of the chart; charts that no default value acts on are left out.

    As Superset's page does it: the scope is worked out from the layout, and the list of charts
    that was saved with the filter counts only where there is no scope. Metadata or a layout that
    is no JSON has no filters. The value of "first item by default" is not known before the page
    asks for it, so such a filter has none here.
    """
    parents = _parents(_object(position_json))
    found: dict[str, DefaultFilters] = {}
    for each in _filters(_object(json_metadata)):
        extra = _mapping(_mapping(each.get("defaultDataMask")).get("extraFormData"))
        if not extra:
            continue
        for chart_id in _in_scope(each, parents, chart_ids):
            known = found.get(chart_id, DefaultFilters((), {}))
            names = (*known.names, str(each.get("name") or each.get("id") or ""))
            found[chart_id] = DefaultFilters(names, _merged(known.extra, extra))
    return found


def _filters(metadata: Json) -> Iterator[Json]:
    """Native filters; a divider among them filters nothing."""
    listed = metadata.get("native_filter_configuration")
    for each in listed if isinstance(listed, list) else []:
        if isinstance(each, Mapping) and each.get("type", "NATIVE_FILTER") == "NATIVE_FILTER":
            yield each


def _in_scope(each: Json, parents: Mapping[str, set[str]], chart_ids: Sequence[str]) -> list[str]:
    scope = each.get("scope")
    if not isinstance(scope, Mapping):
        listed = each.get("chartsInScope")
        saved = _texts(listed)
        return [one for one in chart_ids if one in saved] if isinstance(listed, list) else []
    roots, excluded = _texts(scope.get("rootPath")), _texts(scope.get("excluded"))
    layers = [_LAYER.fullmatch(layer) for layer in _texts(scope.get("selectedLayers"))]
    by_layer = {match[1] for match in layers if match}
    return [
        one
        for one in chart_ids
        if one in by_layer or (one not in excluded and roots & parents.get(one, set()))
    ]


def _parents(layout: Json) -> dict[str, set[str]]:
    """By the number of the chart: the parts of the layout that it stands in."""
    found: dict[str, set[str]] = {}
    todo: list[tuple[str, frozenset[str]]] = [("ROOT_ID", frozenset())]
    seen: set[str] = set()
    while todo:
        key, above = todo.pop()
        node = layout.get(key)
        if key in seen or not isinstance(node, Mapping):
            continue
        seen.add(key)
        if node.get("type") == "CHART":
            number = _mapping(node.get("meta")).get("chartId")
            found.setdefault(str(number), set()).update(above)
        below = above | {key}
        todo.extend((child, below) for child in _texts(node.get("children")))
    return found


def _merged(first: Json, second: Json) -> dict[str, JsonValue]:
    both: dict[str, JsonValue] = {**first, **second}
    for key in _APPENDED & both.keys():
        both[key] = [*_list(first.get(key)), *_list(second.get(key))]
    return both


def _object(text: str | None) -> Json:
    try:
        return _mapping(json.loads(text or "{}"))
    except (ValueError, RecursionError):
        return {}


def _mapping(value: object) -> Json:
    return value if isinstance(value, Mapping) else {}


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _texts(value: JsonValue) -> set[str]:
    return {str(each) for each in _list(value)}
