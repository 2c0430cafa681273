"""Cancel stops what may be stopped; a write that has begun is let end."""

import asyncio

import pytest

from application.ports.turn_runner import Message
from domain.confirmation import ConfirmationState, Outcome
from domain.risk import ToolRisk
from turns.stand_ins import HaltingModel, StandIn
from turns.world import World, call, every, only, types

CHANGE = call("change", word="a")


async def test_cancel_while_the_model_speaks_keeps_what_it_said() -> None:
    model = HaltingModel(["Let me ", "think"], [call("delete_dashboard", dashboard_id="1")])
    world = World([], given_model=model)
    handle = await world.begin(Message("hi", env_id="ss-dev"))
    await model.spoke.wait()
    await world.cancel()
    events = await world.until_done(handle)
    assert types(events)[2:] == ["token", "done"]
    done = only(events, "done")
    assert (done["finish_reason"], done["text"]) == ("cancelled", "Let me think")
    assert model.is_closed
    kept = world.tables.messages[str(world.conversation_id)]
    assert [message.content for message in kept] == ["hi", "Let me think …"]
    assert not world.tables.confirmations


async def test_cancel_while_reads_run_ends_each_of_them_once() -> None:
    quick, slow = StandIn("quick"), StandIn("slow", is_open=False)
    world = World(
        [[call("quick"), call("slow"), call("delete_dashboard", dashboard_id="1")], "Hello."],
        more_tools=[quick.tool, slow.tool],
    )
    handle = await world.begin(Message("both", env_id="ss-dev"))
    await asyncio.gather(quick.finished.wait(), slow.began.wait())
    while not every(await world.said(), "tool_end"):  # noqa: ASYNC110  # no event says it
        await asyncio.sleep(0)
    await world.cancel()
    events = await world.until_done(handle)
    assert [e["tool_name"] for e in every(events, "tool_end")] == ["quick"]
    cancelled = [e["tool_name"] for e in every(events, "tool_cancelled")]
    assert cancelled == ["slow", "delete_dashboard"]
    assert not slow.ended
    assert only(await world.send("and now?"), "done")["text"] == "Hello."


async def test_cancel_while_a_write_runs_waits_for_its_end() -> None:
    write = StandIn("change", ToolRisk.WRITE, is_open=False)
    world = World([[CHANGE, call("change", word="b")], "Never said."], more_tools=[write.tool])
    await world.send("change")
    card = await world.waiting()
    decided = await world.try_decide(card)
    await write.began.wait()
    cancelling = asyncio.create_task(world.cancel())
    await asyncio.sleep(0.01)
    assert not cancelling.done()
    write.gate.set()
    await cancelling
    events = await world.until_done(decided.unwrap())
    assert types(events) == [
        "confirm_resolved",
        "tool_start",
        "tool_end",
        "tool_cancelled",
        "done",
    ]
    assert only(events, "done")["finish_reason"] == "cancelled"
    assert write.ended == ["a"]
    (record,) = world.tables.executions.values()
    assert record.outcome is Outcome.DONE


async def test_cancel_while_a_question_waits_closes_it() -> None:
    world = World([[CHANGE], "Hello."], more_tools=[StandIn("change", ToolRisk.WRITE).tool])
    await world.send("change")
    card = await world.waiting()
    await world.cancel()
    said = await world.said()
    assert types(said)[-3:] == ["confirm_resolved", "tool_cancelled", "done"]
    assert every(said, "confirm_resolved")[0]["decision"] == "cancelled"
    assert world.audited("decision")[-1]["decision"] == "cancelled"
    assert (await world.refused_decision(card)).code == "already_decided"  # type: ignore[union-attr]
    assert only(await world.send("hi"), "done")["text"] == "Hello."


@pytest.mark.parametrize("times", [1, 2, 5])
async def test_cancel_when_nothing_runs_changes_nothing(times: int) -> None:
    world = World(["Hello."])
    await world.send("hi")
    before = await world.said()
    await asyncio.gather(*(world.cancel() for _ in range(times)))
    assert await world.said() == before


async def test_two_cancels_end_a_turn_once() -> None:
    model = HaltingModel(["Hm"])
    world = World([], given_model=model)
    handle = await world.begin(Message("hi", env_id="ss-dev"))
    await model.spoke.wait()
    await asyncio.gather(world.cancel(), world.cancel())
    assert len(every(await world.until_done(handle), "done")) == 1


async def test_cancel_between_a_yes_and_its_begin_runs_nothing() -> None:
    write = StandIn("change", ToolRisk.WRITE)
    world = World([[CHANGE], "Hello."], more_tools=[write.tool])
    await world.send("change")
    decided = await world.try_decide(await world.waiting())
    await world.cancel()
    events = await world.until_done(decided.unwrap())
    assert not write.runs
    assert only(events, "done")["finish_reason"] == "cancelled"
    assert only(events, "confirm_resolved")["decision"] == "cancelled"
    (confirmation,) = world.tables.confirmations.values()
    assert confirmation.state is ConfirmationState.CLOSED
    assert only(await world.send("hi"), "done")["text"] == "Hello."


async def test_a_cancel_at_any_moment_leaves_a_usable_conversation() -> None:
    """Step by step through a whole turn with a read, a question and a write."""
    for steps in range(0, 120, 7):
        write, read = StandIn("change", ToolRisk.WRITE), StandIn("look")
        world = World(
            [[call("look"), CHANGE], "Done.", *["Hello."] * 3], more_tools=[write.tool, read.tool]
        )
        await world.begin(Message("go", env_id="ss-dev"))
        for _ in range(steps):
            await asyncio.sleep(0)
        waiting = await world.container.confirmations().waiting(str(world.conversation_id))
        if waiting is not None:
            await world.try_decide(dict(waiting.metadata))
            for _ in range(steps // 2):
                await asyncio.sleep(0)
        await world.cancel()
        await world.settle()
        states = {one.state for one in world.tables.confirmations.values()}
        assert states <= {ConfirmationState.CLOSED, ConfirmationState.EXECUTED}, steps
        assert len(world.tables.executions) == len(write.runs), steps
        events = await world.send("hello")
        # How much of the script is left depends on how far the first turn came.
        assert only(events, "done")["finish_reason"] in {"stop", "awaiting_confirmation"}, steps
        assert not every(events, "error"), steps
