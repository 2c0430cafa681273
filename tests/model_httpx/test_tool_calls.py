"""Tool calls as servers stream them, by the cases of the stored list."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from adapters.model_httpx.language_model import HttpLanguageModel
from application.ports.language_model import CallProposed
from contracts.language_model import ended, parts_of, request, text_of
from domain.conversation import ChatCall, ChatMessage
from model_server import DONE, ModelServer, event, raw

Serve: TypeAlias = Callable[..., ModelServer]
ModelOf: TypeAlias = Callable[..., HttpLanguageModel]


def fragment(
    name: str | None = None, arguments: object = None, **more: object
) -> Mapping[str, object]:
    """One entry of tool_calls; what is None is left out."""
    function = {"name": name, "arguments": arguments}
    return {
        **more,
        "function": {key: value for key, value in function.items() if value is not None},
    }


def delta(*entries: Mapping[str, object], **more: object) -> bytes:
    return event({"choices": [{"index": 0, "delta": {**more, "tool_calls": list(entries)}}]})


def finish(reason: str) -> bytes:
    return event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})


@pytest.fixture
def proposed(serve: Serve, model_of: ModelOf) -> Callable[..., Any]:
    """The calls that a stream of these events proposes."""

    async def proposed(*events: bytes) -> tuple[CallProposed, ...]:
        server = serve(raw(*events, DONE))
        return ended(await parts_of(model_of(server).reply(request("go")))).calls

    return proposed


def said(calls: tuple[CallProposed, ...]) -> list[tuple[str, Mapping[str, Any] | None]]:
    assert len({call.call_id for call in calls} - {""}) == len(calls)
    return [(call.tool_name, call.arguments) for call in calls]


async def test_l02_two_calls_in_one_delta_without_index(proposed: Callable[..., Any]) -> None:
    calls = await proposed(
        delta(fragment("get_chart", '{"id":1}', id="a"), fragment("get_chart", '{"id":2}', id="b"))
    )

    assert said(calls) == [("get_chart", {"id": 1}), ("get_chart", {"id": 2})]


async def test_l02_an_index_that_shows_up_later_continues_its_call(
    proposed: Callable[..., Any],
) -> None:
    calls = await proposed(
        delta(fragment("get_chart", '{"id":', id="a"), fragment("get_chart", '{"id":', id="b")),
        delta(fragment(None, "2}", index=1)),
        delta(fragment(None, "1}", index=0)),
    )

    assert said(calls) == [("get_chart", {"id": 1}), ("get_chart", {"id": 2})]


async def test_l03_every_call_at_index_0_with_its_own_id(proposed: Callable[..., Any]) -> None:
    calls = await proposed(
        delta(fragment("delete_chart", '{"id":1}', index=0, id="x1")),
        delta(fragment("delete_chart", '{"id":2}', index=0, id="x2")),
    )

    assert said(calls) == [("delete_chart", {"id": 1}), ("delete_chart", {"id": 2})]


async def test_l04_complete_objects_at_one_index_without_ids(proposed: Callable[..., Any]) -> None:
    calls = await proposed(
        delta(fragment("get_dataset", '{"q":"a"}', index=0)),
        delta(fragment("get_dataset", '{"q":', index=0)),
        delta(fragment(None, '"b"}', index=0)),
    )

    assert said(calls) == [("get_dataset", {"q": "a"}), ("get_dataset", {"q": "b"})]


async def test_an_id_that_changes_with_every_piece_continues_the_call(
    proposed: Callable[..., Any],
) -> None:
    calls = await proposed(
        delta(fragment("run_sql", '{"sql":', index=0, id="a")),
        delta(fragment(None, '"select 1"}', index=0, id="b")),
    )

    assert said(calls) == [("run_sql", {"sql": "select 1"})]


async def test_a_name_repeated_in_every_delta_is_set_once(proposed: Callable[..., Any]) -> None:
    """llama.cpp's Python server: one id, index 0, the name in every delta, explicit nulls."""
    calls = await proposed(
        *(
            delta(
                fragment("run_sql", part, index=0, id="call_0", type="function"),
                role=None,
                content=None,
                function_call={"name": "run_sql", "arguments": part},
            )
            for part in ("", '{"sql"', ': "select', ' 1"}')
        )
    )

    assert said(calls) == [("run_sql", {"sql": "select 1"})]


async def test_l06_arguments_as_an_object(proposed: Callable[..., Any]) -> None:
    calls = await proposed(
        delta(fragment("delete_dashboard", {"id": 5, "environment": "dev"}, index=0, id="c"))
    )

    assert said(calls) == [("delete_dashboard", {"id": 5, "environment": "dev"})]


@pytest.mark.parametrize("arguments", [["a"], 5, True, "[1]", '"text"', "3"])
async def test_l06_arguments_that_are_no_object_are_a_problem(
    proposed: Callable[..., Any], arguments: object
) -> None:
    (call,) = await proposed(delta(fragment("run_sql", arguments, index=0, id="c")))

    assert (call.arguments, call.problem) == (None, "not_an_object")


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_l15_a_cut_off_reply_runs_no_call_although_it_parses(
    proposed: Callable[..., Any], reason: str
) -> None:
    (call,) = await proposed(
        delta(fragment("run_sql", '{"sql":"DELETE FROM t"}', index=0, id="c")), finish(reason)
    )

    assert (call.tool_name, call.arguments, call.problem) == ("run_sql", None, "truncated")


async def test_l16_half_a_call_is_not_executed_and_replays_as_json(
    serve: Serve, model_of: ModelOf
) -> None:
    half = delta(fragment("create_dataset", '{"sql":"SELECT \'abc', index=0, id="c"))
    server = serve(raw(half, finish("tool_calls"), DONE), "Once more, then.")
    model = model_of(server)

    (call,) = ended(await parts_of(model.reply(request("create it")))).calls
    history = (
        ChatMessage("user", "create it"),
        ChatMessage("assistant", "", (ChatCall(call.call_id, call.tool_name, {}),)),
        ChatMessage("tool", "The arguments are no JSON.", call_id=call.call_id),
    )
    again = await parts_of(model.reply(request(*history)))

    assert (call.arguments, call.problem) == (None, "invalid_json")
    assert text_of(again) == "Once more, then."
    assert server.rejected == []


@pytest.mark.parametrize("arguments", ["", "  ", None, "null", "{}"])
async def test_l17_no_arguments_are_an_empty_object(
    proposed: Callable[..., Any], arguments: str | None
) -> None:
    calls = await proposed(delta(fragment("list_environments", arguments, index=0, id="c")))

    assert said(calls) == [("list_environments", {})]


async def test_two_calls_without_arguments_ids_and_index(proposed: Callable[..., Any]) -> None:
    calls = await proposed(
        delta(fragment("list_environments", "")), delta(fragment("get_health_summary", ""))
    )

    assert said(calls) == [("list_environments", {}), ("get_health_summary", {})]


async def test_l21_one_chunk_with_thoughts_words_and_a_call(
    serve: Serve, model_of: ModelOf
) -> None:
    mixed = delta(
        fragment("list_charts", "{}", index=0, id="c"), reasoning_content="hm", content="Смотрю."
    )

    parts = await parts_of(model_of(serve(raw(mixed, DONE))).reply(request("go")))

    assert text_of(parts) == "Смотрю."
    assert said(ended(parts).calls) == [("list_charts", {})]


async def test_a_lone_half_of_a_character_is_replaced(proposed: Callable[..., Any]) -> None:
    """It could neither be stored nor sent."""
    calls = await proposed(delta(fragment("run_sql", '{"sql": "a\\ud83db"}', index=0, id="c")))

    assert said(calls) == [("run_sql", {"sql": "a\ufffdb"})]


@pytest.mark.parametrize("text", ['{"a": NaN}', "{" * 5000, '{"a": 1} {"b": 2}'])
async def test_what_python_alone_takes_for_json_is_a_problem(
    proposed: Callable[..., Any], text: str
) -> None:
    (call,) = await proposed(delta(fragment("run_sql", text, index=0, id="c")))

    assert (call.arguments, call.problem) == (None, "invalid_json")


async def test_a_call_written_as_text_is_text(serve: Serve, model_of: ModelOf) -> None:
    """H11, L19: nothing that is said is taken for a call."""
    text = '<tool_call>{"name": "delete_dashboard", "arguments": {"id": 1}}</tool_call>'
    said_so = event({"choices": [{"delta": {"content": f"<think>{text}</think>{text}"}}]})

    parts = await parts_of(model_of(serve(raw(said_so, DONE))).reply(request("go")))

    assert ended(parts).calls == ()
    assert text_of(parts) == text


async def test_ids_of_the_server_are_not_taken_over(serve: Serve, model_of: ModelOf) -> None:
    """llama.cpp's Python server has one id for all calls of all replies; ours differ."""
    reply = raw(delta(fragment("list_environments", "{}", index=0, id="call_0")), DONE)
    model = model_of(serve(reply, reply))

    ids = {ended(await parts_of(model.reply(request("go")))).calls[0].call_id for _ in range(2)}

    assert len(ids) == 2
    assert all(len(call_id) == 9 and call_id.isalnum() for call_id in ids)
