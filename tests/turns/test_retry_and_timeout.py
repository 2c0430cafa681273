"""Reads are tried once more, writes never; what a timeout leaves behind depends on which it was."""

import asyncio
from dataclasses import replace

import pytest
from dependency_injector import providers
from returns.result import Result

from application.toolkit.catalogue import catalogue_of
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure
from domain.confirmation import Outcome
from domain.plan import Plan
from domain.risk import ToolRisk
from domain.superset import SupersetFault
from entrypoints.container.wiring import Container
from turns.stand_ins import DONE, StandIn, Word
from turns.world import Json, World, call, every, only, types

SEARCH = call("search_dashboards", env_id="ss-dev")
TRANSIENT = [SupersetFault.GATEWAY, SupersetFault.UNREACHABLE]


@pytest.mark.parametrize("fault", TRANSIENT)
async def test_first_attempt_502(fault: SupersetFault) -> None:
    world = World([[SEARCH], "Here."])
    world.dev.fail_next(fault, "dashboards.all")
    events = await world.send("find")
    assert types(events)[2:5] == ["tool_start", "tool_retry", "tool_end"]
    retry = only(events, "tool_retry")
    assert (retry["attempt"], retry["max_retries"], retry["delay_s"]) == (1, 1, 1.0)
    assert world.clock.slept == [1.0]


@pytest.mark.parametrize("fault", TRANSIENT)
async def test_both_attempts_502(fault: SupersetFault) -> None:
    world = World([[SEARCH], "It is down."])
    world.dev.fail_next(fault, "dashboards.all", times=2)
    events = await world.send("find")
    assert types(events)[2:5] == ["tool_start", "tool_retry", "tool_error"]
    error = only(events, "tool_error")
    assert error["retry_exhausted"] is True
    assert error["status_unknown"] is False
    assert world.dev.calls["dashboards.all"] == 2
    assert only(events, "done")["finish_reason"] == "stop"


async def test_an_answer_that_is_an_error_is_not_asked_for_again() -> None:
    """Superset answers 500 for bad SQL: that is an answer."""
    world = World(
        [[call("superset_execute_sql", database_id="1", sql="SELECT nope FROM orders")], "."]
    )
    events = await world.send("run")
    assert not every(events, "tool_retry")
    assert only(events, "tool_error")["retry_exhausted"] is False
    assert world.dev.calls["sql_lab.run"] == 1


@pytest.mark.parametrize("fault", TRANSIENT)
async def test_a_blip_before_a_query_is_ridden_out_too(fault: SupersetFault) -> None:
    """The dialect of a query is looked up before it is judged; that is a read as well."""
    query = call("superset_execute_sql", database_id="1", sql="SELECT 1", env_id="ss-dev")
    world = World([[query], "One."])
    world.dev.fail_next(fault, "databases.all")
    events = await world.send("run", env_id=None)
    assert only(events, "tool_retry")["tool_name"] == "superset_execute_sql"
    assert only(events, "tool_end")


async def test_write_tool_502() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1")], "Unknown."])
    await world.send("delete 1")
    world.dev.fail_next(SupersetFault.GATEWAY, "dashboards.delete")
    events = await world.decide()
    assert not every(events, "tool_retry")
    error = only(events, "tool_error")
    assert (error["is_write_tool"], error["status_unknown"]) == (True, True)
    assert world.dev.calls["dashboards.delete"] == 1
    (record,) = world.tables.executions.values()
    assert record.outcome is Outcome.UNKNOWN


async def test_a_write_that_never_left_is_not_tried_again_either() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1")], "Failed."])
    await world.send("delete 1")
    world.dev.fail_next(SupersetFault.UNREACHABLE, "dashboards.delete")
    events = await world.decide()
    assert not every(events, "tool_retry")
    assert only(events, "tool_error")["status_unknown"] is False
    assert "1" in world.dev.dashboards


async def test_tool_completes_under_timeout() -> None:
    read = StandIn("look", timeout_s=5.0)
    world = World([[call("look", word="a")], "Seen."], more_tools=[read.tool])
    events = await world.send("look")
    assert types(events)[2:4] == ["tool_start", "tool_end"]


async def test_read_tool_exceeds_30s() -> None:
    read = StandIn("look", is_open=False, timeout_s=0.02)
    world = World([[call("look")], "Too slow."], more_tools=[read.tool])
    events = await world.send("look")
    late = only(events, "tool_timeout")
    assert (late["retryable"], late["status_unknown"], late["is_write_tool"]) == (
        True,
        False,
        False,
    )
    assert late["timeout_s"] == 0.02
    assert len(read.runs) == 1
    assert only(events, "done")["finish_reason"] == "stop"


async def test_write_tool_exceeds_30s() -> None:
    write = StandIn("change", ToolRisk.WRITE, is_open=False, timeout_s=0.02)
    world = World([[call("change")], "Unknown."], more_tools=[write.tool])
    await world.send("change")
    events = await world.decide()
    late = only(events, "tool_timeout")
    assert (late["retryable"], late["status_unknown"], late["is_write_tool"]) == (
        False,
        True,
        True,
    )
    (record,) = world.tables.executions.values()
    assert record.outcome is Outcome.UNKNOWN
    assert "not known" in world.told(late["call_id"])
    (executed,) = world.audited("execution")
    assert executed["outcome"] == "unknown"
    assert len(write.runs) == 1


async def test_the_services_own_limit_holds_where_a_tool_has_none() -> None:
    read = StandIn("look", is_open=False)
    world = World([[call("look")], "Too slow."], more_tools=[read.tool], timeout_s=0.02)
    events = await world.send("look")
    assert only(events, "tool_timeout")["timeout_s"] == 0.02


async def test_a_transient_failure_of_a_write_is_never_retried() -> None:
    failure = ToolFailure(DONE, FailureKind.TRANSIENT)
    write = StandIn("change", ToolRisk.WRITE, outcome=failure)
    world = World([[call("change")], "Failed."], more_tools=[write.tool])
    await world.send("change")
    events = await world.decide()
    assert only(events, "tool_error")
    assert len(write.runs) == 1


async def never(*_: object) -> Json:
    await asyncio.Event().wait()
    raise AssertionError("nobody waits that long")


async def test_a_plan_without_end_is_given_up_and_the_turn_goes_on() -> None:
    """A Superset whose lists never end must not hold a conversation for ever."""
    write = StandIn("change", ToolRisk.WRITE)
    world = World(
        [[call("change")], "It is slow."],
        more_tools=[replace(write.tool, plan=never)],
        timeout_s=0.02,
    )
    events = await world.send("change")
    assert types(events)[2:] == ["tool_error", "token", "done"]
    error = only(events, "tool_error")
    assert (error["is_write_tool"], error["status_unknown"]) == (True, False)
    assert "was not prepared" in error["message"]
    assert not write.runs


async def test_a_plan_without_end_after_the_yes_runs_nothing() -> None:
    plans = []
    write = StandIn("change", ToolRisk.WRITE)

    async def once(args: Word, ctx: ToolContext) -> Result[Plan, ToolFailure]:
        plans.append(args)
        return await (write._plan(args, ctx) if len(plans) == 1 else never())

    world = World(
        [[call("change")], "It is slow."],
        more_tools=[replace(write.tool, plan=once)],
        timeout_s=0.02,
    )
    await world.send("change")
    events = await world.decide()
    assert only(events, "confirm_resolved")["decision"] == "cancelled"
    assert "was not prepared" in only(events, "tool_error")["message"]
    assert not write.runs


def endless_dialect(container: Container) -> None:
    known = container.catalogue().tools.values()
    slow = [replace(t, dialect=never) if t.dialect is not None else t for t in known]
    container.catalogue.override(providers.Object(catalogue_of(slow)))


async def test_a_look_before_the_judge_without_end_is_given_up() -> None:
    query = call("superset_execute_sql", database_id="1", sql="SELECT 1", env_id="ss-dev")
    world = World([[query], "It is slow."], timeout_s=0.02, adjust=endless_dialect)
    events = await world.send("run", env_id=None)
    assert "was not prepared" in only(events, "tool_error")["message"]
