"""Streams as servers frame, delay and break them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TypeAlias, cast

import pytest

from adapters.model_httpx.client import Patience
from adapters.model_httpx.language_model import HttpLanguageModel
from application.ports.language_model import ReplyPart, TextDelta
from contracts.language_model import ended, failed, parts_of, request, text_of
from domain.conversation import Usage
from model_server import DONE, ModelServer, Reply, cuts, event, fails, raw, says

Serve: TypeAlias = Callable[..., ModelServer]
ModelOf: TypeAlias = Callable[..., HttpLanguageModel]

SAID = "Привет, “мир” 🎉 ж\u2028next\u0085line"


def chunk(text: str) -> bytes:
    return event({"choices": [{"index": 0, "delta": {"content": text}}]})


STOP = event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})


async def test_l09_chunks_without_choices_are_read_over(serve: Serve, model_of: ModelOf) -> None:
    server = serve(
        raw(
            event({"choices": [], "prompt_filter_results": []}),
            event({"choices": None}),
            event({}),
            event({"choices": [{"index": 0, "delta": None}]}),
            event({"choices": [{"index": 0}]}),
            chunk("Готово"),
            event({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 1}}),
            DONE,
        )
    )

    parts = await parts_of(model_of(server).reply(request("go")))

    assert text_of(parts) == "Готово"
    assert ended(parts).usage == Usage(3, 1, 1)


async def test_l11_comments_and_other_fields_are_read_over(serve: Serve, model_of: ModelOf) -> None:
    server = serve(
        b": OPENROUTER PROCESSING\n\n:\n\n: OPENROUTER PROCESSING\n\nevent: x\nid: 1\nretry: 10\n"
        b'data:{"choices":[{"delta":{"content":"ok"}}]}\n\ndata: [DONE]\n\n'
    )

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "ok"


async def test_l11_comments_keep_a_slow_answer_alive(serve: Serve, model_of: ModelOf) -> None:
    server = serve(raw(*[b": working\n\n"] * 5, chunk("ok"), DONE).slowly(0.2))

    parts = await parts_of(model_of(server, Patience(idle_s=0.6)).reply(request("go")))

    assert text_of(parts) == "ok"


@pytest.mark.parametrize("line_end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 4096])
async def test_e04_e06_any_line_end_and_any_cut(
    serve: Serve, model_of: ModelOf, line_end: bytes, size: int
) -> None:
    """E04, E06: letters and line ends are cut apart between pieces, one byte each at the worst."""
    stream = (chunk(SAID) + DONE).replace(b"\n", line_end)
    server = serve(raw(*(stream[at : at + size] for at in range(0, len(stream), size))))

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == SAID


async def test_e06_bytes_that_are_no_utf8_do_not_end_the_stream(
    serve: Serve, model_of: ModelOf
) -> None:
    broken = chunk("a#b").replace(b"#", b"\xff") + chunk("c") + DONE

    assert text_of(await parts_of(model_of(serve(broken)).reply(request("go")))) == "a\ufffdbc"


async def test_a_character_cut_into_two_escapes_is_joined(serve: Serve, model_of: ModelOf) -> None:
    server = serve(
        b'data: {"choices":[{"delta":{"content":"\\ud83c"}}]}\n\n'
        b'data: {"choices":[{"delta":{"content":"\\udf89!"}}]}\n\ndata: [DONE]\n\n'
    )

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "🎉!"


@pytest.mark.parametrize(
    "error",
    [
        {"error": {"code": 502, "message": "upstream busy"}, "choices": []},
        {"error": "upstream busy"},
        {"error": {"message": "upstream busy"}},
    ],
)
async def test_l14_an_error_in_the_stream_fails_the_reply(
    serve: Serve, model_of: ModelOf, error: object
) -> None:
    call = {"index": 0, "id": "c", "function": {"name": "delete_dashboard", "arguments": "{}"}}
    proposed = event({"choices": [{"delta": {"tool_calls": [call]}}]})
    server = serve(raw(chunk("Час"), proposed, event(error), DONE), "Next.")
    model = model_of(server)

    parts = await parts_of(model.reply(request("go")))

    assert text_of(parts) == "Час"
    assert (failed(parts).code, failed(parts).detail) == ("model_unavailable", "upstream busy")
    assert text_of(await parts_of(model.reply(request("go on")))) == "Next."


@pytest.mark.parametrize(
    "body", [b'{"error":"model not loaded"}', b' {"error": {"message": "model not loaded"}}']
)
async def test_l14_an_error_as_body_of_a_200_fails_the_reply(
    serve: Serve, model_of: ModelOf, body: bytes
) -> None:
    server = serve(raw(body, content_type="application/json"))

    failure = failed(await parts_of(model_of(server).reply(request("go"))))

    assert (failure.code, failure.detail) == ("model_unavailable", "model not loaded")


async def test_a_whole_answer_instead_of_a_stream_is_taken(serve: Serve, model_of: ModelOf) -> None:
    whole = (
        b'{"choices":[{"message":{"role":"assistant","content":"whole"},"finish_reason":"stop"}]}'
    )
    server = serve(raw(whole[:30], whole[30:], content_type="application/json"))

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "whole"


@pytest.mark.parametrize("empty", [b"", DONE, b": nothing\n\n"])
async def test_an_empty_stream_is_asked_once_more_without_streaming(
    serve: Serve, model_of: ModelOf, empty: bytes
) -> None:
    """llama.cpp's Python server with tools and tool_choice auto."""
    server = serve(raw(empty), says("the whole answer"))

    parts = await parts_of(model_of(server).reply(request("go")))

    assert text_of(parts) == "the whole answer"
    assert [asked.body["stream"] for asked in server.asked] == [True, False]


async def test_a_connection_that_breaks_after_an_empty_stream_is_tried_once_more(
    serve: Serve, model_of: ModelOf
) -> None:
    """llama.cpp's Python server again: the next request on the connection fails once."""
    server = serve(raw(), cuts(), says("the whole answer"))

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "the whole answer"


async def test_two_empty_answers_are_a_failure(serve: Serve, model_of: ModelOf) -> None:
    server = serve(raw(), raw())

    failure = failed(await parts_of(model_of(server).reply(request("go"))))

    assert failure.code == "model_answer_invalid"
    assert len(server.asked) == 2


async def test_a_connection_that_breaks_before_an_answer_is_tried_once_more(
    serve: Serve, model_of: ModelOf
) -> None:
    server = serve(cuts(), "there")

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "there"


async def test_a_connection_that_breaks_twice_is_a_failure(serve: Serve, model_of: ModelOf) -> None:
    server = serve(cuts(), cuts(), "too late")

    failure = failed(await parts_of(model_of(server).reply(request("go"))))

    assert failure.code == "model_unavailable"
    assert len(server.asked) == 2


async def test_an_answer_that_breaks_off_is_kept_and_failed(
    serve: Serve, model_of: ModelOf
) -> None:
    server = serve(cuts(chunk("half an ans")), "not asked")

    parts = await parts_of(model_of(server).reply(request("go")))

    assert text_of(parts) == "half an ans"
    assert failed(parts).fault == "broken_off"
    assert len(server.asked) == 1


async def test_a_stream_that_ends_without_an_end_is_failed(serve: Serve, model_of: ModelOf) -> None:
    """A call collected so far could lack its second half."""
    parts = await parts_of(model_of(serve(raw(chunk("half")))).reply(request("go")))

    assert text_of(parts) == "half"
    assert failed(parts).code == "model_answer_invalid"


async def test_a_reason_to_end_is_an_end_without_done(serve: Serve, model_of: ModelOf) -> None:
    parts = await parts_of(model_of(serve(raw(chunk("all"), STOP))).reply(request("go")))

    assert ended(parts).calls == ()


async def test_what_is_no_json_is_a_failure(serve: Serve, model_of: ModelOf) -> None:
    parts = await parts_of(model_of(serve(b"data: <html>\n\n")).reply(request("go")))

    assert failed(parts).code == "model_answer_invalid"


async def test_silence_is_a_timeout(serve: Serve, model_of: ModelOf) -> None:
    server = serve(Reply([chunk("and then")], end="silence"))

    parts = await parts_of(model_of(server, Patience(idle_s=0.3)).reply(request("go")))

    assert text_of(parts) == "and then"
    assert failed(parts).code == "model_timeout"


async def test_an_answer_without_end_is_a_timeout(serve: Serve, model_of: ModelOf) -> None:
    server = serve(raw(*[chunk("on ")] * 50).slowly(0.05))

    parts = await parts_of(model_of(server, Patience(total_s=0.3)).reply(request("go")))

    assert failed(parts).code == "model_timeout"


async def test_closing_the_reply_closes_the_request(serve: Serve, model_of: ModelOf) -> None:
    server = serve(Reply([chunk("one")], end="silence"))
    reply = cast("AsyncGenerator[ReplyPart, None]", model_of(server).reply(request("go")))

    async with aclosing(reply):
        assert await anext(reply) == TextDelta("one")

    assert await asyncio.to_thread(server.left.wait, 5)


async def test_cancelling_the_task_closes_the_request(serve: Serve, model_of: ModelOf) -> None:
    server = serve(Reply([chunk("one")], end="silence"))
    task = asyncio.create_task(parts_of(model_of(server).reply(request("go"))))
    assert await asyncio.to_thread(server.was_asked.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert await asyncio.to_thread(server.left.wait, 5)


async def test_words_arrive_while_the_rest_is_still_coming(serve: Serve, model_of: ModelOf) -> None:
    server = serve(Reply([chunk("first")], end="silence"))
    reply = cast("AsyncGenerator[ReplyPart, None]", model_of(server).reply(request("go")))

    async with aclosing(reply):
        first = await asyncio.wait_for(anext(reply), 5)

    assert first == TextDelta("first")


async def test_a_server_that_refuses_to_count_is_asked_plainly(
    serve: Serve, model_of: ModelOf
) -> None:
    refusal = fails(400, {"error": {"message": "Unrecognized request argument: stream_options"}})
    server = serve(refusal, "fine")

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "fine"
    assert "stream_options" not in server.asked[1].body
