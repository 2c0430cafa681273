"""Writes of this part through a whole turn: asked for, shown, approved, done once."""

from datetime import timedelta

from application.ports.language_model import CallProposed
from domain.banner import banner_of
from domain.confirmation import Verdict
from domain.roles import Role
from turns.world import Json, World, call, only, types


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
    assert len(await world.container.maintenance().of("ss-dev")) == 1


async def test_a_span_counts_from_the_card_and_not_from_the_yes() -> None:
    world = world_of(call("start_maintenance", text="Upgrade", until="2h"))
    await world.send("start maintenance for 2h")
    shown = world.clock.now() + timedelta(hours=2)
    world.clock.advance(timedelta(minutes=20))
    only(await world.decide(), "tool_end")
    (window,) = await world.container.maintenance().of("ss-dev")
    assert window.until == shown


async def test_an_end_that_passed_before_the_yes_is_not_tomorrows() -> None:
    world = world_of(call("start_maintenance", until="12:05"))
    await world.send("start maintenance until 12:05")
    world.clock.advance(timedelta(minutes=10))
    assert "12:05" in only(await world.decide(), "tool_error")["message"]
    assert world.dev.layouts == {}


async def test_a_no_changes_nothing() -> None:
    world = world_of(call("start_maintenance"))
    await world.send("start maintenance")
    assert "tool_cancelled" in types(await world.decide(Verdict.DENY))
    assert world.dev.layouts == {}


async def test_maintenance_is_for_admins() -> None:
    world = world_of(call("end_maintenance"))
    events = await world.send("end it", session=world.session(Role.ANALYST))
    assert only(events, "permission_denied")["required_role"] == "admin"


async def undo(world: World, action: str) -> list[Json]:
    """Ask for the undo of an action; the events up to the question or the end."""
    started = await world.runner.undo(action, world.session())
    return await world.until_done(started.unwrap())


async def acted(world: World, prompt: str) -> str:
    """The action of a write that was asked for and approved."""
    await world.send(prompt)
    action: str = only(await world.decide(), "tool_end")["action_id"]
    return action


async def test_undo_of_a_start_takes_the_banners_down() -> None:
    world = world_of(call("start_maintenance", until="18:00"))
    action = await acted(world, "start maintenance")
    only(await undo(world, action), "confirm_required")
    only(await world.decide(), "tool_end")
    assert not any(banner_of(layout) for layout in world.dev.layouts.values())
    assert await world.container.maintenance().of("ss-dev") == ()


async def test_undo_of_an_end_puts_the_same_banners_up() -> None:
    world = world_of(
        call("start_maintenance", text="Upgrade", until="18:00", dashboard_ids=["1"]),
        call("end_maintenance"),
    )
    await acted(world, "start")
    action = only(await world.decide(), "tool_end")["action_id"]
    assert banner_of(world.dev.layouts["1"]) is None
    only(await undo(world, action), "confirm_required")
    only(await world.decide(), "tool_end")
    assert "Upgrade" in (banner_of(world.dev.layouts["1"]) or "")
    assert set(world.dev.layouts) == {"1"}
