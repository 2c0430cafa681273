"""Moves between two real Supersets that are refused, asked anew, or undone."""

import json

import pytest

from domain.roles import Role
from superset.two_supersets import Pair, approved, deploy, orders, undone, unused
from turns.world import call, only

pytestmark = [pytest.mark.superset, pytest.mark.timeout(300)]


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
    own = dev.dashboard(taken, [dev.chart(unused("Chart"), orders(dev), ("status",))])
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
    dev.dashboard(title, [dev.chart(unused("Chart"), orders(dev), ("status",))])
    before = prod.assets()
    here = pair.service(deploy(title), "Hm.", as_admin=Role.ANALYST)
    await here.send("deploy")
    failed = only(await here.decide(), "tool_error")
    assert "nothing was changed" in failed["message"]
    assert failed["status_unknown"] is False
    assert prod.assets() == before


async def test_target_edited_between_plan_and_approval_is_asked_anew(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    title = unused("Edited meanwhile")
    made = dev.dashboard(title, [dev.chart(unused("Chart"), orders(dev), ("status",))])
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
    changed = [(each["name"], each["old"], each["new"]) for each in resources[0]["fields"]]
    assert ("css", ".by-hand {}", ".dev {}") in changed
    assert prod.read("dashboard", there)["css"] == ".by-hand {}"


async def test_chart_that_breaks_is_proved_and_undone(pair: Pair) -> None:
    dev, prod = pair.dev, pair.prod
    table, title = unused("only_dev").replace(" ", "_"), unused("Breaks")
    dev.run_sql(f"CREATE TABLE {table} (a INTEGER); INSERT INTO {table} VALUES (1);")
    dataset = dev.dataset(unused("virtual"), f"SELECT a FROM {table}")
    broken = unused("Broken there")
    good = dev.chart(unused("Good"), orders(dev), ("status",))
    dev.dashboard(title, [dev.chart(broken, dataset, ("a",)), good])
    before = prod.assets()
    here = pair.service(deploy(title), "Done.")
    ended = await approved(here, "deploy")
    assert ended["value"]["worse"] == [broken], ended["value"]["proof"]
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
