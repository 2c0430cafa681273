"""One turn of a conversation at a time; a message sent twice is one message."""

import asyncio

from returns.result import Failure

from application.ports.turn_runner import ConfirmationWaits, Message
from domain.conversation import TurnRefused
from turns.stand_ins import StandIn
from turns.world import World, call, every, only, types

DELETES = [call("delete_dashboard", dashboard_id=number) for number in ("1", "2", "3")]


async def test_a_message_while_a_question_waits_is_refused_with_its_card() -> None:
    """G05: nothing is appended behind calls that nobody answered."""
    world = World([[DELETES[0]], "."])
    await world.send("delete 1")
    refused = await world.refused_message("а какие там графики?")
    assert isinstance(refused, ConfirmationWaits)
    assert refused.confirmation.metadata["target"] == (await world.waiting())["target"]
    assert len(world.tables.messages[str(world.conversation_id)]) == 2


async def test_cancelling_and_sending_answers_every_open_call() -> None:
    """H06: three that wait, and the person wants something else."""
    world = World([DELETES, "Here is the list."])
    await world.send("delete all three")
    await world.cancel()
    said = await world.said()
    assert types(said)[-5:] == ["confirm_resolved", *["tool_cancelled"] * 3, "done"]
    events = await world.send("stop, show me the list first")
    assert only(events, "done")["text"] == "Here is the list."
    answers = [m for m in world.scripted.requests[-1].messages if m.role == "tool"]
    assert len(answers) == 3
    assert all("cancelled" in answer.content for answer in answers)
    assert len(world.dev.dashboards) == 3


async def test_a_message_while_a_turn_runs_is_refused() -> None:
    look = StandIn("look", is_open=False)
    world = World([[call("look")], "Seen."], more_tools=[look.tool])
    handle = await world.begin(Message("look", env_id="ss-dev"))
    await look.began.wait()
    assert await world.refused_message("and?") == TurnRefused("turn_running")
    look.gate.set()
    events = await world.until_done(handle)
    assert only(events, "done")["finish_reason"] == "stop"


async def test_of_two_messages_at_once_one_is_taken() -> None:
    """G14: no interleaving, no lost message."""
    world = World(["Hello.", "One.", "Two."])
    await world.send("hi")
    messages = [Message(text, None, world.conversation_id, "ss-dev") for text in ("a", "b")]
    both = await asyncio.gather(*(world.runner.start(m, world.session()) for m in messages))
    await world.settle()
    refused = [answer.failure() for answer in both if isinstance(answer, Failure)]
    assert refused == [TurnRefused("turn_running")]
    roles = [message.role for message in world.tables.messages[str(world.conversation_id)]]
    assert roles == ["user", "assistant", "user", "assistant"]


async def test_a_repeated_message_is_its_first_turn() -> None:
    """E11."""
    world = World(["Hello.", "Never said."])
    await world.send("hi", message_id="m1")
    again = await world.runner.start(
        Message("hi", "m1", world.conversation_id, "ss-dev"), world.session()
    )
    handle = again.unwrap()
    events = await world.until_done(handle)
    assert only(events, "done")["text"] == "Hello."
    assert only(events, "turn_started")
    assert len(world.tables.turns) == 1
    assert len(world.scripted.requests) == 1


async def test_a_repeated_first_message_leaves_no_empty_conversation() -> None:
    world = World(["Hello.", "Never said."])
    first = await world.begin(Message("hi", "m1", None, "ss-dev"))
    second = await world.begin(Message("hi", "m1", None, "ss-dev"))
    await world.settle()
    assert second.conversation_id == first.conversation_id
    assert list(world.tables.conversations) == [first.conversation_id]


async def test_a_repeated_message_that_waits_shows_its_question() -> None:
    world = World([[DELETES[0]], "."])
    await world.send("delete", message_id="m1")
    again = await world.runner.start(
        Message("delete", "m1", world.conversation_id, "ss-dev"), world.session()
    )
    events = await world.until_done(again.unwrap())
    assert every(events, "confirm_required")
    assert len(world.tables.confirmations) == 1


async def test_a_message_right_behind_the_end_of_a_turn_is_taken() -> None:
    """The last event is seen before the turn's task has ended."""
    world = World([f"Answer {number}." for number in range(20)])
    await world.send("0")
    for number in range(1, 20):
        handle = await world.begin(Message(str(number), None, world.conversation_id, "ss-dev"))
        async for event in world.container.feed().follow(handle.conversation_id, handle.after):
            if event.type == "done":
                break
    await world.settle()
    assert len(world.tables.turns) == 20
