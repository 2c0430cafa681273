"""Dashboards on their way from one real Superset to another, and back again."""

import json

import pytest

from superset.two_supersets import Json, Pair, approved, deploy, orders, undone, unused
from turns.world import only

pytestmark = [pytest.mark.superset, pytest.mark.timeout(300)]


async def test_everything_of_a_new_dashboard_arrives(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    title, table = unused("Ёлка/🚀"), unused("virtual")
    # Numbers of the two shall differ.
    for _ in range(3):
        prod.chart(unused("Shifts the numbers"), orders(prod), ("id",))
    dataset = dev.dataset(table, "SELECT id, status, store_id FROM orders")
    one = dev.chart(unused("Первый"), dataset, ("status",))
    two = dev.chart(unused("Second"), orders(dev), ("store_id",))
    metadata: Json = {
        "refresh_frequency": 300,
        "timed_refresh_immune_slices": [two],
        "expanded_slices": {str(one): True},
        "cross_filters_enabled": True,
        "chart_configuration": {
            str(one): {
                "id": one,
                "crossFilters": {
                    "scope": {"rootPath": ["ROOT_ID"], "excluded": [one, two]},
                    "chartsInScope": [],
                },
            }
        },
        "native_filter_configuration": [
            {
                "id": "NATIVE_FILTER-1",
                "name": "Status",
                "type": "NATIVE_FILTER",
                "filterType": "filter_select",
                "targets": [{"datasetId": dataset, "column": {"name": "status"}}],
                "scope": {"rootPath": ["ROOT_ID"], "excluded": [two]},
                "chartsInScope": [one],
                "controlValues": {},
                "defaultDataMask": {},
                "cascadeParentIds": [],
            }
        ],
    }
    made = dev.dashboard(title, [one, two], metadata)
    dev.change("dashboard", made, css=".x { color: red }")
    dev.api.call("POST", f"/api/v1/tag/3/{made}/", {"properties": {"tags": ["план", "x y"]}})
    dev.embed(made, ["https://b.example", "a.example"])
    before = prod.assets()
    here = pair.service(deploy(title), "Done.", deploy(title), "Nothing.")
    ended = await approved(here, "deploy")
    assert (ended["value"]["left"], ended["value"]["worse"]) == ([], []), ended["value"]["proof"]
    there = prod.id_of("dashboard", dashboard_title=title)
    assert there is not None
    shown = prod.read("dashboard", there)
    got = json.loads(shown["json_metadata"])
    numbers = {
        row["slice_name"]: row["id"]
        for row in prod.api.all_rows("chart", ["id", "slice_name"], "slice_name")
    }
    first = numbers[dev.read("chart", one)["slice_name"]]
    second = numbers[dev.read("chart", two)["slice_name"]]
    assert (first, second) != (one, two)
    assert shown["css"] == ".x { color: red }"
    assert prod.embedding(there) == ["a.example", "https://b.example"]
    assert sorted(t["name"] for t in shown["tags"] if t["type"] == 1) == ["x y", "план"]
    assert got["refresh_frequency"] == 300
    assert got["timed_refresh_immune_slices"] == [second]
    assert got["expanded_slices"] == {str(first): True}
    crossing = got["chart_configuration"][str(first)]
    assert (crossing["id"], crossing["crossFilters"]["scope"]["excluded"]) == (
        first,
        [first, second],
    )
    (filtered,) = got["native_filter_configuration"]
    assert filtered["targets"][0]["datasetId"] == prod.id_of("dataset", table_name=table)
    assert filtered["scope"]["excluded"] == [second]
    assert [f"{o['first_name']} {o['last_name']}" for o in shown["owners"]] == [
        f"{o['first_name']} {o['last_name']}" for o in dev.read("dashboard", made)["owners"]
    ]
    again = await here.send("again")
    assert only(again, "tool_end")["summary"].startswith("No change")
    await undone(here, ended["action_id"])
    assert prod.assets() == before


async def test_overwrite_means_equal_and_shared_charts_stay(pair: Pair) -> None:
    """S11: what is on the target alone leaves the dashboard, and the plan says so."""
    dev, prod = pair.dev, pair.prod
    title = unused("Overwritten")
    charts = [dev.chart(unused("Chart"), orders(dev), ("status",)) for _ in range(3)]
    made = dev.dashboard(title, charts)
    here = pair.service(deploy(title), "Done.", deploy(title), "Done.", deploy(title), "Nothing.")
    await approved(here, "deploy")
    there = prod.id_of("dashboard", dashboard_title=title)
    gone = dev.read("chart", charts[2])["slice_name"]
    shared = prod.id_of("chart", slice_name=gone)
    assert there is not None
    assert shared is not None
    other = prod.dashboard(unused("Shares it"), [shared])
    dev.arrange(made, charts[:2])
    dev.change("chart", charts[0], slice_name=unused("Renamed"), description="New words")
    dev.embed(made, ["new.example"])
    before = prod.assets()
    events = await here.send("deploy again")
    plan = only(events, "confirm_required")["metadata"]["plan"]
    (leaving,) = [r for r in plan["resources"] if r["title"] == gone]
    assert leaving["change"] == "keep"
    ended = only(await here.decide(), "tool_end")
    assert prod.charts_on(there) == dev.charts_on(made)
    assert prod.charts_on(other) == {gone}
    assert prod.embedding(there) == ["new.example"]
    again = await here.send("and again")
    assert only(again, "tool_end")["summary"].startswith("No change")
    await undone(here, ended["action_id"])
    assert prod.assets() == before
    assert prod.embedding(there) is None
