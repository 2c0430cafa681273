"""
Killed before and after every single write of a turn, and again during the recovery from it.

tests/kills does the same to a whole process, at the points that matter most; this knows them all.
"""

from typing import Any

import pytest

from application.ports.turn_runner import Message
from domain.confirmation import Decision, Verdict
from turns.dying import Dying
from turns.world import Json, World, call, every, only

DELETE = call("delete_dashboard", dashboard_id="1")
AT_MOST = 60


def next_life(world: World) -> World:
    """The service after a start: what it had written, and nothing else."""
    after = World(
        ["Hello again.", "Hello again."],
        tables=world.tables,
        dev=world.dev,
        records=world.records,
        checkpoints=world.checkpoints,
    )
    after.clock._made = world.clock._made + 1000
    after.conversation_id = world.conversation_id or next(iter(world.tables.conversations), None)
    after.audit.lines.extend(world.audit.lines)
    return after


async def asked(at: int, *, after: bool) -> Dying:
    """A service in which a deletion waits, and which dies at a write of what comes next."""
    world = World([[DELETE], "It is done."])
    await world.send("delete")
    return Dying(world, at, after=after)


async def decide(dying: Dying, verdict: Verdict) -> bool:
    world = dying.world
    card = await world.waiting()
    decision = Decision(verdict, "local:ann", card["digest"])  # type: ignore[arg-type]
    return await dying.live(world.try_decide(card, decision))


async def told(world: World, verdict: Verdict) -> None:
    """Nothing ran twice, nothing is lost silently, and the conversation goes on."""
    await world.settle()
    said = await world.said()
    ran = world.dev.calls["dashboards.delete"]
    assert ran == int("1" not in world.dev.dashboards) <= 1
    waits = await world.container.confirmations().waiting(str(world.conversation_id))
    assert await world.container.confirmations().cut_off() == ()
    if waits is not None:
        assert not ran
        await world.decide(verdict)
    else:
        check_told(said, ran=bool(ran), verdict=verdict)
        if ran:
            assert [f for f in world.audited("execution") if f["outcome"] in {"done", "unknown"}]
    events = await world.send("hello")
    assert only(events, "done")["text"] == "Hello again."
    assert world.dev.calls["dashboards.delete"] <= 1


def check_told(said: list[Json], *, ran: bool, verdict: Verdict) -> None:
    ends = [e for e in said if e["type"] in {"tool_end", "tool_error", "tool_cancelled"}]
    assert len(every(said, "confirm_resolved")) == 1
    assert len(ends) == 1
    if ran:
        assert ends[0]["type"] == "tool_end" or ends[0]["status_unknown"]
    if verdict is Verdict.DENY:
        assert ends[0]["type"] == "tool_cancelled"


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("verdict", [Verdict.APPROVE, Verdict.DENY])
async def test_killed_at_any_write_of_a_decision(verdict: Verdict, after: bool) -> None:
    for at in range(1, AT_MOST):
        dying = await asked(at, after=after)
        if await decide(dying, verdict):
            assert at > 8
            return
        alive = next_life(dying.world)
        await alive.runner.recover()
        await told(alive, verdict)
    raise AssertionError("it never lived through")


@pytest.mark.parametrize("at", range(1, 14))
@pytest.mark.parametrize("verdict", [Verdict.APPROVE, Verdict.DENY])
async def test_killed_again_at_any_write_of_the_recovery(verdict: Verdict, at: int) -> None:
    for again in range(1, AT_MOST):
        first = await asked(at, after=True)
        if await decide(first, verdict):
            return
        second = Dying(next_life(first.world), again, after=again % 2 == 0)
        lived: Any = await second.live(second.world.runner.recover())
        third = next_life(second.world)
        await third.runner.recover()
        await told(third, verdict)
        if lived:
            return
    raise AssertionError("it never recovered")


@pytest.mark.parametrize("after", [False, True])
async def test_killed_at_any_write_of_a_message(after: bool) -> None:
    for at in range(1, AT_MOST):
        world = World([[DELETE], "It is done."])
        dying = Dying(world, at, after=after)
        message = Message("delete", None, None, "ss-dev")
        lived = await dying.live(world.runner.start(message, world.session()))
        if not world.tables.turns:
            continue
        alive = next_life(world)
        await alive.runner.recover()
        await alive.settle()
        assert not world.dev.calls["dashboards.delete"]
        confirmations = alive.container.confirmations()
        if await confirmations.waiting(str(alive.conversation_id)) is not None:
            assert only(await alive.decide(), "tool_end")
        assert only(await alive.send("hello"), "done")["text"] == "Hello again."
        if lived:
            return
    raise AssertionError("it never lived through")
