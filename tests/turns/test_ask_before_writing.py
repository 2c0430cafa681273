"""Whole turns that change something: asked, decided, done once."""

import asyncio

from returns.result import Failure

from domain.confirmation import Decision, Verdict
from turns.world import World, call, only, types


async def test_a_read_runs_and_is_answered() -> None:
    world = World([[call("search_dashboards", query="sales")], "One dashboard."])
    events = await world.send("find sales")
    assert types(events) == [
        "turn_started",
        "pipeline_result",
        "tool_start",
        "tool_end",
        "token",
        "done",
    ]
    assert only(events, "done")["finish_reason"] == "stop"


async def test_deleting_waits_for_a_yes() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1")], "Deleted."])
    events = await world.send("delete dashboard 1")
    assert types(events) == ["turn_started", "pipeline_result", "confirm_required", "done"]
    assert only(events, "done")["finish_reason"] == "awaiting_confirmation"
    card = only(events, "confirm_required")["metadata"]
    assert card["target"]["title"] == "Sales overview"
    assert card["dangerous"] is True
    assert card["arguments"]["env_id"] == {"value": "ss-dev", "origin": "page"}
    assert card["arguments"]["dashboard_id"] == {"value": "1", "origin": "person"}


async def test_an_approved_deletion_runs_once() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1")], "Deleted."])
    await world.send("delete dashboard 1")
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "tool_start", "tool_end", "token", "done"]
    assert world.backups.archives


async def test_of_a_hundred_approvals_one_executes() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1")], "Deleted."])
    await world.send("delete dashboard 1")
    card = await world.waiting()
    session = world.session()
    decision = Decision(Verdict.APPROVE, session.caller.user, card["digest"])
    answers = await asyncio.gather(
        *(
            world.runner.decide(
                str(world.conversation_id), card["confirmation_id"], decision, session
            )
            for _ in range(100)
        )
    )
    await world.settle()
    refused = [a.failure() for a in answers if isinstance(a, Failure)]
    assert len(refused) == 99
    assert {r.code for r in refused} == {"already_decided"}


async def test_another_route_to_the_same_end_is_asked_on_its_own() -> None:
    """H14: while a deletion waits, nothing else of the turn runs; SQL that deletes is dangerous."""
    other = call("superset_execute_sql", database_id="2", sql="DELETE FROM orders")
    world = World([[call("delete_dashboard", dashboard_id="1"), other], "."])
    events = await world.send("delete dashboard 1")
    assert types(events)[-2:] == ["confirm_required", "done"]
    assert len(world.scripted.requests) == 1
    events = await world.decide(Verdict.DENY)
    card = only(events, "confirm_required")["metadata"]
    assert (card["tool_name"], card["dangerous"]) == ("superset_execute_sql", True)
    assert "1" in world.dev.dashboards
