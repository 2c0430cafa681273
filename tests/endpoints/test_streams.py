"""Event streams over a real socket: leaving, coming back, silence, and the end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import httpx
import pytest

from adapters.sse.fan_out import FanOut
from endpoints.listening import listening
from endpoints.service import MESSAGES, Frame, Person, conversation, frames_of, kinds, problem
from entrypoints.http import streams
from turns.stand_ins import HaltingModel, StandIn
from turns.world import World, call


@asynccontextmanager
async def _stream(person: Person, path: str, **headers: str) -> AsyncIterator[httpx.Response]:
    sent = {**person.headers, **headers}
    async with person.http.stream("GET", path, headers=sent) as answer:
        assert answer.status_code == 200
        yield answer


@asynccontextmanager
async def _posted(person: Person, message: str) -> AsyncIterator[httpx.Response]:
    body = {"message": message, "env_id": "ss-dev"}
    async with person.http.stream("POST", MESSAGES, headers=person.headers, json=body) as answer:
        assert answer.status_code == 200
        yield answer


async def _frames(parts: AsyncIterator[str], at_least: int) -> list[Frame]:
    """The first frames of a stream that goes on."""
    text = ""
    async for chunk in parts:
        text += chunk
        whole = text[: text.rfind("\n\n") + 2]
        if len(frames_of(whole)) >= at_least:
            return frames_of(whole)
    raise AssertionError(f"ended early: {text}")


async def test_events_arrive_while_the_model_still_speaks() -> None:
    """E02: nothing on the way waits for the end of the stream."""
    model = HaltingModel(["Well", ", "])
    async with listening(World([], given_model=model)) as (service, _):
        async with _posted(service.person(), "hello") as answer:
            frames = await asyncio.wait_for(_frames(answer.aiter_text(), 3), 5)
            assert kinds(frames) == ["turn_started", "pipeline_result", "token"]
        model.gate.set()


async def test_who_leaves_loses_nothing() -> None:
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world) as (service, _):
        ann = service.person()
        async with _posted(ann, "work") as answer:
            seen = await _frames(answer.aiter_text(), 3)
        address = conversation(seen[0].data)
        feed = cast("FanOut", world.container.feed())
        async with asyncio.timeout(5):
            while feed.followers(seen[0].data["conversation_id"]):  # noqa: ASYNC110  # no event for it
                await asyncio.sleep(0.01)
        assert (await ann.get(address))["state"] == "running"
        async with _stream(ann, f"{address}/events", **{"Last-Event-ID": "2"}) as again:
            slow.gate.set()
            rest = frames_of("".join([part async for part in again.aiter_text()]))
        assert [f.seq for f in rest] == list(range(3, 3 + len(rest)))
        assert kinds(rest) == ["tool_start", "tool_end", "token", "done"]
        everything = await ann.ask("GET", f"{address}/events?follow=false")
        assert frames_of(everything.text) == seen[:2] + rest


async def test_a_stream_that_follows_ends_at_once_when_nothing_runs() -> None:
    async with listening(World(["Hello."])) as (service, _):
        ann = service.person()
        frames = await ann.say("hello")
        address = f"{conversation(frames[0].data)}/events"
        for last, expected in ((0, frames), (2, frames[2:]), (frames[-1].seq, []), (2**53, [])):
            began = asyncio.get_running_loop().time()
            answer = await ann.ask("GET", address, headers={"Last-Event-ID": str(last)})
            assert frames_of(answer.text) == expected
            assert asyncio.get_running_loop().time() - began < 0.8


async def test_a_stream_that_follows_ends_right_after_done() -> None:
    model = HaltingModel(["Well"])
    async with listening(World([], given_model=model)) as (service, _):
        ann = service.person()
        posted = asyncio.create_task(ann.say("hello"))
        await model.spoke.wait()
        (running,) = (await ann.get("/api/agent/conversations"))["items"]
        address = f"/api/agent/conversations/{running['id']}/events"
        followers = [asyncio.create_task(ann.ask("GET", address)) for _ in range(3)]
        await asyncio.sleep(0.2)
        model.gate.set()
        frames = await posted
        answers = await asyncio.wait_for(asyncio.gather(*followers), 0.9)
        assert [frames_of(answer.text) for answer in answers] == [frames] * 3


async def test_a_stream_that_waits_for_a_decision_ends() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1")], "Deleted."])
    async with listening(world) as (service, _):
        ann = service.person()
        frames = await ann.say("delete dashboard 1")
        answer = await ann.ask("GET", f"{conversation(frames[0].data)}/events")
        assert frames_of(answer.text) == frames


async def test_a_silent_tool_does_not_look_like_a_dead_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """E08: comments, at least every 15 s, between events and never inside one."""
    assert streams.PING_S <= 15
    monkeypatch.setattr(streams, "PING_S", 0.05)
    monkeypatch.setattr(streams, "_LOOK_S", 0.02)
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world) as (service, _):
        posted = asyncio.create_task(
            service.person().ask("POST", MESSAGES, {"message": "work", "env_id": "ss-dev"})
        )
        await slow.began.wait()
        await asyncio.sleep(0.4)
        slow.gate.set()
        text = (await posted).text
        assert text.count("\n: ping\n") >= 3
        assert kinds(frames_of(text))[-1] == "done"


async def test_a_stop_ends_open_streams_at_once() -> None:
    model = HaltingModel(["Well"])
    async with (
        listening(World([], given_model=model)) as (service, server),
        _posted(service.person(), "hello") as answer,
    ):
        parts = answer.aiter_text()
        await _frames(parts, 3)
        began = asyncio.get_running_loop().time()
        server.should_exit = True
        rest = [part async for part in parts]
        assert asyncio.get_running_loop().time() - began < 1.5
        assert rest == [], "no end is made up: the turn is told so at the next start"


async def test_a_deleted_conversation_ends_its_streams() -> None:
    model = HaltingModel(["Well"])
    async with listening(World([], given_model=model)) as (service, _):
        ann = service.person()
        async with _posted(ann, "hello") as answer:
            parts = answer.aiter_text()
            (first, *_) = await _frames(parts, 3)
            assert (await ann.ask("DELETE", conversation(first.data))).status_code == 204
            frames = frames_of("".join([part async for part in parts]))
            assert kinds(frames)[-1:] == ["done"]
        problem(await ann.ask("GET", conversation(first.data)), 404, "conversation_unknown")


@pytest.mark.parametrize("last", ["-1", "x", "1.5", "", "9" * 30])
async def test_a_last_event_id_is_a_number(last: str) -> None:
    async with listening(World(["Hello."])) as (service, _):
        ann = service.person()
        frames = await ann.say("hello")
        address = f"{conversation(frames[0].data)}/events?follow=false"
        answer = await ann.ask("GET", address, headers={"Last-Event-ID": last})
        problem(answer, 422, "invalid_request")
