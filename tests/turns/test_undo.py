"""Undo as whole turns: asked for by a person, planned, approved; and writes that need no yes."""

from dataclasses import replace

import pytest

from adapters.memory.superset.objects import MemoryChart, MemoryDatabase
from domain.confirmation import Verdict
from domain.roles import Role
from moving_worlds import REGIONS, stored
from tool_surroundings import SHOP
from turns.undo_world import DEPLOY, deployed, refusal, undo, world
from turns.world import Json, call, only, types


async def test_a_write_that_changes_nothing_asks_for_nothing() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Nothing to do.")
    await deployed(here)
    events = await here.send("Deploy Sales again")
    assert "confirm_required" not in types(events)
    end = only(events, "tool_end")
    assert end["summary"].startswith("No change")
    assert end.get("action_id") is None
    assert "tool_start" not in types(events)
    assert only(events, "done")["finish_reason"] == "stop"


async def test_what_became_equal_meanwhile_is_not_run() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Nothing to do.")
    await deployed(here)
    here.dev.add(replace(here.dev.dashboards["1"], published=False))
    await here.send("Deploy Sales again")
    # Somebody else does the same by hand.
    here.prod.add(replace(stored(here.prod), published=False))
    imports = here.prod.calls["assets.import_assets"]
    events = await here.decide()
    assert only(events, "confirm_resolved")["decision"] == "replaced"
    assert only(events, "tool_end")["summary"].startswith("No change")
    assert here.prod.calls["assets.import_assets"] == imports


async def test_target_edited_between_plan_and_approval_is_asked_anew() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Done.")
    await deployed(here)
    here.dev.add(replace(here.dev.charts["1"], title="Renamed"))
    await here.send("Deploy Sales again")
    here.prod.add(replace(stored(here.prod), rest={**stored(here.prod).rest, "css": "by hand"}))
    events = await here.decide()
    assert only(events, "confirm_resolved")["decision"] == "replaced"
    changed = only(events, "confirm_required")["metadata"]["plan"]["resources"][0]
    assert {"name": "css", "old": "by hand", "new": ".a {}", "label": "CSS"} in changed["fields"]
    assert stored(here.prod).rest["css"] == "by hand"


async def test_undo_is_planned_approved_and_puts_back() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    events = await undo(here, action)
    assert types(events) == ["turn_started", "pipeline_result", "confirm_required", "done"]
    card = only(events, "confirm_required")["metadata"]
    assert (card["tool_name"], card["risk"]) == ("undo_deploy_dashboard", "write")
    deleted = [r["title"] for r in card["plan"]["resources"] if r["change"] == "delete"]
    assert deleted == ["Sales", "Regions", "Revenue", "orders"]
    summary = "“Sales” on ss-prod is put back as it was: 4 objects are deleted."
    assert card["plan"]["summary"] == summary
    assert card["arguments"] == {"env_id": {"value": "ss-prod", "origin": "person"}}
    events = await here.decide()
    assert only(events, "tool_end")["summary"] == "“Sales” on ss-prod is as it was before."
    assert only(events, "done")["text"] == only(events, "tool_end")["summary"]
    assert only(events, "tool_end")["undone_action_id"] == action
    assert [d.title for d in here.prod.dashboards.values()] == ["Secret payroll"]
    assert [c.title for c in here.prod.charts.values()] == ["Payroll", "Salaries"]
    assert [d.title for d in here.prod.datasets.values()] == ["customers"]
    assert await refusal(here, action) == "already_undone"
    assert only(events, "done")["finish_reason"] == "stop"
    assert here.audited("execution")[-1]["tool"] == "undo_deploy_dashboard"


async def test_undo_of_an_overwrite_restores_it() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Done.")
    await deployed(here)
    before = stored(here.prod)
    charts = dict(here.prod.charts)
    layout = {key: node for key, node in before.rest["position"].items() if key != "C2"}  # type: ignore[union-attr]
    rest = {**here.dev.dashboards["1"].rest, "position": layout, "css": ".b {}"}
    here.dev.add(replace(here.dev.dashboards["1"], charts=("1",), rest=rest, tags=("new",)))
    here.dev.add(replace(here.dev.charts["1"], title="Renamed"))
    action = await deployed(here)
    assert stored(here.prod).rest["css"] == ".b {}"
    await undo(here, action)
    await here.decide()
    after = stored(here.prod)
    assert (after.charts, after.tags, after.owners) == (before.charts, before.tags, before.owners)
    assert after.rest["css"] == ".a {}"
    assert after.rest["metadata"] == before.rest["metadata"]
    assert {c.uuid: (c.title, c.sql, dict(c.rest)) for c in here.prod.charts.values()} == {
        c.uuid: (c.title, c.sql, dict(c.rest)) for c in charts.values()
    }


async def test_later_edits_are_shown_before_they_are_lost() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    here.prod.add(replace(stored(here.prod), title="Edited", changed_by="boss"))
    events = await undo(here, action)
    warnings = only(events, "confirm_required")["metadata"]["plan"]["warnings"]
    assert warnings == [
        "The dashboard “Edited” was changed afterwards by boss; that change is lost."
    ]


async def test_what_others_use_by_now_is_kept() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    (regions,) = [c for c in here.prod.charts.values() if c.uuid == REGIONS]
    other = here.prod.dashboards["1"]
    here.prod.add(replace(other, charts=(*other.charts, regions.id)))
    await undo(here, action)
    await here.decide()
    assert REGIONS in {chart.uuid for chart in here.prod.charts.values()}
    assert "orders" in {dataset.title for dataset in here.prod.datasets.values()}
    assert "Revenue" not in {chart.title for chart in here.prod.charts.values()}


async def test_deleted_dashboard_comes_back() -> None:
    here = world([call("delete_dashboard", dashboard_id="Sales", env_id="ss-dev")], "Gone.")
    before = here.dev.dashboards["1"]
    action = await deployed(here)
    assert here.dev.dashboards == {}
    here.dev.add(replace(here.dev.charts["1"], title="Edited meanwhile"))
    events = await undo(here, action)
    assert only(events, "confirm_required")["metadata"]["risk"] == "write"
    await here.decide()
    after = stored(here.dev)
    assert (after.title, after.charts, after.tags, after.slug) == (
        before.title,
        before.charts,
        before.tags,
        before.slug,
    )
    assert here.dev.charts["1"].title == "Edited meanwhile"


async def test_created_dataset_is_deleted_dangerously() -> None:
    create = call("superset_create_dataset", database_id="1", table="customers", env_id="ss-dev")
    here = world([create], "Made.", [create], "Made.")
    action = await deployed(here)
    card = only(await undo(here, action), "confirm_required")["metadata"]
    assert (card["risk"], card["target"]["title"]) == ("dangerous", "customers")
    await here.decide()
    assert "customers" not in {d.title for d in here.dev.datasets.values()}
    action = await deployed(here)
    (made,) = [d for d in here.dev.datasets.values() if d.title == "customers"]
    here.dev.add(MemoryChart("77", "Built on it", made.id))
    events = await undo(here, action)
    assert "used by others" in only(events, "tool_error")["message"]
    assert made.id in here.dev.datasets


async def test_what_is_gone_already_is_no_change_and_counts_as_undone() -> None:
    create = call("superset_create_dataset", database_id="1", table="customers", env_id="ss-dev")
    here = world([create], "Made.")
    action = await deployed(here)
    (made,) = [d for d in here.dev.datasets.values() if d.title == "customers"]
    del here.dev.datasets[made.id]
    events = await undo(here, action)
    assert "confirm_required" not in types(events)
    end = only(events, "tool_end")
    assert end["undone_action_id"] == action
    assert end.get("action_id") is None
    assert await refusal(here, action) == "already_undone"


async def test_card_says_what_its_undo_is() -> None:
    create = call("superset_create_dataset", database_id="1", table="customers", env_id="ss-dev")
    here = world([create])
    plan = only(await here.send("make it"), "confirm_required")["metadata"]["plan"]
    assert plan["undo"] == "inverse"
    assert plan["undo_how"] == (
        "An undo deletes the dataset “customers” again, unless charts use it by then."
    )


async def test_sql_and_strangers_actions_cannot_be_undone() -> None:
    sql = call("superset_execute_sql", database_id="2", sql="DELETE FROM orders", env_id="ss-dev")
    here = world([sql], "Done.", [DEPLOY], "Done.")
    here.dev.add(MemoryDatabase("2", "sandbox", SHOP, allow_dml=True))
    assert await refusal(here, "no-such-action") == "action_unknown"
    assert await refusal(here, await deployed(here)) == "not_undoable"
    action = await deployed(here)
    stranger = here.session(Role.ANALYST, "local:eve")
    assert await refusal(here, action, stranger) == "action_unknown"


async def test_admin_undoes_for_others_in_a_conversation_of_their_own() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    first = here.conversation_id
    root = here.session(Role.ADMIN, "local:root")
    events = await undo(here, action, root)
    assert here.conversation_id != first
    assert only(events, "confirm_required")
    await here.decide(session=root)
    assert [d.title for d in here.prod.dashboards.values()] == ["Secret payroll"]


async def test_demoted_owner_is_refused_by_role() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    events = await undo(here, action, here.session(Role.ANALYST))
    assert only(events, "permission_denied")["required_role"] == "admin"
    assert len(here.prod.dashboards) == 2


async def test_denied_undo_changes_nothing_and_may_be_asked_again() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    await undo(here, action)
    await here.decide(Verdict.DENY)
    assert len(here.prod.dashboards) == 2
    assert only(await undo(here, action), "confirm_required")


@pytest.mark.parametrize("tool", ["undo_deploy_dashboard", "undo_delete_dashboard"])
async def test_a_model_knows_no_undo(tool: str) -> None:
    here = world([DEPLOY], "Done.", [call(tool, action_id="x", env_id="ss-prod")], "Hm.")
    action = await deployed(here)
    assert action
    events = await here.send("Undo it yourself")
    assert "no tool" in only(events, "tool_error")["message"]


async def test_an_edit_after_the_last_look_is_not_removed() -> None:
    """Between the plan of an undo and its run somebody works on what it would delete."""
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    await undo(here, action)
    act = here.container.act()
    judge = act.judge
    (chart,) = [each for each in here.prod.charts.values() if each.uuid == REGIONS]

    async def edit(*args: Json) -> Json:
        here.prod.add(replace(chart, title="Regions, with an afternoon's work"))
        return await judge(*args)

    object.__setattr__(act, "judge", edit)
    events = await here.decide()
    assert "changed after you approved" in only(events, "tool_error")["message"]
    assert any(each.uuid == REGIONS for each in here.prod.charts.values())
