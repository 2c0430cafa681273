"""Every kind of old client, with six and with seven arguments."""

import json

import pytest

from endpoints.service import Json, Service, problem
from gradio_clients.clients import (
    API,
    arguments,
    direct_call,
    events_of,
    kinds,
    raw_call,
    raw_values,
    real_call,
    refusal,
    run_client,
)

WHOLE = ["turn_started", "pipeline_result", "tool_start", "tool_end", "token", "done"]
CONTEXT = {"objectType": "dashboard", "objectId": 1, "envId": "ss-dev", "route": "/dashboards/1"}
SEEN = {
    "objectType": "dashboard",
    "objectId": "1",
    "objectName": None,
    "envId": "ss-dev",
    "route": "/dashboards/1",
    "contextVersion": 1,
}
CONTEXTS: list[tuple[list[Json], Json]] = [
    ([], None),
    ([None], None),
    ([""], None),
    ([json.dumps(CONTEXT)], SEEN),
    ([CONTEXT], SEEN),
    (["{broken"], None),
]


async def test_bare_protocol(service: Service) -> None:
    """R02."""
    for at, (more, seen) in enumerate(CONTEXTS):
        sent = [*arguments(service, "find sales", conv=str(at)), *more]
        events = await raw_call(service.http, sent)
        assert (events[0]["env_id"], events[0]["uicontext"]) == ("ss-dev", seen)
        assert at > 0 or kinds(events) == WHOLE
        assert (events[-1]["type"], events[-1]["finish_reason"]) == ("done", "stop")


@pytest.mark.parametrize("kind", ["python", "node"])
async def test_real_clients_map_arguments_alike(service: Service, kind: str) -> None:
    """R02, R04."""
    calls = [
        {"how": "submit", "arguments": [*arguments(service, "find", conv=str(at)), *more]}
        for at, (more, _) in enumerate(CONTEXTS)
    ]
    answers = [events_of(values) for values in await run_client(service, kind, calls)]
    assert kinds(answers[0]) == WHOLE
    for events, (_, seen) in zip(answers, CONTEXTS, strict=True):
        assert (events[0]["env_id"], events[0]["uicontext"]) == ("ss-dev", seen)
        assert (events[-1]["type"], events[-1]["finish_reason"]) == ("done", "stop")
    assert service.world.audited("context_error") == [{"reason": "not_json"}]


@pytest.mark.parametrize(
    ("kind", "how"),
    [("python", "predict"), ("python", "keywords"), ("python", "fn_index"), ("node", "predict")],
)
@pytest.mark.parametrize("more", [[], [None]])
async def test_other_ways_of_calling(
    service: Service, kind: str, how: str, more: list[Json]
) -> None:
    events = await real_call(service, kind, [*arguments(service, "find sales"), *more], how)
    assert events[-1]["type"] == "done"
    assert len(events) == (1 if how == "predict" else len(WHOLE))


HISTORIES: list[Json] = [
    None,
    [],
    [["hi", "hello"], ["and?", None]],
    [{"role": "user", "content": "hi"}],
    "not a list",
    # Gradio would read a file or call somebody.
    {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}},
    [{"path": "http://192.0.2.1/file", "meta": {"_type": "gradio.FileData"}}],
]


async def test_any_history_is_taken_and_ignored(service: Service) -> None:
    for at, history in enumerate(HISTORIES):
        sent = arguments(service, f"find {at}", history=history, conv=str(at))
        assert (await raw_call(service.http, sent))[-1]["finish_reason"] == "stop"
        asked = service.world.scripted.requests[-1].messages
        assert [m.content for m in asked if m.role == "user"] == [f"find {at}"]


async def test_call_by_names(service: Service) -> None:
    names = ("message", "history", "conv_id", "user_id", "user_jwt", "env_id")
    body = dict(zip(names, arguments(service, "find sales"), strict=True))
    values = await raw_values(service.http, body, f"{API}/call/v2/agent_handler")
    assert kinds(events_of(values)) == WHOLE


@pytest.mark.parametrize("path", ["run", "api"])
async def test_call_for_a_single_value_gives_the_end(service: Service, path: str) -> None:
    """R10: the last value is the whole answer."""
    body = {"data": arguments(service, "find sales")}
    answer = await service.http.post(f"{API}/{path}/agent_handler", json=body)
    (value,) = answer.json()["data"]
    assert json.loads(value)["type"] == "done"
    assert json.loads(value)["text"] == "One dashboard."


async def test_a_refusal_is_a_normal_value(service: Service) -> None:
    """R01, R07."""
    sent = arguments(service, "find sales", env_id="ss-nowhere")
    refusal(await raw_call(service.http, sent), 404, "unknown_environment")
    refusal(await raw_call(service.http, sent[:5]), 422, "invalid_request")
    refusal(await raw_call(service.http, [*sent, None, None]), 422, "invalid_request")
    refusal(await raw_call(service.http, []), 422, "invalid_request")
    refusal(await raw_call(service.http, ["hi", *[None] * 5]), 401, "unauthenticated")
    refusal(await real_call(service, "python", sent), 404, "unknown_environment")
    refusal(await real_call(service, "node", sent), 404, "unknown_environment")


async def test_by_name_only_the_context_may_be_left_out(service: Service) -> None:
    names = ("message", "history", "conv_id", "user_id", "user_jwt", "env_id")
    body = dict(zip(names, arguments(service, "find sales"), strict=True))
    for wrong in ({}, {"message": "hi"}, {**body, "more": 1}):
        answer = await service.http.post(f"{API}/call/v2/agent_handler", json=wrong)
        problem(answer, 422, "invalid_request")


async def test_a_call_for_a_single_value_tells_the_sentence(service: Service) -> None:
    body = {"data": arguments(service, "find sales", env_id="ss-nowhere")}
    answer = await service.http.post(f"{API}/run/agent_handler", json=body)
    (done,) = events_of(answer.json()["data"])
    assert (done["type"], done["finish_reason"]) == ("done", "error")
    assert "ss-nowhere" in done["text"]


async def test_queue_by_hand(service: Service) -> None:
    """What the clients of Gradio 3 and 4 do."""
    body = {"data": arguments(service, "find sales"), "fn_index": 0, "session_hash": "abc"}
    joined = await service.http.post(f"{API}/queue/join", json=body)
    assert joined.status_code == 200
    stream = await service.http.get(f"{API}/queue/data", params={"session_hash": "abc"})
    messages = [json.loads(part.removeprefix("data: ")) for part in stream.text.split("\n\n")[:-1]]
    (completed,) = [m for m in messages if m["msg"] == "process_completed"]
    assert completed["success"]
    assert json.loads(completed["output"]["data"][0])["type"] == "done"


async def test_events_are_those_of_the_conversation(service: Service) -> None:
    events = await raw_call(service.http, arguments(service, "find sales"))
    kept = await service.world.container.feed().replay(events[0]["conversation_id"])
    assert events == [json.loads(json.dumps(event.data, default=dict)) for event in kept]


async def test_a_name_is_one_conversation_of_its_user(service: Service) -> None:
    first = await raw_call(service.http, arguments(service, "find sales"))
    again = await raw_call(service.http, arguments(service, "and?"))
    other_name = await raw_call(service.http, arguments(service, "and?", conv="other"))
    other_user = await raw_call(service.http, arguments(service, "and?", user="local:bob"))
    ids = [events[0]["conversation_id"] for events in (first, again, other_name, other_user)]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3


@pytest.mark.parametrize(("one", "same"), [(None, ""), (7, "7")])
async def test_names_that_are_no_text(behind: Service, one: Json, same: Json) -> None:
    """R08: who names none goes on in one conversation."""
    first = await direct_call(behind, arguments(behind, "find sales", conv=one))
    again = await direct_call(behind, arguments(behind, "and?", conv=same))
    assert first[0]["conversation_id"] == again[0]["conversation_id"]


async def test_a_name_may_be_used_again_after_its_conversation_was_removed(
    service: Service,
) -> None:
    first = await raw_call(service.http, arguments(service, "find sales"))
    address = f"/api/agent/conversations/{first[0]['conversation_id']}"
    assert (await service.person().ask("DELETE", address)).status_code == 204
    again = await raw_call(service.http, arguments(service, "and?"))
    assert again[0]["conversation_id"] != first[0]["conversation_id"]


async def test_a_token_may_come_as_the_whole_header(service: Service) -> None:
    sent = arguments(service, "find sales")
    sent[4] = f"Bearer {sent[4]}"
    assert kinds(await raw_call(service.http, sent)) == WHOLE


@pytest.mark.parametrize("user_id", ["", "ann", "local:ann"])
async def test_the_own_name_is_no_contradiction(behind: Service, user_id: str) -> None:
    sent = arguments(behind, "find sales")
    sent[3] = user_id
    assert kinds(await direct_call(behind, sent)) == WHOLE


@pytest.mark.parametrize("env_id", [None, ""])
async def test_no_environment_is_none(behind: Service, env_id: Json) -> None:
    events = await direct_call(behind, arguments(behind, "hello", env_id=env_id))
    assert events[0]["env_id"] is None
    assert events[-1]["type"] == "done"
