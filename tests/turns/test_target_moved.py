"""What was approved is what happens, or nothing does."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.memory.superset.objects import MemoryDashboard, MemoryDatabase
from domain.environments import Environment
from moving_worlds import development, production
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")


async def asked() -> World:
    world = World([[DELETE], "Done."])
    await world.send("delete dashboard 1")
    return world


def replaced(events: list[Json]) -> Json:
    """The new card, when nothing ran and the question was asked anew."""
    assert types(events) == ["confirm_resolved", "confirm_required", "done"]
    assert only(events, "confirm_resolved")["decision"] == "replaced"
    return only(events, "confirm_required")["metadata"]


async def test_a_target_that_changed_is_asked_for_anew() -> None:
    world = await asked()
    known = world.dev.dashboards["1"]
    world.dev.dashboards["1"] = replace(known, changed_at=known.changed_at + timedelta(hours=1))
    old = await world.waiting()
    card = replaced(await world.decide())
    assert card["digest"] != old["digest"]
    assert "1" in world.dev.dashboards
    assert only(await world.decide(), "tool_end")
    assert "1" not in world.dev.dashboards


async def test_a_renamed_target_is_shown_by_its_new_title() -> None:
    world = await asked()
    world.dev.dashboards["1"] = replace(world.dev.dashboards["1"], title="Board pack")
    card = replaced(await world.decide())
    assert card["target"]["title"] == "Board pack"


async def test_a_chart_that_was_added_is_shown() -> None:
    world = await asked()
    world.dev.dashboards["1"] = replace(world.dev.dashboards["1"], charts=("1",))
    replaced(await world.decide())
    assert "1" in world.dev.dashboards


async def test_a_number_given_to_another_dashboard_is_another_target() -> None:
    world = await asked()
    before = await world.waiting()
    world.dev.dashboards["1"] = MemoryDashboard(
        "1", "Payroll", ("1",), uuid="0" * 8 + "-0000-4000-8000-" + "0" * 12
    )
    card = replaced(await world.decide())
    assert card["target"]["title"] == "Payroll"
    assert card["target"]["uuid"] != before["target"]["uuid"]
    assert "1" in world.dev.dashboards


async def test_a_number_given_away_during_the_run_deletes_nothing() -> None:
    """After the last look at the plan: the tool itself is bound to the uuid that was approved."""
    world = await asked()
    twin = replace(world.dev.dashboards["1"], uuid="0" * 8 + "-0000-4000-8000-" + "1" * 12)
    act = world.container.act()
    judge, swapped = act.judge, []

    async def swap(*args: Json) -> Json:
        world.dev.dashboards["1"] = twin
        swapped.append(True)
        return await judge(*args)

    object.__setattr__(act, "judge", swap)
    events = await world.decide()
    assert swapped
    assert only(events, "tool_error")
    assert not world.dev.calls["dashboards.delete"]
    assert world.dev.dashboards["1"] == twin


async def test_a_target_that_is_gone_is_an_error() -> None:
    world = await asked()
    del world.dev.dashboards["1"]
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "tool_error", "token", "done"]
    assert not world.dev.calls["dashboards.delete"]


async def test_a_report_that_was_added_blocks_it() -> None:
    world = await asked()
    world.dev.dashboards["1"] = replace(world.dev.dashboards["1"], reports=("Daily mail",))
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "tool_error", "token", "done"]
    assert "Daily mail" in only(events, "tool_error")["message"]


async def test_a_page_that_shows_another_object_blocks_the_question() -> None:
    page = {"objectType": "dashboard", "objectId": "1", "objectName": "Payroll", "envId": "ss-dev"}
    world = World([[DELETE], "Another one."])
    events = await world.send("delete this", ui_context=page)
    message = only(events, "tool_error")["message"]
    assert "Payroll" in message
    assert "Sales overview" in message
    assert not every(events, "confirm_required")


async def test_a_page_that_shows_the_same_object_is_fine() -> None:
    page = {
        "objectType": "dashboard",
        "objectId": "1",
        "objectName": "Sales overview",
        "envId": "ss-dev",
    }
    world = World([[DELETE], "Done."])
    events = await world.send("delete this", ui_context=page)
    card = only(events, "confirm_required")["metadata"]
    assert card["arguments"]["dashboard_id"]["origin"] == "page"


async def proof_fails(world: World) -> str:
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "tool_error", "token", "done"]
    assert "1" in world.dev.dashboards
    assert not world.dev.calls["dashboards.delete"]
    return str(only(events, "tool_error")["message"])


async def test_another_key_stops_the_write() -> None:
    world = await asked()
    world.dev.secret_key = "somebody else's"
    assert "ss-dev" in await proof_fails(world)


async def test_other_databases_stop_the_write() -> None:
    world = await asked()
    world.dev.add(MemoryDatabase("9", "surprise"))
    assert "ss-dev" in await proof_fails(world)


async def test_another_address_stops_the_write() -> None:
    first = World([[DELETE], "Done."])
    await first.send("delete dashboard 1")
    moved = (
        Environment("ss-dev", "http://elsewhere.example"),
        Environment("ss-prod", "http://prod.example"),
    )
    world = World([[DELETE], "Stopped."], environments=moved, records=first.records)
    events = await world.send("delete dashboard 1")
    assert "ss-dev" in only(events, "tool_error")["message"]
    assert not every(events, "confirm_required")


@pytest.mark.parametrize("key", ["", "another"])
async def test_a_wrong_environment_is_not_even_asked_about(key: str) -> None:
    world = World([[DELETE], [DELETE], "."])
    await world.send("delete dashboard 1")
    await world.cancel()
    world.dev.secret_key = key or world.dev.secret_key
    events = await world.send("delete dashboard 1")
    assert bool(every(events, "confirm_required")) is not bool(key)


async def test_what_moves_after_the_last_look_does_not_run() -> None:
    """Between plan and run lies a moment: the tool is told what the approved plan rested on."""
    deploy = call("deploy_dashboard", dashboard_id="1", source="ss-dev", target_env="ss-prod")
    world = World([[deploy], "Done."], dev=development(), prod=production())
    await world.send("deploy it")
    act = world.container.act()
    judge = act.judge

    async def move_it(*args: Json) -> Json:
        dataset = world.dev.datasets["1"]
        world.dev.datasets["1"] = replace(dataset, sql="SELECT 1 AS region")
        return await judge(*args)

    object.__setattr__(act, "judge", move_it)
    events = await world.decide()
    assert "changed after you approved" in only(events, "tool_error")["message"]
    assert world.prod.calls["assets.import_assets"] == 0
