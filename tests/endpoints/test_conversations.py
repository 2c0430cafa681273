"""A person's conversations: listed, found, renamed, removed."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from domain.roles import Role
from endpoints.service import MESSAGES, Json, Service, conversation, frames_of, problem, serving
from turns.stand_ins import HaltingModel
from turns.world import World

LIST = "/api/agent/conversations"


@pytest.fixture
async def talking() -> AsyncIterator[Service]:
    """A model that only answers."""
    async with serving(World([f"Answer {n}." for n in range(9)])) as ready:
        yield ready


async def test_nobody_begins_with_conversations(talking: Service) -> None:
    assert await talking.person().get(LIST) == {"items": [], "total": 0}


async def test_a_conversation_is_named_by_its_first_message(talking: Service) -> None:
    frames = await talking.person().say("  Покажи\n продажи ")
    (item,) = (await talking.person().get(LIST))["items"]
    assert item == {
        "id": frames[0].data["conversation_id"],
        "title": "Покажи продажи",
        "state": "idle",
        "env_id": "ss-dev",
        "created_at": "2026-11-30T12:00:00.000Z",
        "updated_at": "2026-11-30T12:00:00.000Z",
    }


async def test_one_conversation_tells_its_turns(talking: Service) -> None:
    ann = talking.person(Role.VIEWER, language="ru")
    frames = await ann.say("привет", message_id="m1", uicontext={"objectType": "dataset"})
    whole = await ann.get(conversation(frames[0].data))
    assert (whole["language"], whole["last_event_id"]) == ("ru", frames[-1].seq)
    assert whole["confirmation"] is None
    (turn,) = whole["turns"]
    assert (turn["message"], turn["message_id"], turn["finish_reason"]) == ("привет", "m1", "stop")
    assert turn["uicontext"]["objectType"] == "dataset"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 2),
        ("ПРОДАЖИ", 1),
        ("answer 1", 1),
        ("nowhere", 0),
        ("%", 0),
        ("_", 0),
        ("\x00", 0),
        ("' OR 1=1 --", 0),
    ],
)
async def test_conversations_are_searched_in_any_case(
    talking: Service, query: str, found: int
) -> None:
    ann = talking.person()
    await ann.say("Покажи продажи")
    await ann.say("hello")
    assert (await ann.get(LIST, q=query))["total"] == found


async def test_a_conversation_gets_another_title(talking: Service) -> None:
    ann = talking.person()
    address = conversation((await ann.say("hello"))[0].data)
    answer = await ann.ask("PATCH", address, {"title": "  План 2026 🦊 "})
    assert answer.json()["title"] == "План 2026 🦊"
    assert (await ann.get(address))["title"] == "План 2026 🦊"


@pytest.mark.parametrize("title", ["", "  ", "x" * 201, None, 5, "\ud800", ["x"]])
async def test_a_title_that_is_none_changes_nothing(talking: Service, title: Json) -> None:
    ann = talking.person()
    address = conversation((await ann.say("hello"))[0].data)
    problem(await ann.ask("PATCH", address, {"title": title}), 422, "invalid_request")
    assert (await ann.get(address))["title"] == "hello"


async def test_what_is_removed_is_gone_with_its_events_and_results(service: Service) -> None:
    ann = service.person()
    frames = await ann.say("find sales")
    address = conversation(frames[0].data)
    (result,) = [f.data["result_url"] for f in frames if f.type == "tool_end"]
    assert (await ann.ask("DELETE", address)).status_code == 204
    for gone in (address, f"{address}/events?follow=false"):
        problem(await ann.ask("GET", gone), 404, "conversation_unknown")
    problem(await ann.ask("GET", result), 404, "result_unknown")
    problem(await ann.ask("DELETE", address), 404, "conversation_unknown")
    assert await service.world.container.feed().replay(frames[0].data["conversation_id"]) == ()
    body = {"message": "again", "conversation_id": frames[0].data["conversation_id"]}
    problem(await ann.ask("POST", MESSAGES, body), 404, "conversation_unknown")


async def test_removing_drops_what_waits(deleting: Service) -> None:
    ann = deleting.person()
    card = (await ann.say("delete dashboard 1"))[2].data
    assert (await ann.ask("DELETE", conversation(card))).status_code == 204
    problem(await ann.decide(card), 404, "conversation_unknown")
    assert "1" in deleting.world.dev.dashboards


async def test_cancelling_stops_what_runs() -> None:
    model = HaltingModel(["Well"])
    async with serving(World([], given_model=model)) as service:
        ann = service.person()
        posted = asyncio.create_task(ann.ask("POST", MESSAGES, {"message": "hello"}))
        await model.spoke.wait()
        (running,) = (await ann.get(LIST))["items"]
        assert (await ann.ask("POST", f"{LIST}/{running['id']}/cancel")).status_code == 204
        frames = frames_of((await posted).text)
        assert frames[-1].data["finish_reason"] == "cancelled"
        assert model.is_closed
