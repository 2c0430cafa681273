"""The undo of banners: those of the action alone, while other maintenance goes on."""

import json
from datetime import timedelta

from adapters.memory.superset.layouts import row_layout
from application.ports.language_model import CallProposed
from application.ports.turn_runner import UndoRefused
from application.toolkit.maintenance.watch import MaintenanceWatch
from domain.banner import banner_of
from turns.world import Json, World, call, only, types


def world_of(*calls: CallProposed) -> World:
    return World([reply for each in calls for reply in ([each], "Done.")])


def start(said: str, *dashboards: str, until: str = "2h") -> CallProposed:
    return call("start_maintenance", text=said, until=until, dashboard_ids=list(dashboards))


async def acted(here: World) -> str:
    """The action of the next write of the script, approved."""
    await here.send("go on")
    action: str = only(await here.decide(), "tool_end")["action_id"]
    return action


async def asked_undo(here: World, action: str) -> list[Json]:
    started = await here.runner.undo(action, here.session())
    return await here.until_done(started.unwrap())


async def undone(here: World, action: str) -> Json:
    """The card of an undo that is approved, with the end of it."""
    card = only(await asked_undo(here, action), "confirm_required")["metadata"]
    return {"card": card, **only(await here.decide(), "tool_end")}


def banners(here: World) -> dict[str, str]:
    """What the banner of each dashboard says, in its own words."""
    codes = {key: banner_of(here.dev.layouts.get(key)) for key in here.dev.dashboards}
    return {key: code.split("\n\n")[1] for key, code in codes.items() if code is not None}


def untouched(here: World) -> bool:
    """Whether every layout that was written reads as before the first banner."""
    return all(
        here.dev.layouts.get(each.id)
        in {None, row_layout(each.charts), json.dumps(json.loads(row_layout(each.charts)))}
        for each in here.dev.dashboards.values()
    )


async def time_passes(here: World, span: timedelta) -> None:
    here.clock.advance(span)
    watch: MaintenanceWatch = here.container.maintenance_watch()
    await watch.sweep()


async def test_undo_takes_down_its_own_banners_and_is_marked_once() -> None:
    here = world_of(start("one", "1", until="1h"), start("two", "2"))
    first, second = await acted(here), await acted(here)
    assert banners(here) == {"1": "one", "2": "two"}
    back = await undone(here, first)
    assert [r["title"] for r in back["card"]["plan"]["resources"]] == ["Sales overview"]
    assert (back["undone_action_id"], back["tool_name"]) == (first, "undo_start_maintenance")
    assert banners(here) == {"2": "two"}
    again = await here.runner.undo(first, here.session())
    assert again.failure() == UndoRefused("already_undone")
    assert await here.container.confirmations().undone(str(here.conversation_id)) == (first,)
    await time_passes(here, timedelta(hours=1, minutes=59))
    assert banners(here) == {"2": "two"}
    await time_passes(here, timedelta(minutes=1))
    assert banners(here) == {}
    assert untouched(here)
    assert second


async def test_banner_beneath_shows_again_and_ends_at_its_own_time() -> None:
    here = world_of(start("one", "1", "2", until="3h"), start("two", "1", until="1h"))
    await acted(here)
    second = await acted(here)
    assert banners(here) == {"1": "two", "2": "one"}
    card = (await undone(here, second))["card"]
    (field,) = card["plan"]["resources"][0]["fields"]
    assert ("two" in field["old"], "one" in field["new"]) == (True, True)
    assert "shows again" in card["plan"]["summary"]
    assert banners(here) == {"1": "one", "2": "one"}
    await time_passes(here, timedelta(hours=2))
    assert banners(here) == {"1": "one", "2": "one"}
    await time_passes(here, timedelta(hours=1))
    assert banners(here) == {}
    assert untouched(here)


async def test_undo_of_what_stands_beneath_changes_no_dashboard() -> None:
    here = world_of(start("one", "1"), start("two", "1"))
    first, second = await acted(here), await acted(here)
    back = await undone(here, first)
    assert back["card"]["plan"]["resources"] == []
    assert banners(here) == {"1": "two"}
    await undone(here, second)
    assert banners(here) == {}
    assert untouched(here)


async def test_overlapping_windows_end_one_by_one_by_themselves() -> None:
    here = world_of(start("long", "1", until="3h"), start("short", "1", until="1h"))
    await acted(here)
    await acted(here)
    await time_passes(here, timedelta(hours=1))
    assert banners(here) == {"1": "long"}
    await time_passes(here, timedelta(hours=2))
    assert banners(here) == {}
    assert untouched(here)


async def test_an_edit_meanwhile_survives_the_banner_beneath() -> None:
    here = world_of(start("one", "1"), start("two", "1"))
    await acted(here)
    second = await acted(here)
    nodes = json.loads(here.dev.layouts["1"] or "")
    nodes["HEADER_ID"] = {"type": "HEADER", "id": "HEADER_ID", "meta": {"text": "Edited"}}
    here.dev.layouts["1"] = json.dumps(nodes)
    await undone(here, second)
    assert banners(here) == {"1": "one"}
    await time_passes(here, timedelta(hours=2))
    left = json.loads(here.dev.layouts["1"] or "")
    assert left["HEADER_ID"]["meta"]["text"] == "Edited"
    assert banners(here) == {}


async def test_undo_of_what_ended_by_itself_is_no_change_and_marked() -> None:
    here = world_of(start("one", "1", until="1h"))
    action = await acted(here)
    await time_passes(here, timedelta(hours=1))
    events = await asked_undo(here, action)
    assert "confirm_required" not in types(events)
    end = only(events, "tool_end")
    assert end["summary"].startswith("No change")
    assert end["undone_action_id"] == action
    again = await here.runner.undo(action, here.session())
    assert again.failure() == UndoRefused("already_undone")


async def test_undo_of_an_end_opens_the_same_windows_again() -> None:
    here = world_of(
        start("one", "1", "2", until="1h"),
        start("two", "1", until="3h"),
        call("end_maintenance"),
    )
    first = await acted(here)
    await acted(here)
    end = await acted(here)
    assert banners(here) == {}
    back = await undone(here, end)
    assert back["undone_action_id"] == end
    assert banners(here) == {"1": "two", "2": "one"}
    # The first start may still be undone: its window is what it was.
    await undone(here, first)
    assert banners(here) == {"1": "two"}
    await time_passes(here, timedelta(hours=3))
    assert banners(here) == {}
    assert untouched(here)


async def test_undo_of_an_end_leaves_down_what_is_over_and_what_others_put_up() -> None:
    here = world_of(
        start("short", "1", until="1h"),
        start("long", "2", "3", until="9h"),
        call("end_maintenance"),
        start("new", "3"),
    )
    for _ in range(2):
        await acted(here)
    end = await acted(here)
    await acted(here)
    here.clock.advance(timedelta(hours=1))
    card = (await undone(here, end))["card"]
    assert banners(here) == {"2": "long", "3": "new"}
    past, another = card["plan"]["warnings"]
    assert past.startswith("One maintenance would have ended by now")
    assert another.startswith("“Customers” is left alone: another maintenance banner")


async def test_undo_of_an_end_without_a_window_puts_the_found_banner_up() -> None:
    here = world_of(start("one", "1"), call("end_maintenance"))
    await acted(here)
    windows = here.container.maintenance()
    for window in await windows.all():
        await windows.remove(window.id)
    end = await acted(here)
    await undone(here, end)
    assert banners(here) == {"1": "one"}
    assert len(await windows.all()) == 1


async def test_undo_of_an_end_whose_time_is_over_is_no_change() -> None:
    here = world_of(start("one", "1", until="1h"), call("end_maintenance"))
    await acted(here)
    end = await acted(here)
    here.clock.advance(timedelta(hours=2))
    told = only(await asked_undo(here, end), "tool_end")
    assert told["summary"].startswith("No change")
    assert told["undone_action_id"] == end
    assert banners(here) == {}
