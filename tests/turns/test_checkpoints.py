"""What is kept of a turn: plain JSON, while it waits, and nothing of it afterwards."""

import asyncio
import json
from pathlib import Path

import pytest

from adapters.memory.tables import Tables
from adapters.turns_langgraph.savers import SaverCheckpoints, SqliteCheckpoints, thread
from application.ports.turn_runner import Message
from domain.confirmation import ExecutionRecord, Outcome, Verdict
from domain.risk import ToolRisk
from turns.stand_ins import ObedientModel, StandIn
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")


def check_plain(value: Json) -> None:
    """Exactly what JSON gives back: no enum, no tuple, no object of ours."""
    if type(value) is dict:
        assert all(type(key) is str for key in value)
        for inner in value.values():
            check_plain(inner)
    elif type(value) is list:
        for inner in value:
            check_plain(inner)
    else:
        assert value is None or type(value) in {str, int, float, bool}, repr(value)


async def kept(checkpoints: SaverCheckpoints) -> dict[str, Json]:
    (turn_id,) = await checkpoints.known()
    found = await checkpoints.saver.aget_tuple(thread(turn_id))
    assert found is not None
    values = found.checkpoint["channel_values"]
    return {name: value for name, value in values.items() if ":" not in name}


async def test_a_waiting_turn_is_plain_json_without_secrets() -> None:
    """G09."""
    page = {"objectType": "dashboard", "objectId": "1", "envId": "ss-dev"}
    world = World([["Shall I?", call("search_dashboards"), DELETE], "Done."])
    session = world.session()
    await world.send("delete 1", session=session, ui_context=page)
    state = await kept(world.checkpoints)
    check_plain(state)
    assert json.loads(json.dumps(state)) == state
    written = json.dumps(state)
    assert session.token not in written
    assert '"role"' not in written
    assert session.caller.token_id not in written


@pytest.mark.parametrize("risk", ["read", "unknown", None])
async def test_a_kept_risk_is_not_believed(risk: Json) -> None:
    """G09: what was lost or changed on the way back is judged again."""
    again = call("delete_dashboard", dashboard_id="3")
    world = World([[DELETE, again], "Done."])
    await world.send("delete 1 and 3")
    (turn_id,) = await world.checkpoints.known()
    found = await world.checkpoints.saver.aget_tuple(thread(turn_id))
    assert found is not None
    for kept_call in found.checkpoint["channel_values"]["calls"]:
        kept_call["risk"] = risk
    place = found.parent_config or {"configurable": {"thread_id": turn_id, "checkpoint_ns": ""}}
    versions = {"calls": found.checkpoint["channel_versions"]["calls"]}
    await world.checkpoints.saver.aput(place, found.checkpoint, found.metadata, versions)
    assert {each["risk"] for each in (await kept(world.checkpoints))["calls"]} == {risk}
    events = await world.decide(Verdict.DENY)
    assert only(events, "confirm_required")["metadata"]["dangerous"] is True
    assert len(world.dev.dashboards) == 3


async def test_results_of_tools_are_not_in_it() -> None:
    """G10: only what decides how the turn goes on; results live in their own table."""
    sql = call("superset_execute_sql", database_id="1", sql="SELECT region FROM orders")
    world = World([[sql, DELETE], "Done."])
    await world.send("delete 1")
    written = json.dumps(await kept(world.checkpoints))
    assert "North" not in written


async def test_one_checkpoint_is_kept_of_a_wait_and_none_of_an_end() -> None:
    world = World([["Hm.", DELETE], "Done."])
    await world.send("delete 1")
    listed = [found async for found in world.checkpoints.saver.alist(None)]
    assert len(listed) == 1
    await world.decide()
    assert [found async for found in world.checkpoints.saver.alist(None)] == []


@pytest.mark.parametrize("verdict", [Verdict.APPROVE, Verdict.DENY])
async def test_a_waiting_turn_outlives_the_process(tmp_path: Path, verdict: Verdict) -> None:
    """A new runner on the same files; the question is answered as if nothing had happened."""
    path, tables = tmp_path / "checkpoints.sqlite", Tables()
    async with SqliteCheckpoints.opened(path) as checkpoints:
        before = World(
            [["Shall I?", DELETE], "Never said."], tables=tables, checkpoints=checkpoints
        )
        await before.send("delete 1")
    async with SqliteCheckpoints.opened(path) as checkpoints:
        after = World(
            ["That is that."],
            tables=tables,
            checkpoints=checkpoints,
            dev=before.dev,
            records=before.records,
        )
        after.clock._made = 1000
        after.conversation_id = before.conversation_id
        await after.runner.recover()
        events = await after.decide(verdict)
        assert types(events)[-2:] == ["token", "done"]
        assert only(events, "done")["text"] == "Shall I?That is that."
        assert only(events, "done")["usage"]["model_calls"] == 2
        assert len(every(await after.said(), "turn_started")) == 1
        assert ("1" in after.dev.dashboards) is (verdict is Verdict.DENY)
        assert await checkpoints.known() == ()


async def test_a_restart_forgets_what_nobody_waits_for(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.sqlite"
    async with SqliteCheckpoints.opened(path) as checkpoints:
        gone = World([[DELETE]], checkpoints=checkpoints)
        await gone.send("delete 1")
    async with SqliteCheckpoints.opened(path) as checkpoints:
        fresh = World(["Hello."], checkpoints=checkpoints)
        assert len(await checkpoints.known()) == 1
        await fresh.runner.recover()
        assert await checkpoints.known() == ()


async def stopped_during_a_write() -> tuple[World, StandIn]:
    """The service was stopped with a write under way that would not end."""
    write = StandIn("change", ToolRisk.WRITE, is_open=False)
    world = World([[call("change"), DELETE], "Hello."], more_tools=[write.tool])
    await world.send("change")
    await world.try_decide(await world.waiting())
    await write.began.wait()
    await world.runner.drain(0)
    return world, write


async def test_a_restart_settles_an_unknown_write_once() -> None:
    """However often the service starts, the person is told once."""
    stopped, write = await stopped_during_a_write()
    for _ in range(3):
        world = World(
            ["Hello."],
            tables=stopped.tables,
            more_tools=[write.tool],
            checkpoints=stopped.checkpoints,
        )
        world.clock._made = 1000
        world.conversation_id = stopped.conversation_id
        await world.runner.recover()
        await world.settle()
    said = await world.said()
    assert types(said)[-4:] == ["tool_start", "tool_error", "error", "done"]
    assert only(said, "tool_error")["status_unknown"] is True
    assert only(said, "error")["code"] == "interrupted"
    (record,) = world.tables.executions.values()
    assert record.outcome is Outcome.UNKNOWN
    assert write.runs == [""]
    assert only(await world.send("and now?"), "done")["text"] == "Hello."


async def test_a_write_that_was_recorded_but_not_told_is_told_after_a_restart() -> None:
    """Killed between the record of the result and its event."""
    stopped, write = await stopped_during_a_write()
    (confirmation,) = stopped.tables.confirmations.values()
    await stopped.container.confirmations().record(
        ExecutionRecord(confirmation.id, confirmation.id, Outcome.DONE, stopped.clock.now())
    )
    world = World([], tables=stopped.tables, more_tools=[write.tool])
    world.conversation_id = stopped.conversation_id
    await world.runner.recover()
    await world.settle()
    error = only(await world.said(), "tool_error")
    assert (error["tool_name"], error["status_unknown"]) == ("change", True)
    (record,) = world.tables.executions.values()
    assert record.outcome is Outcome.DONE


async def test_twenty_conversations_share_one_file(tmp_path: Path) -> None:
    """G08: nobody waits in vain for a lock, and no turn is lost."""
    write = StandIn("change", ToolRisk.WRITE, moves=False)
    async with SqliteCheckpoints.opened(tmp_path / "checkpoints.sqlite") as checkpoints:
        model = ObedientModel(call("change"))
        world = World([], given_model=model, more_tools=[write.tool], checkpoints=checkpoints)
        session = world.session()

        async def one(number: int) -> str:
            started = await world.runner.start(Message(str(number), env_id="ss-dev"), session)
            return str(started.unwrap().conversation_id)

        conversations = await asyncio.gather(*map(one, range(20)))
        await world.settle()
        for world.conversation_id in conversations:
            events = await world.decide(session=session)
            assert only(events, "done")["finish_reason"] == "stop"
        assert len(write.runs) == 20
        assert await checkpoints.known() == ()
