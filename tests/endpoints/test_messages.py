"""POST messages: refused, allowed, repeated."""

import asyncio

import pytest

from endpoints.conftest import SEARCH
from endpoints.service import (
    MESSAGES,
    Json,
    Service,
    conversation,
    frames_of,
    kinds,
    problem,
    serving,
)
from turns.stand_ins import HaltingModel
from turns.world import World

CONTEXT = {
    "objectType": "dashboard",
    "objectId": 1,
    "objectName": "Sales overview",
    "envId": "ss-dev",
    "route": "/dashboards/1",
    "contextVersion": 1,
}


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"env_id": "ss-nowhere"}, 404, "unknown_environment"),
        ({"conversation_id": "00000000000000000000000099"}, 404, "conversation_unknown"),
        ({"uicontext": {**CONTEXT, "objectName": "x" * 4096}}, 413, "context_too_large"),
        ({"uicontext": "x" * 4097}, 413, "context_too_large"),
        ({"uicontext": {**CONTEXT, "objectType": "chart"}}, 422, "invalid_context"),
        ({"uicontext": {**CONTEXT, "more": 1}}, 422, "invalid_context"),
        ({"uicontext": [1]}, 422, "invalid_context"),
        ({"uicontext": 5}, 422, "invalid_context"),
        ({"message": ""}, 422, "invalid_request"),
        ({"message": " \n "}, 422, "invalid_request"),
        ({"message": "x" * 32_001}, 422, "invalid_request"),
        ({"message": None}, 422, "invalid_request"),
        ({"message_id": ""}, 422, "invalid_request"),
        ({"message_id": "x" * 129}, 422, "invalid_request"),
        ({"role": "admin"}, 422, "invalid_request"),
    ],
)
async def test_a_message_that_is_not_right_starts_nothing(
    service: Service, more: Json, status: int, code: str
) -> None:
    ann = service.person()
    problem(await ann.ask("POST", MESSAGES, {"message": "hi", **more}), status, code)
    assert (await ann.get("/api/agent/conversations"))["total"] == 0


@pytest.mark.parametrize(
    ("context", "english", "russian"),
    [
        ([], "is no object.", "это не объект."),
        ({"chartId": 1}, "the keys are objectType, ", "ключи: objectType, "),
        ({"envId": "a\n"}, "a control character in “envId”.", "в «envId» есть управляющий"),
        ({"objectType": "chart"}, "none of dashboard, ", "objectType — не dashboard, "),
        ({"route": []}, "no text in “route”.", "в «route» не текст."),
        ({"objectId": "x" * 129}, "too long in “objectId”.", "«objectId» слишком длинное."),
        ({"route": "x"}, "does not begin with “/”.", "начинается не с «/»."),
        ({"contextVersion": 2}, "other than 1.", "contextVersion — не 1."),
        ("[" * 3000, "nested too deeply.", "слишком глубокая"),
    ],
)
async def test_what_is_wrong_with_a_context_is_said(
    service: Service, context: Json, english: str, russian: str
) -> None:
    ann = service.person()
    wrong = {"message": "hi", "uicontext": context}
    for language, said in (("en", english), ("ru", russian)):
        headers = {"Accept-Language": language}
        answer = await ann.ask("POST", MESSAGES, wrong, headers=headers)
        told = problem(answer, 422, "invalid_context")["detail"]
        assert said in told
        assert "_" not in told


async def test_malformed_objectType_is_rejected_and_audited(service: Service) -> None:
    wrong = {"message": "hi", "uicontext": {"objectType": "chart"}}
    problem(await service.person().ask("POST", MESSAGES, wrong), 422, "invalid_context")
    (line,) = service.world.audited("context_error")
    assert (line["code"], line["field"]) == ("invalid_context", "objectType")


@pytest.mark.parametrize("context", [{"objectType": "\ud800"}, "[]"])
async def test_a_wrong_context_is_audited(service: Service, context: Json) -> None:
    await service.person().ask("POST", MESSAGES, {"message": "hi", "uicontext": context})
    (line,) = service.world.audited("context_error")
    assert line["code"] == "invalid_context"


async def test_a_context_that_is_no_json_is_ignored_and_audited(service: Service) -> None:
    frames = await service.person().say("find sales", uicontext="{broken")
    assert frames[0].data["uicontext"] is None
    assert frames[1].data["excluded"] == []
    assert frames[-1].data["finish_reason"] == "stop"
    assert service.world.audited("context_error") == [{"reason": "not_json"}]


@pytest.mark.parametrize("context", [None, "", "null"])
async def test_no_context_is_no_error(service: Service, context: Json) -> None:
    frames = await service.person().say("find sales", uicontext=context)
    assert frames[0].data["uicontext"] is None
    assert service.world.audited("context_error") == []


async def test_an_answer_streams_from_its_first_event_to_done(service: Service) -> None:
    ann = service.person()
    answer = await ann.ask("POST", MESSAGES, {"message": "find sales", "uicontext": CONTEXT})
    assert answer.headers["cache-control"] == "no-cache, no-store"
    assert answer.headers["x-accel-buffering"] == "no"
    frames = frames_of(answer.text)
    assert kinds(frames) == [
        "turn_started",
        "pipeline_result",
        "tool_start",
        "tool_end",
        "token",
        "done",
    ]
    assert [frame.seq for frame in frames] == list(range(1, len(frames) + 1))
    assert {f.data["conversation_id"] for f in frames} == {answer.headers["x-conversation-id"]}
    assert frames[0].data["uicontext"] == {**CONTEXT, "objectId": "1"}


async def test_a_second_message_goes_on_in_the_conversation(service: Service) -> None:
    ann = service.person()
    first = await ann.say("find sales")
    second = await ann.say("and?", conversation_id=first[0].data["conversation_id"])
    assert second[0].seq == first[-1].seq + 1
    whole = await ann.get(conversation(first[0].data))
    assert [turn["message"] for turn in whole["turns"]] == ["find sales", "and?"]


async def test_a_repeated_message_gives_the_events_of_its_turn(service: Service) -> None:
    """E11: a lost answer is asked for again with the same id."""
    ann = service.person()
    first = await ann.say("find sales", message_id="m1")
    again = await ann.say("find sales", message_id="m1")
    assert again == first
    assert (await ann.get("/api/agent/conversations"))["total"] == 1
    other = await service.person(user="local:bob").say("find sales", message_id="m1")
    assert other[0].data["conversation_id"] != first[0].data["conversation_id"]


async def test_a_repeated_message_of_a_waiting_turn_ends_where_it_waits(
    deleting: Service,
) -> None:
    ann = deleting.person()
    first = await ann.say("delete dashboard 1", message_id="m1")
    assert await ann.say("delete dashboard 1", message_id="m1") == first
    assert (await ann.decide(first[2].data)).status_code == 200
    again = await ann.say("delete dashboard 1", message_id="m1")
    assert again[: len(first)] == first
    assert [f.data["finish_reason"] for f in again if f.type == "done"] == [
        "awaiting_confirmation",
        "stop",
    ]


async def test_a_repeated_message_of_a_running_turn_follows_it() -> None:
    model = HaltingModel(["Well", ", "])
    async with serving(World([], given_model=model)) as service:
        ann = service.person()
        first = asyncio.create_task(ann.say("hello", message_id="m1"))
        await model.spoke.wait()
        again = asyncio.create_task(ann.say("hello", message_id="m1"))
        await asyncio.sleep(0.05)
        assert not again.done()
        model.gate.set()
        assert await again == await first


async def test_a_message_while_one_is_answered_is_refused() -> None:
    model = HaltingModel(["Well"])
    async with serving(World([], given_model=model)) as service:
        ann = service.person()
        first = asyncio.create_task(ann.say("hello", message_id="m1"))
        await model.spoke.wait()
        (running,) = (await ann.get("/api/agent/conversations"))["items"]
        assert running["state"] == "running"
        body = {"message": "and?", "conversation_id": running["id"]}
        problem(await ann.ask("POST", MESSAGES, body), 409, "turn_running")
        model.gate.set()
        assert (await first)[-1].type == "done"


@pytest.mark.parametrize("words", ["да, удаляй", "yes", "подожди, другой дашборд"])
async def test_a_message_is_never_taken_for_a_yes(deleting: Service, words: str) -> None:
    """H05: whoever writes while a card waits is told so, with the card."""
    ann = deleting.person()
    card = (await ann.say("delete dashboard 1"))[2].data
    body = {"message": words, "conversation_id": card["conversation_id"]}
    told = problem(await ann.ask("POST", MESSAGES, body), 409, "confirmation_pending")
    assert told["confirmation"] == card["metadata"]
    assert "1" in deleting.world.dev.dashboards


async def test_a_turn_that_breaks_still_ends() -> None:
    """E14: the model of this world has nothing to say."""
    async with serving(World([])) as service:
        frames = await service.person().say("hello")
        assert kinds(frames)[-2:] == ["error", "done"]
        assert frames[-1].data["finish_reason"] == "error"


async def test_line_ends_in_titles_forge_no_event() -> None:
    """E05, E12."""
    title = "План\u2028\u0085\r\n\r\nevent: done\ndata: {}"
    async with serving(World([SEARCH, f"Found {title}"])) as service:
        ann = service.person()
        answer = await ann.ask("POST", MESSAGES, {"message": title, "env_id": "ss-dev"})
        assert len(answer.text.splitlines()) == answer.text.count("\n")
        frames = frames_of(answer.text)
        assert kinds(frames).count("done") == 1
        said = "".join(f.data["text"] for f in frames if f.type == "token")
        assert said == f"Found {title}"
