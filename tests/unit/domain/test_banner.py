"""S10: a layout may be anything, and only sound ones get a banner."""

import json
from typing import Any

import pytest
from returns.result import Failure, Success

from domain.banner import banner_of, same_layout, with_banner, without_banner

CODE = "### Maintenance\n\nBack at 18:00 🚧"


def node(kind: str, key: str, children: list[str], parents: list[str]) -> dict[str, Any]:
    return {"type": kind, "id": key, "children": children, "parents": parents}


def grid(*rows: str) -> dict[str, Any]:
    nodes: dict[str, Any] = {
        "DASHBOARD_VERSION_KEY": "v2",
        "HEADER_ID": {"type": "HEADER", "id": "HEADER_ID", "meta": {"text": "Отчёт"}},
        "ROOT_ID": node("ROOT", "ROOT_ID", ["GRID_ID"], []),
        "GRID_ID": node("GRID", "GRID_ID", list(rows), ["ROOT_ID"]),
    }
    return nodes | {row: node("ROW", row, [], ["ROOT_ID", "GRID_ID"]) for row in rows}


def tabbed(*tabs: str) -> dict[str, Any]:
    nodes = grid()
    nodes["ROOT_ID"]["children"] = ["TABS-1"]
    nodes["TABS-1"] = node("TABS", "TABS-1", list(tabs), ["ROOT_ID"])
    return nodes | {tab: node("TAB", tab, [], ["ROOT_ID", "TABS-1"]) for tab in tabs}


def put(layout: dict[str, Any]) -> dict[str, Any]:
    nodes: dict[str, Any] = json.loads(with_banner(json.dumps(layout), CODE).unwrap())
    return nodes


def is_sound(nodes: dict[str, Any]) -> bool:
    return all(
        child in nodes
        for each in nodes.values()
        if isinstance(each, dict)
        for child in each.get("children", [])
    )


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ("", "no_json"),
        ("{bad json", "no_json"),
        ("[" * 100_000, "no_json"),
        ("[]", "no_layout"),
        ('"text"', "no_layout"),
        ("null", "no_layout"),
        ("{}", "no_root"),
        ('{"ROOT_ID": {"children": ["GRID_ID"]}}', "missing_child"),
        ('{"ROOT_ID": {"children": "GRID_ID"}}', "no_layout"),
        ('{"ROOT_ID": {"children": []}}', "no_place"),
        ('{"ROOT_ID": {"children": ["X"]}, "X": {"type": "ROW", "children": []}}', "no_place"),
        ('{"ROOT_ID": {"children": ["X"]}, "X": {"type": "TABS", "children": []}}', "no_place"),
        (json.dumps(grid() | {"ROW-9": node("ROW", "ROW-9", ["gone"], [])}), "missing_child"),
        (" " * (8 * 1024 * 1024 + 1), "too_large"),
    ],
)
def test_odd_layouts_are_left_alone(layout: str, reason: str) -> None:
    refused = with_banner(layout, CODE)
    assert isinstance(refused, Failure)
    assert refused.failure().reason == reason
    assert banner_of(layout) is None


def test_banner_stands_on_top_of_the_grid() -> None:
    nodes = put(grid("ROW-1", "ROW-2"))
    row, *rest = nodes["GRID_ID"]["children"]
    assert rest == ["ROW-1", "ROW-2"]
    [markdown] = nodes[row]["children"]
    assert nodes[markdown]["meta"]["code"] == CODE
    assert nodes[markdown]["parents"] == ["ROOT_ID", "GRID_ID", row]
    assert all(nodes[key]["id"] == key for key in (row, markdown))
    assert is_sound(nodes)


def test_each_tab_has_a_banner_of_its_own() -> None:
    nodes = put(tabbed("TAB-a", "TAB-b"))
    rows = [nodes[tab]["children"][0] for tab in ("TAB-a", "TAB-b")]
    assert len(set(rows)) == 2
    assert nodes[rows[1]]["parents"] == ["ROOT_ID", "TABS-1", "TAB-b"]
    assert nodes["GRID_ID"]["children"] == []
    assert is_sound(nodes)


def test_empty_dashboard_gets_a_grid() -> None:
    nodes = json.loads(with_banner(None, CODE).unwrap())
    assert nodes["ROOT_ID"]["children"] == ["GRID_ID"]
    assert is_sound(nodes)


@pytest.mark.parametrize("layout", [grid("ROW-1"), tabbed("TAB-a", "TAB-b"), grid()])
def test_taking_it_away_leaves_no_trace(layout: dict[str, Any]) -> None:
    before = json.dumps(layout)
    assert without_banner(with_banner(before, CODE).unwrap()) == Success(before)
    assert without_banner(before) == Success(before)
    assert without_banner(None) == Success(None)


def test_second_banner_replaces_the_first() -> None:
    twice = with_banner(with_banner(json.dumps(grid()), "old").unwrap(), CODE).unwrap()
    assert twice == with_banner(json.dumps(grid()), CODE).unwrap()
    assert banner_of(twice) == CODE


def test_what_people_put_beside_it_stays() -> None:
    nodes = put(grid("ROW-1"))
    row = nodes["GRID_ID"]["children"][0]
    nodes["CHART-1"] = node("CHART", "CHART-1", [], ["ROOT_ID", "GRID_ID", row])
    nodes[row]["children"].append("CHART-1")
    left = json.loads(without_banner(json.dumps(nodes)).unwrap() or "")
    assert left["GRID_ID"]["children"] == [row, "ROW-1"]
    assert left[row]["children"] == ["CHART-1"]
    assert is_sound(left)


def test_banner_that_was_moved_goes_too() -> None:
    nodes = put(grid("ROW-1"))
    row = nodes["GRID_ID"]["children"][0]
    [markdown] = nodes[row]["children"]
    nodes["GRID_ID"]["children"] = ["ROW-1"]
    del nodes[row]
    nodes["ROW-1"]["children"] = [markdown]
    left = json.loads(without_banner(json.dumps(nodes)).unwrap() or "")
    assert left == grid("ROW-1")


def test_spacing_alone_is_no_difference() -> None:
    layout = grid("ROW-1")
    assert same_layout(json.dumps(layout), json.dumps(layout, separators=(",", ":")))
    assert not same_layout(json.dumps(layout), json.dumps(grid()))
    assert same_layout(None, None)
    assert not same_layout(None, "{}")
    assert not same_layout("{bad", "{worse")
