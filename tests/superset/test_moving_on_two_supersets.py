"""Dashboards on their way from one real Superset to another, and back again."""

import json
from collections.abc import AsyncIterator, Iterator

import pytest

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from application.ports.language_model import CallProposed
from domain.roles import Role
from superset.two_supersets import Json, Pair, Side, unused
from turns.world import World, call, only, types

pytestmark = [pytest.mark.superset, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def sides(
    superset_copy: SupersetCopy, superset_prod_copy: SupersetCopy
) -> Iterator[tuple[Side, Side]]:
    with (
        SupersetApi(superset_copy.environment.url) as dev,
        SupersetApi(superset_prod_copy.environment.url) as prod,
    ):
        dev.sign_in(superset_copy.environment.accounts["admin"])
        prod.sign_in(superset_prod_copy.environment.accounts["admin"])
        yield Side("ss-dev", superset_copy, dev), Side("ss-prod", superset_prod_copy, prod)


@pytest.fixture
async def pair(sides: tuple[Side, Side]) -> AsyncIterator[Pair]:
    made = Pair(*sides)
    yield made
    await made.close()


def deploy(dashboard: str, source: str = "ss-dev") -> list[CallProposed]:
    arguments = {"dashboard_id": dashboard, "source": source, "target_env": "ss-prod"}
    return [call("deploy_dashboard", **arguments)]


async def approved(here: World, text: str) -> Json:
    """The end of a call that was asked for and approved, with its whole result."""
    events = await here.send(text)
    assert "confirm_required" in types(events), events
    ended = only(await here.decide(), "tool_end")
    kept = await here.container.results().get(ended["call_id"], "local:ann")
    return {**ended, "value": kept.unwrap().value}


async def undone(here: World, action: str) -> Json:
    started = await here.runner.undo(action, here.session())
    here.conversation_id = started.unwrap().conversation_id
    card = only(await here.until_done(started.unwrap()), "confirm_required")["metadata"]
    return {"card": card, **only(await here.decide(), "tool_end")}


async def test_new_chart_travels_through_a_branch_and_is_undone(pair: Pair) -> None:
    """The show of issue 3: what was on production is there again, to the letter."""
    dev, prod = pair.dev, pair.prod
    dashboard = dev.id_of("dashboard", dashboard_title="Sales overview")
    assert dashboard is not None
    shown = dev.read("dashboard", dashboard)
    position, metadata = json.loads(shown["position_json"]), json.loads(shown["json_metadata"])
    dataset = dev.id_of("dataset", table_name="orders")
    assert dataset is not None
    new = dev.chart("Orders by store", dataset, ("store_id",))
    row = next(key for key in position if key.startswith("ROW"))
    position[f"CHART-{new}"] = {
        "type": "CHART",
        "id": f"CHART-{new}",
        "children": [],
        "parents": ["ROOT_ID", "GRID_ID", row],
        "meta": {"chartId": new, "width": 4, "height": 50},
    }
    position[row]["children"].append(f"CHART-{new}")
    metadata["positions"] = position
    dev.change("dashboard", dashboard, json_metadata=json.dumps(metadata))
    before = prod.assets()
    on_dev = {"dashboard_id": "Sales overview", "env_id": "ss-dev"}
    here = pair.service(
        [call("commit_changes", message="New chart", **on_dev)],
        "Committed.",
        deploy("Sales overview", "branch:main"),
        "Deployed.",
        deploy("Sales overview"),
        "Nothing.",
    )
    await approved(here, "commit Sales overview")
    ended = await approved(here, "deploy it")
    value = ended["value"]
    assert (value["left"], value["worse"], value["source"]) == ([], [], "branch:main")
    assert {row["verdict"] for row in value["proof"]} == {"same"}
    there = prod.id_of("dashboard", dashboard_title="Sales overview")
    assert there is not None
    assert "Orders by store" in prod.charts_on(there)
    again = await here.send("once more, from ss-dev")
    assert only(again, "tool_end")["summary"].startswith("No change")
    back = await undone(here, ended["action_id"])
    deleted = [r["title"] for r in back["card"]["plan"]["resources"] if r["change"] == "delete"]
    assert deleted == ["Orders by store"]
    assert prod.assets() == before
    dev.api.call("DELETE", f"/api/v1/chart/{new}")


async def test_everything_of_a_new_dashboard_arrives(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    title, table = unused("Ёлка/🚀"), unused("virtual")
    # Numbers of the two shall differ.
    for _ in range(3):
        prod.chart(unused("Shifts the numbers"), _orders(prod), ("id",))
    dataset = dev.dataset(table, "SELECT id, status, store_id FROM orders")
    one = dev.chart(unused("Первый"), dataset, ("status",))
    two = dev.chart(unused("Second"), _orders(dev), ("store_id",))
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
    before = prod.assets()
    here = pair.service(deploy(title), "Done.", deploy(title), "Nothing.")
    ended = await approved(here, "deploy")
    assert (ended["value"]["left"], ended["value"]["worse"]) == ([], [])
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
    dev, prod = pair.dev, pair.prod
    title = unused("Overwritten")
    charts = [dev.chart(unused("Chart"), _orders(dev), ("status",)) for _ in range(3)]
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
    before = prod.assets()
    events = await here.send("deploy again")
    plan = only(events, "confirm_required")["metadata"]["plan"]
    (leaving,) = [r for r in plan["resources"] if r["title"] == gone]
    assert leaving["change"] == "keep"
    ended = only(await here.decide(), "tool_end")
    assert prod.charts_on(there) == dev.charts_on(made)
    assert prod.charts_on(other) == {gone}
    again = await here.send("and again")
    assert only(again, "tool_end")["summary"].startswith("No change")
    await undone(here, ended["action_id"])
    assert prod.assets() == before


async def test_target_edited_between_plan_and_approval_is_asked_anew(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    title = unused("Edited meanwhile")
    made = dev.dashboard(title, [dev.chart(unused("Chart"), _orders(dev), ("status",))])
    here = pair.service(deploy(title), "Done.", deploy(title), "Done.")
    await approved(here, "deploy")
    there = prod.id_of("dashboard", dashboard_title=title)
    assert there is not None
    dev.change("dashboard", made, css=".dev {}")
    await here.send("deploy again")
    prod.change("dashboard", there, css=".by-hand {}")
    events = await here.decide()
    assert only(events, "confirm_resolved")["decision"] == "replaced"
    resources = only(events, "confirm_required")["metadata"]["plan"]["resources"]
    assert {"name": "css", "old": ".by-hand {}", "new": ".dev {}"} in resources[0]["fields"]
    assert prod.read("dashboard", there)["css"] == ".by-hand {}"


async def test_what_speaks_against_it_is_named(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    body = {"database_name": unused("only on dev"), "sqlalchemy_uri": "sqlite://"}
    database = dev.api.call("POST", "/api/v1/database/", body)["id"]
    table = unused("numbers")
    dataset = dev.api.call(
        "POST",
        "/api/v1/dataset/",
        {"database": database, "table_name": table, "sql": "SELECT 1 AS a"},
    )["id"]
    foreign = unused("Foreign data")
    dev.dashboard(foreign, [dev.chart(unused("Chart"), int(dataset), ("a",))])
    slug, taken = unused("slug").replace(" ", "-"), unused("Slug taken")
    own = dev.dashboard(taken, [dev.chart(unused("Chart"), _orders(dev), ("status",))])
    dev.change("dashboard", own, slug=slug)
    prod.change("dashboard", prod.dashboard(unused("Has the slug"), []), slug=slug)
    before = prod.assets()
    here = pair.service(deploy(foreign), "No.", deploy(taken), "No.", deploy("Nope"), "No.")
    said = [only(await here.send("deploy"), "tool_error")["message"] for _ in range(3)]
    assert f"“{body['database_name']}” (sqlite)" in said[0]
    assert f"“{slug}” is taken on ss-prod" in said[1]
    assert "no dashboard “Nope” on ss-dev" in said[2]
    assert prod.assets() == before


async def test_account_without_the_right_changes_nothing(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    title = unused("No right")
    dev.dashboard(title, [dev.chart(unused("Chart"), _orders(dev), ("status",))])
    before = prod.assets()
    here = pair.service(deploy(title), "Hm.", as_admin=Role.ANALYST)
    await here.send("deploy")
    failed = only(await here.decide(), "tool_error")
    assert "nothing was changed" in failed["message"]
    assert failed["status_unknown"] is False
    assert prod.assets() == before


async def test_chart_that_breaks_is_proved_and_undone(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    table, title = unused("only_dev").replace(" ", "_"), unused("Breaks")
    dev.run_sql(f"CREATE TABLE {table} (a INTEGER); INSERT INTO {table} VALUES (1);")
    dataset = dev.dataset(unused("virtual"), f"SELECT a FROM {table}")
    broken = unused("Broken there")
    good = dev.chart(unused("Good"), _orders(dev), ("status",))
    dev.dashboard(title, [dev.chart(broken, dataset, ("a",)), good])
    before = prod.assets()
    here = pair.service(deploy(title), "Done.")
    ended = await approved(here, "deploy")
    assert ended["value"]["worse"] == [broken]
    assert ended["value"]["undo_offered"] is True
    assert "You can undo" in ended["summary"]
    (proof,) = [row for row in ended["value"]["proof"] if row["chart"] == broken]
    assert table in proof["target"]["error"]
    assert (proof["source"]["rows"], proof["source"]["error"]) == (1, None)
    await undone(here, ended["action_id"])
    assert prod.assets() == before


async def test_deleted_dashboard_comes_back_whole(pair: Pair) -> None:
    prod = pair.prod
    before = prod.assets()
    here = pair.service(
        [call("delete_dashboard", dashboard_id="Customers", env_id="ss-prod")], "Gone."
    )
    ended = await approved(here, "delete Customers")
    assert prod.id_of("dashboard", dashboard_title="Customers") is None
    await undone(here, ended["action_id"])
    after = prod.assets()
    assert sorted(json.dumps(each, sort_keys=True) for each in after.values()) == sorted(
        json.dumps(each, sort_keys=True) for each in before.values()
    )


def _orders(side: Side) -> int:
    found = side.id_of("dataset", table_name="orders")
    assert found is not None
    return found
