"""Writes of this part through a whole turn: asked for, shown, approved, done once."""

from application.ports.language_model import CallProposed
from domain.banner import banner_of
from domain.confirmation import Verdict
from domain.roles import Role
from turns.world import World, call, only, types


def world_of(*calls: CallProposed) -> World:
    return World([*([each] for each in calls), "Done."])


async def test_banner_goes_up_after_a_yes_alone() -> None:
    world = world_of(call("start_maintenance", text="Upgrade", until="18:00"))
    card = only(await world.send("start maintenance until 18:00"), "confirm_required")["metadata"]
    assert card["risk_level"] == "guarded"
    assert card["plan"]["resources"][0]["title"] == "Sales overview"
    assert world.dev.layouts == {}
    events = await world.decide()
    assert "The banner is on 3 dashboards of ss-dev" in only(events, "tool_end")["summary"]
    assert all(banner_of(layout) for layout in world.dev.layouts.values())
    record = await world.container.maintenance().get("ss-dev")
    assert record is not None


async def test_a_no_changes_nothing() -> None:
    world = world_of(call("start_maintenance"))
    await world.send("start maintenance")
    assert "tool_cancelled" in types(await world.decide(Verdict.DENY))
    assert world.dev.layouts == {}


async def test_maintenance_is_for_admins() -> None:
    world = world_of(call("end_maintenance"))
    events = await world.send("end it", session=world.session(Role.ANALYST))
    assert only(events, "permission_denied")["required_role"] == "admin"


async def test_drafts_are_read_and_written_only_after_a_yes() -> None:
    world = world_of(
        call("run_llm_documentation", dataset_id="orders"),
        call("run_llm_documentation", dataset_id="orders", apply=True),
    )
    events = await world.send("describe orders and write it down")
    assert "drafted" in only(events, "tool_end")["summary"]
    card = only(events, "confirm_required")["metadata"]
    assert card["risk"] == "write"
    assert world.dev.descriptions == {}
    only(await world.decide(), "tool_end")
    assert world.dev.descriptions["column/1/3"] == "Amount: revenue."
