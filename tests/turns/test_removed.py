"""A conversation is removed while everything else is asked of it at the same moment."""

import asyncio
from typing import Any

import pytest
from returns.result import Failure

from application.ports.turn_runner import Message
from domain.confirmation import ClaimRefused, Decision, Verdict
from domain.conversation import ConversationUnknown
from domain.risk import ToolRisk
from turns.stand_ins import StandIn
from turns.world import Json, World, call

DELETE = call("delete_dashboard", dashboard_id="1")


def nothing_is_left(world: World) -> None:
    assert not world.tables.conversations
    assert not world.tables.turns
    assert not any(world.tables.events.values())
    assert set(world.tables.confirmations) == set(world.tables.executions)
    assert world.runner.running() == {"turns": 0}


async def slowly_removed(world: World) -> "asyncio.Task[Any]":
    """Halfway: what ran is cancelled, and the conversation is still there."""
    conversations = world.container.conversations()
    remove, began = conversations.remove, asyncio.Event()

    async def late(*args: Json) -> Json:
        began.set()
        for _ in range(50):
            await asyncio.sleep(0)
        return await remove(*args)

    setattr(conversations, "remove", late)  # noqa: B010  # to mypy it is a method
    removing = asyncio.create_task(world.runner.remove(str(world.conversation_id), world.session()))
    await began.wait()
    return removing


async def test_a_message_that_comes_meanwhile_begins_nothing() -> None:
    world = World([[DELETE], [DELETE]])
    await world.send("delete")
    removing = await slowly_removed(world)
    message = Message("again", None, world.conversation_id, "ss-dev")
    started = await world.runner.start(message, world.session())
    assert not isinstance(await removing, Failure)
    assert isinstance(started, Failure)
    assert isinstance(started.failure(), ConversationUnknown)
    await world.settle()
    nothing_is_left(world)


async def test_an_approval_that_comes_meanwhile_runs_nothing() -> None:
    world = World([[DELETE], "."])
    await world.send("delete")
    card = await world.waiting()
    removing = await slowly_removed(world)
    assert await world.refused_decision(card) in {
        ClaimRefused("confirmation_unknown"),
        ConversationUnknown(str(world.conversation_id)),
    }
    await removing
    await world.settle()
    assert "1" in world.dev.dashboards
    nothing_is_left(world)


async def test_a_write_under_way_is_let_end_and_stays_recorded() -> None:
    write = StandIn("change", ToolRisk.WRITE, is_open=False)
    world = World([[call("change")], "."], more_tools=[write.tool])
    await world.send("change")
    await world.try_decide(await world.waiting())
    await write.began.wait()
    removing = asyncio.create_task(world.runner.remove(str(world.conversation_id), world.session()))
    await asyncio.sleep(0.01)
    assert not removing.done()
    write.gate.set()
    assert not isinstance(await removing, Failure)
    await world.settle()
    assert write.ended == [""]
    assert [facts["outcome"] for facts in world.audited("execution")] == ["done"]
    nothing_is_left(world)


@pytest.mark.parametrize("seed", range(12))
async def test_everything_at_once_leaves_one_end(seed: int) -> None:
    """Yes, no, cancel, undo, a message and the removal, in every order that the loop makes."""
    world = World([[DELETE], "Done.", "Hello.", "Hello."])
    await world.send("delete")
    card = await world.waiting()
    session, conversation_id = world.session(), str(world.conversation_id)
    deny = Decision(Verdict.DENY, "local:ann", card["digest"])
    wishes = [
        *(world.try_decide(card) for _ in range(20)),
        world.try_decide(card, deny),
        world.runner.cancel(conversation_id, session),
        world.runner.start(Message("hello", None, conversation_id, "ss-dev"), session),
        world.runner.undo(card["confirmation_id"], session),
        world.runner.remove(conversation_id, session),
    ]
    at = seed * 2
    await asyncio.gather(*wishes[at:], *wishes[:at])
    await world.runner.drain(10)
    assert world.dev.calls["dashboards.delete"] <= 1
    assert (world.dev.calls["dashboards.delete"] == 1) is ("1" not in world.dev.dashboards)
    assert await world.container.confirmations().cut_off() == ()
    assert conversation_id not in world.tables.conversations
    assert world.runner.running() == {"turns": 0}
