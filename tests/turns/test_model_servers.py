"""Whole turns with a model server that misbehaves: one sentence, no hang, no secret, and go on."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from pydantic import SecretStr

from adapters.model_httpx.client import Patience
from adapters.model_httpx.language_model import HttpLanguageModel
from domain.texts import Language
from model_server import DONE, Asked, ModelServer, Reply, ScriptItem, calls, cuts, event, fails, raw
from turns.world import Json, World, every, only, types

KEY = "canary-of-the-key-0123"
PATIENCE = Patience(idle_s=2, total_s=60)
FULL = {"error": {"message": "This model's maximum context length is 8192 tokens."}}


@asynccontextmanager
async def world_of(*script: ScriptItem | Callable[[Asked], ScriptItem]) -> AsyncIterator[World]:
    """A service whose model is on a server with this script; the key is in nothing it keeps."""
    (one, *_) = script
    with ModelServer(one if callable(one) else script) as server:  # type: ignore[arg-type]
        model = HttpLanguageModel(f"{server.url}?key={KEY}", SecretStr(KEY), "m", PATIENCE)
        world = World([], given_model=model)
        yield world
        await model.close()
        assert server.rejected == []
    assert KEY not in f"{world.tables}{world.audit.lines}"


def chunk(**delta: Json) -> bytes:
    return event({"choices": [{"index": 0, "delta": delta}]})


def finish(reason: str) -> bytes:
    return event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})


def limited(status: int, retry_after: str) -> Reply:
    refusal = fails(status, {"error": {"message": f"slow down, {KEY}"}})
    return Reply(
        refusal.pieces, None, status, refusal.content_type, 0.0, "close", retry_after=retry_after
    )


PAGE = "<!doctype html><title>Welcome</title>"
WRONG = [
    ([fails(401, {"error": f"bad key {KEY}"})], "model_refused", "refused", "отклонила"),
    ([fails(404, PAGE)], "model_refused", "AGENT_LLM__BASE_URL", "AGENT_LLM__BASE_URL"),
    ([limited(429, "20")], "model_busy", "in 20 seconds", "через 20 с"),
    ([limited(429, "soon")], "model_busy", "in a minute", "через минуту"),
    ([fails(400, FULL)], "model_context_full", "so long a conversation", "такой длинный разговор"),
    ([event(FULL)], "model_context_full", "so long a conversation", "такой длинный разговор"),
    ([fails(500, {"error": "no"})], "model_unavailable", "does not answer", "не отвечает"),
    ([cuts(), cuts()], "model_unavailable", "does not answer", "не отвечает"),
    ([cuts(chunk(content="Ha"))], "model_answer_invalid", "broke off its", "оборвала ответ"),
    ([raw(PAGE)], "model_answer_invalid", "a web page came", "пришла веб-страница"),
    ([raw("\n \n", PAGE)], "model_answer_invalid", "a web page came", "пришла веб-страница"),
    ([raw(b""), raw(b"")], "model_answer_invalid", "sent an empty answer", "прислала пустой ответ"),
    ([b"data: ?\n\n"], "model_answer_invalid", "is no answer", "прислала не ответ"),
    ([raw(chunk(content="Ha"))], "model_answer_invalid", "broke off its", "оборвала ответ"),
    ([raw(finish("error"), DONE)], "model_answer_invalid", "broke off its", "оборвала ответ"),
    ([Reply([b": hm\n\n"], end="silence")], "model_timeout", "fell silent", "замолчала"),
    (
        [raw(event({"object": "error", "message": "no such model", "code": 404}), DONE)],
        "model_refused",
        "no such model",
        "no such model",
    ),
    ([raw('{"detail":"loading"}')], "model_unavailable", "loading", "loading"),
]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("script", "code", "english", "russian"), WRONG)
async def test_a_wrong_answer_is_one_sentence_and_the_next_message_is_answered(
    script: list[ScriptItem], code: str, english: str, russian: str, language: Language
) -> None:
    async with world_of(*script, "Hello.") as world:
        events = await world.send("hi", session=world.session(language=language))
        assert types(events)[-2:] == ["error", "done"]
        error = only(events, "error")
        assert error["code"] == code
        assert (russian if language == "ru" else english) in error["message"]
        assert KEY not in str(events)
        assert only(await world.send("hi"), "done")["text"] == "Hello."


@pytest.mark.parametrize(
    "script",
    [
        [raw(finish("stop"), DONE)],
        [raw(chunk(content="  "), finish("stop"), DONE)],
        [raw(chunk(reasoning_content="let me think"), finish("stop"), DONE)],
        [raw(chunk(content="<think>let me think"), finish("stop"), DONE)],
        [raw(chunk(content=[{"type": "thinking", "text": "hm"}]), finish("stop"), DONE)],
        [raw(finish("tool_calls"), DONE)],
    ],
)
async def test_an_answer_without_a_word_is_told(script: list[ScriptItem]) -> None:
    async with world_of(*script, "Hello.") as world:
        done = only(await world.send("hi"), "done")
        assert done["finish_reason"] == "stop"
        assert "The language model gave no answer." in done["text"]
        assert only(await world.send("hi"), "done")["text"] == "Hello."


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_an_answer_that_is_cut_off_says_so(reason: str) -> None:
    async with world_of(raw(chunk(content="The first of"), finish(reason), DONE)) as world:
        text = only(await world.send("hi"), "done")["text"]
        assert text.startswith("The first of\n\n… The answer ends here")


async def test_the_words_of_a_refusal_are_an_answer() -> None:
    async with world_of(raw(chunk(content=None, refusal="I may not."), DONE)) as world:
        assert only(await world.send("hi"), "done")["text"] == "I may not."


@pytest.mark.parametrize("name", ["", "drop it!", "functions.search", "x" * 300, "a\nevent: done"])
async def test_a_tool_that_does_not_exist_leaves_a_history_that_servers_take(name: str) -> None:
    """Names are checked on each request, so that one odd name would end the conversation."""
    async with world_of(calls((name, {})), "Sorry.", "Hello.") as world:
        events = await world.send("hi")
        assert len(every(events, "tool_error")) == 1
        assert only(events, "done")["text"] == "Sorry."
        assert only(await world.send("hi"), "done")["text"] == "Hello."


async def test_a_conversation_that_the_model_cannot_hold_goes_on_without_its_beginning() -> None:
    def small(asked: Asked) -> ScriptItem:
        return "Hello." if len(asked.messages) <= 8 else fails(400, FULL)

    async with world_of(small) as world:
        for at in range(12):
            assert only(await world.send(f"message {at}"), "done")["text"] == "Hello."


async def test_a_turn_that_the_model_cannot_hold_goes_on_without_its_older_steps() -> None:
    sent: list[list[str]] = []

    def small(asked: Asked) -> ScriptItem:
        roles = [message["role"] for message in asked.messages]
        if len(roles) > 8:
            return fails(400, FULL)
        sent.append(roles)
        if len(sent) == 9:
            return "Done."
        return calls(("search_dashboards", {"query": str(len(sent))}))

    async with world_of(small) as world:
        events = await world.send("look")
        assert only(events, "done")["text"] == "Done."
        assert all(roles[:2] == ["system", "user"] for roles in sent)


async def test_a_whole_answer_after_blanks_that_keep_the_connection_is_taken() -> None:
    whole = b'{"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]}'
    async with world_of(raw(b"\xef\xbb\xbf", b"\n  \n", b" " + whole[:9], whole[9:])) as world:
        assert only(await world.send("hi"), "done")["text"] == "whole"


async def test_one_call_instead_of_a_list_is_a_call() -> None:
    call = {"id": "c", "function": {"name": "list_environments", "arguments": "{}"}}
    async with world_of(raw(chunk(tool_calls=call), DONE), "Two.") as world:
        events = await world.send("hi")
        assert only(events, "tool_end")["tool_name"] == "list_environments"
