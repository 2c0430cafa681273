"""A model that is wrong, slow, broken or repeats itself does no harm, and the turn ends."""

import pytest

from application.ports.language_model import CallProposed, ReplyFailed
from application.turn.state import MAX_CALLS
from domain.confirmation import ConfirmationState, Outcome
from domain.risk import ToolRisk
from domain.superset import SupersetFault
from turns.stand_ins import BrokenModel, StandIn
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")
BUSY = ReplyFailed("model_unavailable", "http://model.example/v1", "upstream busy")


async def test_a_turn_asks_the_model_twelve_times_at_most() -> None:
    world = World([[call("search_dashboards", query=str(n))] for n in range(20)])
    events = await world.send("find everything")
    assert len(world.scripted.requests) == 12
    done = only(events, "done")
    assert done["finish_reason"] == "limit"
    assert "12" in done["text"]
    assert done["usage"]["model_calls"] == 12
    assert len(every(events, "tool_end")) == 12


async def test_the_limit_holds_over_decisions_too() -> None:
    world = World(
        [
            [
                call(
                    "superset_execute_sql",
                    database_id="2",
                    sql=f"DELETE FROM orders WHERE id = {n}",
                )
            ]
            for n in range(20)
        ]
    )
    events = await world.send("delete them")
    for _ in range(12):
        events = await world.decide()
    assert only(events, "done")["finish_reason"] == "limit"
    assert len(world.scripted.requests) == 12
    assert world.dev.calls["sql_lab.run"] == 12


async def test_the_same_call_again_and_again_stops_running() -> None:
    world = World([*[[call("search_dashboards", query="a")] for _ in range(5)], "Enough."])
    events = await world.send("find a")
    assert len(every(events, "tool_start")) == 3
    errors = every(events, "tool_error")
    assert len(errors) == 2
    assert "does not run again" in errors[0]["message"]


async def test_the_same_call_many_times_in_one_reply_stops_too() -> None:
    world = World([[call("search_dashboards")] * 6, "Enough."])
    events = await world.send("find")
    assert (len(every(events, "tool_start")), len(every(events, "tool_error"))) == (3, 3)


async def test_a_long_turn_keeps_the_question_that_it_is_about() -> None:
    """Sixty messages are remembered; the person's own is never the one that falls out."""
    batches: list[Json] = [
        [call("search_dashboards", query=f"{turn} {n}") for n in range(9)] for turn in range(8)
    ]
    world = World([*batches, "Done."])
    await world.send("look at seventy-two things")
    for request in world.scripted.requests:
        assert request.messages[0].content == "look at seventy-two things"


async def test_a_failure_in_the_middle_keeps_the_text_and_runs_nothing() -> None:
    """L14."""
    world = World([["The time is", DELETE, BUSY], "Hello again."])
    events = await world.send("what time?")
    assert types(events)[2:] == ["token", "error", "done"]
    error = only(events, "error")
    assert (error["code"], error["status"]) == ("model_unavailable", 502)
    assert "http://model.example/v1" in error["message"]
    done = only(events, "done")
    assert (done["finish_reason"], done["text"]) == ("error", "The time is")
    assert not world.tables.confirmations
    assert only(await world.send("again"), "done")["text"] == "Hello again."
    assert "The time is …" in [m.content for m in world.scripted.requests[1].messages]


@pytest.mark.parametrize(
    "code", ["model_unavailable", "model_refused", "model_timeout", "model_answer_invalid"]
)
async def test_a_model_that_does_not_answer_is_one_clear_sentence(code: Json) -> None:
    world = World([ReplyFailed(code, "http://model.example/v1"), "Hello."])
    events = await world.send("hi")
    assert types(events)[2:] == ["error", "done"]
    assert only(events, "error")["code"] == code
    assert only(await world.send("hi"), "done")["text"] == "Hello."


async def test_a_call_cut_at_the_output_limit_neither_runs_nor_asks() -> None:
    """L15: SQL that was cut before its WHERE."""
    cut = CallProposed("c", "superset_execute_sql", None, "truncated")
    world = World([[cut], "Smaller then."])
    events = await world.send("clean up")
    assert "cut off" in only(events, "tool_error")["message"]
    assert not world.tables.confirmations
    assert "smaller" in world.scripted.requests[1].messages[-1].content


async def test_a_tool_with_a_bug_ends_the_turn_and_not_the_conversation() -> None:
    """G07."""
    broken = StandIn("broken", outcome=ValueError("a bug"))
    good = StandIn("good", is_open=False)
    world = World([[call("broken"), call("good")], "Hello."], more_tools=[broken.tool, good.tool])
    events = await world.send("break")
    assert types(events)[-2:] == ["error", "done"]
    error = only(events, "error")
    assert (error["code"], error["status"]) == ("internal", 500)
    assert "a bug" not in str(events)
    assert only(await world.send("and now?"), "done")["text"] == "Hello."
    assert len([m for m in world.scripted.requests[1].messages if m.role == "tool"]) == 2


async def test_a_tool_that_runs_out_of_time_by_itself_is_a_timeout() -> None:
    late = StandIn("late", outcome=TimeoutError())
    world = World([[call("late")], "Slow."], more_tools=[late.tool])
    assert only(await world.send("go"), "tool_timeout")["retryable"] is True


async def test_a_write_with_a_bug_is_unknown_and_never_said_not_to_have_run() -> None:
    broken = StandIn("change", ToolRisk.WRITE, outcome=ValueError("a bug"))
    world = World([[call("change"), call("change", word="b")], "Hello."], more_tools=[broken.tool])
    await world.send("change")
    events = await world.decide()
    error = every(events, "tool_error")[0]
    assert (error["status_unknown"], error["is_write_tool"]) == (True, True)
    assert types(events)[-2:] == ["error", "done"]
    (record,) = world.tables.executions.values()
    assert record.outcome is Outcome.UNKNOWN
    assert world.audited("execution")[-1]["outcome"] == "unknown"
    assert "Not run" not in world.told(error["call_id"])
    assert broken.runs == [""]
    assert only(await world.send("and now?"), "done")["text"] == "Hello."


async def test_a_bug_between_a_yes_and_its_begin_leaves_nothing_claimed() -> None:
    """H03: never answered and gone."""
    write = StandIn("change", ToolRisk.WRITE)
    world = World([[call("change")], "Hello."], more_tools=[write.tool])
    await world.send("change")

    async def broken(*_: Json) -> Json:
        raise ValueError("a bug")

    object.__setattr__(world.container.review(), "make_plan", broken)
    events = await world.decide()
    assert types(events)[-2:] == ["error", "done"]
    assert only(events, "confirm_resolved")["decision"] == "cancelled"
    (confirmation,) = world.tables.confirmations.values()
    assert confirmation.state is ConfirmationState.CLOSED
    assert not write.runs
    assert only(await world.send("and now?"), "done")["text"] == "Hello."


async def test_call_ids_are_ours_and_never_come_twice() -> None:
    same = CallProposed("call_0", "search_dashboards", {})
    world = World([[same], "One.", [same], "Two."])
    first = await world.send("a")
    second = await world.send("b")
    ids = [only(events, "tool_start")["call_id"] for events in (first, second)]
    assert len(set(ids)) == 2
    assert "call_0" not in ids
    assert len(world.tables.results) == 2


@pytest.mark.parametrize("reply", ["", [""], [call("search_dashboards"), ""]])
async def test_an_empty_answer_is_an_end(reply: Json) -> None:
    world = World([reply, "Hello."])
    events = await world.send("hi")
    assert only(events, "done")["finish_reason"] == "stop"


async def test_a_lost_checkpoint_is_an_error_and_not_a_hang() -> None:
    world = World([[DELETE], "Hello."])
    await world.send("delete")
    for turn_id in await world.checkpoints.known():
        await world.checkpoints.forget(turn_id)
    events = await world.decide()
    assert types(events)[-2:] == ["error", "done"]
    assert "1" in world.dev.dashboards
    assert only(await world.send("hi"), "done")["text"] == "Hello."


@pytest.mark.parametrize("odd", [2**70, "\ud800", [[2**64]]])
async def test_arguments_that_cannot_be_kept_run_nothing(odd: object) -> None:
    world = World([[call("delete_dashboard", dashboard_id=odd)], "Sorry."])
    events = await world.send("delete it")
    assert "delete_dashboard" in only(events, "tool_error")["message"]
    assert only(events, "done")["finish_reason"] == "stop"


async def test_a_bug_after_three_tokens_ends_the_turn_once() -> None:
    """E14."""
    world = World([], given_model=BrokenModel(["The ", "time ", "is"]))
    events = await world.send("what time?")
    assert types(events)[2:] == ["token", "error", "done"]
    assert only(events, "error")["code"] == "internal"
    assert only(events, "done")["text"] == "The time is"
    assert types(await world.send("again"))[-2:] == ["error", "done"]


async def test_an_approval_while_the_superset_is_down_fails_in_the_open() -> None:
    """H03."""
    world = World([[DELETE], "It is down.", [DELETE], "Gone."])
    await world.send("delete")
    world.dev.fail_next(SupersetFault.UNREACHABLE, times=50)
    events = await world.decide()
    assert only(events, "tool_error")
    assert types(events)[-1] == "done"
    assert "1" in world.dev.dashboards
    world.dev.troubles.clear()
    await world.send("once more")
    assert only(await world.decide(), "tool_end")


async def test_an_approval_while_the_model_is_down_runs_and_says_so() -> None:
    """H03."""
    world = World([[DELETE], BUSY, "Hello again."])
    await world.send("delete")
    events = await world.decide()
    assert types(events) == ["confirm_resolved", "tool_start", "tool_end", "error", "done"]
    assert "1" not in world.dev.dashboards
    assert only(await world.send("and?"), "done")["text"] == "Hello again."


async def test_thousands_of_calls_at_once_are_not_taken() -> None:
    """Neither Superset nor the conversation is flooded by one answer of a model."""
    flood = [call("search_dashboards", query=str(number)) for number in range(5000)]
    world = World([flood, "That was much."])
    events = await world.send("search")
    assert world.dev.calls["dashboards.all"] == MAX_CALLS
    assert len(every(events, "tool_end")) == MAX_CALLS
    assert "did not run" in only(events, "tool_error")["message"]
    assert only(events, "done")["finish_reason"] == "stop"
