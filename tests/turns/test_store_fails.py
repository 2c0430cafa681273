"""A store takes nothing for a while: no write is told wrongly, and every turn ends."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from application.ports.store import StoreUnavailable
from application.ports.turn_runner import Message
from domain.conversation import TurnState
from turns.stand_ins import StandIn
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")


@contextmanager
def failing(
    store: object, method: str, times: int = 1, when: Json = lambda *_: True
) -> Iterator[list[Json]]:
    """Let a method of a store raise at some of its calls; what it was called with then."""
    real = getattr(store, method)
    refused: list[Json] = []

    async def broken(*args: Json) -> Json:
        if len(refused) < times and when(*args):
            refused.append(args)
            raise StoreUnavailable("disk full")
        return await real(*args)

    setattr(store, method, broken)
    try:
        yield refused
    finally:
        setattr(store, method, real)


async def asked() -> World:
    world = World([[DELETE], "Hello again."])
    await world.send("delete")
    return world


@pytest.mark.parametrize("where", ["audit", "results", "record"])
async def test_a_write_that_ran_and_could_not_be_told_is_unknown(where: str) -> None:
    """ "Send the message again" would be the worst advice for a deletion that happened."""
    world = await asked()
    confirmations = world.container.confirmations()
    broken = {
        "audit": failing(world.audit, "append", when=lambda entry: entry.kind == "execution"),
        "results": failing(world.container.results(), "keep"),
        "record": failing(confirmations, "record"),
    }
    with broken[where] as refused:
        events = await world.decide()
    assert refused
    assert "1" not in world.dev.dashboards
    error = only(events, "tool_error")
    assert (error["is_write_tool"], error["status_unknown"]) == (True, True)
    assert "Look in Superset" in error["message"]
    assert await confirmations.cut_off() == ()
    assert "unknown" in [facts["outcome"] for facts in world.audited("execution")]
    assert only(await world.send("hello"), "done")["text"] == "Hello again."
    assert world.dev.calls["dashboards.delete"] == 1


@pytest.mark.parametrize("times", [1, 2, 3, 5])
async def test_a_turn_whose_end_cannot_be_written_ends_when_it_can(times: int) -> None:
    world = await asked()
    with failing(world.container.confirmations(), "record", times):
        events = await world.decide()
    assert only(events, "tool_error")["status_unknown"] is True
    assert types(events)[-2:] == ["error", "done"]
    assert world.dev.calls["dashboards.delete"] == 1
    assert only(await world.send("hello"), "done")["text"] == "Hello again."


@pytest.mark.parametrize("after", range(12))
async def test_an_event_log_that_fails_at_any_event_ends_every_turn_once(after: int) -> None:
    world = await asked()
    seen = []

    def is_due(*args: Json) -> bool:
        seen.append(args)
        return len(seen) > after

    with failing(world.container.feed(), "append", 2, is_due):
        decided = await world.try_decide(await world.waiting())
        await world.until_done(decided.unwrap())
    assert await world.container.confirmations().cut_off() == ()
    assert world.dev.calls["dashboards.delete"] <= 1
    ran = world.dev.calls["dashboards.delete"] == 1
    said = await world.said()
    ends = [e for e in said if e["type"] in {"tool_end", "tool_error"}]
    assert len(ends) == 1
    if ran:
        assert ends[0].get("status_unknown", True)
    await world.send("hello")


@pytest.mark.parametrize("method", ["move", "append"])
async def test_a_question_whose_turn_could_not_be_noted_still_waits(method: str) -> None:
    world = World([[DELETE], "."])
    with failing(world.container.turns(), method, 1, lambda _, what, *__: what is not None):
        events = await world.send("delete")
    if every(events, "confirm_required"):
        assert only(await world.decide(), "tool_end")
        assert "1" not in world.dev.dashboards


async def test_a_turn_that_waits_for_the_store_is_ended_by_a_cancel() -> None:
    look = StandIn("look", is_open=False)
    world = World([[call("look")], "Hello again."], more_tools=[look.tool])
    handle = await world.begin(Message("look", env_id="ss-dev"))
    await look.began.wait()
    with failing(world.container.feed(), "append", 10**9) as refused:
        look.gate.set()
        await look.finished.wait()
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(refused) > 5
        with pytest.raises(StoreUnavailable):
            await world.cancel()
    await world.cancel()
    events = await world.until_done(handle)
    assert len(every(events, "done")) == 1
    assert only(await world.send("hello"), "done")["text"] == "Hello again."


async def test_a_turn_that_never_got_its_task_is_ended_by_a_cancel() -> None:
    world = World(["Hello.", "Hello again."])
    await world.send("hi")
    with (
        failing(world.container.feed(), "last_seq"),
        pytest.raises(StoreUnavailable),
    ):
        await world.refused_message("lost")
    turns = list(world.tables.turns.values())
    assert turns[-1].state is TurnState.RUNNING
    await world.cancel()
    assert only(await world.send("hello"), "done")["text"] == "Hello again."
