"""Several calls at once: reads side by side, writes one question after the other."""

import asyncio

from application.ports.turn_runner import Message
from application.toolkit.failure import FailureKind, ToolFailure
from domain.confirmation import Verdict
from domain.risk import ToolRisk
from turns.stand_ins import DONE, StandIn
from turns.world import World, call, every, only, types


async def test_reads_run_side_by_side_and_one_that_fails_spoils_none() -> None:
    slow = StandIn("slow", is_open=False)
    bad = StandIn("bad", outcome=ToolFailure(DONE, FailureKind.FINAL))
    quick = StandIn("quick")
    world = World(
        [[call("slow"), call("bad"), call("quick")], "Two of three."],
        more_tools=[slow.tool, bad.tool, quick.tool],
    )
    handle = await world.begin(Message("all", env_id="ss-dev"))
    await asyncio.wait_for(slow.began.wait(), 5)
    await asyncio.wait_for(quick.finished.wait(), 5)
    assert not slow.ended
    slow.gate.set()
    events = await world.until_done(handle)
    assert len(every(events, "tool_end")) == 2
    assert only(events, "tool_error")["tool_name"] == "bad"
    assert only(events, "done")["finish_reason"] == "stop"


async def test_results_stand_in_the_order_of_the_calls() -> None:
    first = StandIn("first", is_open=False, outcome="1")
    second = StandIn("second", outcome="2")
    world = World([[call("first"), call("second")], "."], more_tools=[first.tool, second.tool])
    handle = await world.begin(Message("both", env_id="ss-dev"))
    await asyncio.wait_for(second.finished.wait(), 5)
    first.gate.set()
    await world.until_done(handle)
    history = world.scripted.requests[1].messages
    proposed = next(message for message in history if message.calls)
    assert [m.call_id for m in history[-2:]] == [c.call_id for c in proposed.calls]


def batch() -> list[object]:
    return [
        call("search_dashboards", query="a"),
        call("delete_dashboard", dashboard_id="1"),
        call("delete_dashboard", dashboard_id="3"),
    ]


async def test_writes_of_a_batch_are_asked_one_by_one_in_order() -> None:
    world = World([batch(), "Both gone."])  # type: ignore[list-item]
    events = await world.send("delete 1 and 3")
    assert types(events)[2:] == ["tool_start", "tool_end", "confirm_required", "done"]
    assert only(events, "confirm_required")["metadata"]["target"]["id"] == "1"
    events = await world.decide()
    assert types(events) == [
        "confirm_resolved",
        "tool_start",
        "tool_end",
        "confirm_required",
        "done",
    ]
    assert only(events, "confirm_required")["metadata"]["target"]["id"] == "3"
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "tool_start", "tool_end", "token", "done"]
    assert set(world.dev.dashboards) == {"2"}
    assert len(world.scripted.requests) == 2
    assert not every(await world.said(), "turn_started")[1:]


async def test_refusing_one_does_not_refuse_the_other() -> None:
    world = World([batch(), "One gone."])  # type: ignore[list-item]
    await world.send("delete 1 and 3")
    events = await world.decide(Verdict.DENY)
    assert types(events) == ["confirm_resolved", "tool_cancelled", "confirm_required", "done"]
    events = await world.decide()
    assert only(events, "tool_end")
    assert set(world.dev.dashboards) == {"1", "2"}


async def test_a_later_plan_is_made_after_the_earlier_call_ran() -> None:
    one = StandIn("change", ToolRisk.WRITE)
    world = World(
        [[call("change", word="a"), call("change", word="b")], "."], more_tools=[one.tool]
    )
    await world.send("both")
    first = await world.waiting()
    await world.decide()
    second = await world.waiting()
    # The stand-in's plan rests on how often it ran, so a stale one would not hold.
    events = await world.decide()
    assert only(events, "confirm_resolved")["decision"] == "approve"
    assert one.runs == ["a", "b"]
    assert first["confirmation_id"] != second["confirmation_id"]


async def test_the_second_of_two_calls_for_one_target_is_planned_anew() -> None:
    twice = [call("delete_dashboard", dashboard_id="1"), call("delete_dashboard", dashboard_id="1")]
    world = World([twice, "Gone."])
    await world.send("delete 1, twice")
    events = await world.decide()
    assert types(events) == [
        "confirm_resolved",
        "tool_start",
        "tool_end",
        "tool_error",
        "token",
        "done",
    ]
    assert world.dev.calls["dashboards.delete"] == 1


async def test_a_second_proposal_after_an_approval_asks_again() -> None:
    """G13: the same turn, another question; nothing carries over."""
    world = World(
        [
            [call("delete_dashboard", dashboard_id="1")],
            [call("delete_dashboard", dashboard_id="3")],
            "Both gone.",
        ]
    )
    await world.send("delete")
    events = await world.decide()
    assert types(events) == [
        "confirm_resolved",
        "tool_start",
        "tool_end",
        "confirm_required",
        "done",
    ]
    assert set(world.dev.dashboards) == {"2", "3"}
    events = await world.decide()
    assert types(events)[-2:] == ["token", "done"]
    ends = every(await world.said(), "done")
    assert [end["finish_reason"] for end in ends] == [
        "awaiting_confirmation",
        "awaiting_confirmation",
        "stop",
    ]


async def test_a_resume_asks_the_model_nothing_anew() -> None:
    """G01: nothing that came before the wait happens twice."""
    world = World([batch(), "Done."])  # type: ignore[list-item]
    await world.send("delete 1 and 3")
    await world.decide()
    await world.decide()
    said = await world.said()
    starts = [event["call_id"] for event in every(said, "tool_start")]
    assert len(starts) == len(set(starts)) == 3
    assert len(world.scripted.requests) == 2
    assert world.dev.calls["dashboards.delete"] == 2
    assert len(world.audited("execution")) == 2
    assert len(world.audited("decision")) == 2
