"""Many streams, tokens that come fast, clients that leave, and a service that stops."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import cast

from adapters.sse.fan_out import FanOut
from domain.conversation import TurnState
from endpoints.listening import listening
from endpoints.service import Json, Service
from gradio_clients.clients import CALL, arguments, gradio_app_of, kinds, raw_call
from turns.stand_ins import HaltingModel, StandIn
from turns.world import World, call

_STREAMS = 50


async def _values(service: Service, message: str, **more: Json) -> AsyncIterator[Json]:
    """The events of a call as they come; the stream repeats the last."""
    last = None
    posted = await service.http.post(CALL, json={"data": arguments(service, message, **more)})
    async with service.http.stream("GET", f"{CALL}/{posted.json()['event_id']}") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: ["):
                (value,) = json.loads(line.removeprefix("data: "))
                if value != last:
                    yield json.loads(value)
                last = value


async def test_values_come_while_the_model_still_speaks() -> None:
    model = HaltingModel(["Well", ", "])
    async with listening(World([], given_model=model), gradio_app_of) as (service, _):
        values = _values(service, "hello")
        async with asyncio.timeout(10):
            seen = [await anext(values) for _ in range(3)]
        assert kinds(seen) == ["turn_started", "pipeline_result", "token"]
        model.gate.set()
        rest = [value async for value in values]
        assert rest[-1]["type"] == "done"


async def test_fifty_streams_at_once() -> None:
    """Gradio alone runs one at a time, and never more than forty."""
    model = HaltingModel(["Hello"])
    async with listening(World([], given_model=model), gradio_app_of) as (service, _):
        service.http.timeout = 60.0
        streams = [_values(service, "hello", conv=str(at)) for at in range(_STREAMS)]
        async with asyncio.timeout(60):
            firsts = await asyncio.gather(*(anext(stream) for stream in streams))
            assert {first["type"] for first in firsts} == {"turn_started"}
            assert service.world.runner.running()["turns"] == _STREAMS
            model.gate.set()
            ends = await asyncio.gather(*(_last(stream) for stream in streams))
        assert {(end["type"], end["finish_reason"]) for end in ends} == {("done", "stop")}


async def _last(values: AsyncIterator[Json]) -> Json:
    *_, last = [value async for value in values]
    return last


async def test_tokens_that_come_fast_are_one_value() -> None:
    words = [f"word{at} " for at in range(500)]
    async with listening(World([words]), gradio_app_of) as (service, _):
        events = await raw_call(service.http, arguments(service, "hello"))
    tokens = [event for event in events if event["type"] == "token"]
    assert "".join(token["text"] for token in tokens) == "".join(words) == events[-1]["text"]
    assert len(tokens) < 50


async def test_who_leaves_loses_nothing() -> None:
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world, gradio_app_of) as (service, _):
        posted = await service.http.post(CALL, json={"data": arguments(service, "work")})
        path = f"{CALL}/{posted.json()['event_id']}"
        async with service.http.stream("GET", path) as stream:
            assert await anext(aiter(stream.aiter_lines())) == "event: generating"
            await slow.began.wait()
        slow.gate.set()
        await world.settle()
        (turn,) = world.tables.turns.values()
        assert turn.state is TurnState.OVER
        feed = cast("FanOut", world.container.feed())
        async with asyncio.timeout(20):
            while feed.followers(turn.conversation_id):  # noqa: ASYNC110  # no event for it
                await asyncio.sleep(0.01)
        said = await feed.replay(turn.conversation_id)
        assert (said[-1].type, said[-1].data["text"]) == ("done", "Done.")


async def test_cancelling_the_call_does_not_stop_the_turn() -> None:
    """It tells Gradio, not us: to stop a turn is a word, or a call of our own API."""
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world, gradio_app_of) as (service, _):
        posted = await service.http.post(CALL, json={"data": arguments(service, "work")})
        event_id = posted.json()["event_id"]
        await slow.began.wait()
        body = {"session_hash": event_id, "fn_index": 0, "event_id": event_id}
        answer = await service.http.post("/gradio/gradio_api/cancel", json=body)
        assert answer.status_code == 200
        slow.gate.set()
        await world.settle()
        (turn,) = world.tables.turns.values()
        assert turn.state is TurnState.OVER


async def test_a_message_while_a_turn_runs_is_refused() -> None:
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world, gradio_app_of) as (service, _):
        running = asyncio.create_task(_last(_values(service, "work")))
        await slow.began.wait()
        events = await raw_call(service.http, arguments(service, "more"))
        assert (events[0]["status"], events[0]["code"]) == (409, "turn_running")
        slow.gate.set()
        assert (await running)["text"] == "Done."


async def test_two_first_messages_at_once_make_one_conversation() -> None:
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world, gradio_app_of) as (service, _):
        both = asyncio.gather(*(_last(_values(service, "work")) for _ in range(2)))
        await slow.began.wait()
        slow.gate.set()
        ends = await both
        assert len(world.tables.conversations) == 1
    assert sorted(end["finish_reason"] for end in ends) == ["error", "stop"]


async def test_a_service_that_stops_says_so() -> None:
    slow = StandIn("slow", is_open=False)
    world = World([[call("slow", word="x")], "Done."], more_tools=[slow.tool])
    async with listening(world, gradio_app_of) as (service, server):
        stream = asyncio.create_task(_all(_values(service, "work")))
        await slow.began.wait()
        async with asyncio.timeout(20):
            server.should_exit = True
            events = await stream
    error, done = [event for event in events if event["type"] in {"error", "done"}][-2:]
    assert (error["status"], error["code"]) == (503, "not_ready")
    assert done["finish_reason"] == "error"


async def _all(values: AsyncIterator[Json]) -> list[Json]:
    return [value async for value in values]
