import json
from typing import Any, TypeAlias

import pytest

from domain.native_filters import default_filters

# Superset's JSON, which tests spell freely.
Json: TypeAlias = Any

NORTH = {"filters": [{"col": "region", "op": "IN", "val": ["North"]}]}
PAID = {"filters": [{"col": "status", "op": "IN", "val": ["paid"]}]}
WHOLE = {"rootPath": ["ROOT_ID"], "excluded": []}


def layout() -> str:
    """Two tabs: chart 1 in the first; 2 in the second."""

    def node(kind: str, *children: str, **more: Json) -> dict[str, Json]:
        return {"type": kind, "children": list(children), **more}

    return json.dumps(
        {
            "DASHBOARD_VERSION_KEY": "v2",
            "ROOT_ID": node("ROOT", "TABS-1"),
            "TABS-1": node("TABS", "TAB-a", "TAB-b"),
            "TAB-a": node("TAB", "CHART-1"),
            "TAB-b": node("TAB", "CHART-2", "MISSING", "TAB-b"),
            "CHART-1": node("CHART", meta={"chartId": 1}),
            "CHART-2": node("CHART", meta={"chartId": 2}),
        }
    )


def metadata(*filters: dict[str, Json]) -> str:
    return json.dumps({"native_filter_configuration": list(filters)})


def named(name: str, extra: Json = NORTH, **more: Json) -> dict[str, Json]:
    return {"id": f"NATIVE_FILTER-{name}", "name": name, "type": "NATIVE_FILTER"} | (
        {"defaultDataMask": {"extraFormData": extra}} | {"scope": WHOLE} | more
    )


def names(*filters: dict[str, Json], position: str | None = None) -> dict[str, tuple[str, ...]]:
    found = default_filters(metadata(*filters), position or layout(), ["1", "2", "3"])
    return {chart: each.names for chart, each in found.items()}


def test_a_filter_acts_on_the_charts_that_are_laid_out() -> None:
    assert names(named("Region")) == {"1": ("Region",), "2": ("Region",)}


def test_scope_is_a_tab_without_what_is_excluded() -> None:
    tab = named("Tab", scope={"rootPath": ["TAB-b"], "excluded": []})
    but = named("But", scope={"rootPath": ["ROOT_ID"], "excluded": [1]})
    assert names(tab, but) == {"2": ("Tab", "But")}


def test_scope_is_a_layer_of_a_chart() -> None:
    layer = {"rootPath": [], "excluded": [], "selectedLayers": ["chart-2-layer-0", "odd"]}
    assert names(named("Layer", scope=layer)) == {"2": ("Layer",)}


def test_without_a_scope_the_saved_list_of_charts_counts() -> None:
    assert names(named("Old", scope=None, chartsInScope=[1, 3])) == {
        "1": ("Old",),
        "3": ("Old",),
    }
    assert names(named("Nowhere", scope=None)) == {}
    # The page works a scope out anew, whatever was saved beside it.
    assert names(named("Stale", chartsInScope=[3])) == {"1": ("Stale",), "2": ("Stale",)}


def test_dividers_and_filters_without_a_value_do_nothing() -> None:
    divider = named("Part", type="DIVIDER")
    assert names(divider, named("Empty", extra={}), named("None", extra=None)) == {}


def test_filters_add_up_and_of_anything_else_the_last_counts() -> None:
    first = {**NORTH, "time_range": "Last week"}
    second = {**PAID, "time_range": "Last year"}
    text = metadata(named("One", first), named("Two", second))
    assert default_filters(text, layout(), ["1"])["1"].extra == {
        "filters": [*NORTH["filters"], *PAID["filters"]],
        "time_range": "Last year",
    }


@pytest.mark.parametrize("odd", [None, "", "{bad", "[]", '"text"', "[" * 100_000, "{}"])
def test_odd_metadata_and_layouts_have_no_filters(odd: str | None) -> None:
    assert default_filters(odd, layout(), ["1"]) == {}
    assert default_filters(metadata(named("Region")), odd, ["1"]) == {}


@pytest.mark.parametrize(
    "odd",
    [
        {"native_filter_configuration": "text"},
        {"native_filter_configuration": ["text", 1, None]},
        {"native_filter_configuration": [{"defaultDataMask": "text", "scope": []}]},
        {"native_filter_configuration": [named("x", "text")]},
    ],
)
def test_odd_configurations_have_no_filters(odd: Json) -> None:
    assert default_filters(json.dumps(odd), layout(), ["1"]) == {}
