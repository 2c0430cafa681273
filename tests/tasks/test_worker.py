"""Tasks from a conversation to their end: reported, checked, stopped."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.memory.task_queue import MemoryTaskQueue
from application.toolkit.failure import FailureKind, ToolFailure
from domain.identity import Caller
from domain.roles import Role
from domain.tasks import NewTask, Task, TaskState
from domain.texts import text
from tasks.counting import Counting, final, fixable, unknown
from turns.world import World, call, only

Json = Any


@pytest.fixture
def counting(tmp_path: Path) -> Counting:
    return Counting(tmp_path / "counted", {})


async def serving(counting: Counting, *, writes: bool = False, says: str = "Started.") -> World:
    """A world where the tool is in the catalogue and tasks are worked on."""
    world = World([[call("count_things", upto=3)], says], more_tools=[counting.tool(writes=writes)])
    await world.tasks.serve(world.container.task_worker().work)
    return world


async def started(world: World, *, approve: bool) -> Task:
    """Start the task through the chat; its end."""
    events = await world.send("count to three")
    if approve:
        events = await world.decide()
    end = only(events, "tool_end")
    result = await world.container.results().get(end["call_id"], world.session().caller.user)
    value: Json = result.unwrap().value
    task = await world.tasks.wait(value["task_id"], 10)
    assert task is not None
    return task


async def progress(world: World) -> list[Json]:
    events = await world.container.feed().replay(str(world.conversation_id))
    return [event.data for event in events if event.type == "task_progress"]


async def test_task_runs_on_after_the_turn(counting: Counting) -> None:
    world = await serving(counting)
    task = await started(world, approve=False)
    assert (task.state, task.done, task.total) == (TaskState.SUCCEEDED, 3, 3)
    assert task.result == [0, 1, 2]
    assert task.summary == {"en": "done", "ru": "выполнена"}
    assert [line.text["ru"] for line in task.log] == ["выполнена"] * 4
    assert counting.lines == [f"{task.id} {n}" for n in range(3)]


async def test_progress_is_told_to_the_conversation(counting: Counting) -> None:
    world = await serving(counting)
    task = await started(world, approve=False)
    told = await progress(world)
    assert {e["task_id"] for e in told} == {task.id}
    assert told[0] | {"at": ""} == {
        "type": "task_progress",
        "conversation_id": world.conversation_id,
        "turn_id": told[0]["turn_id"],
        "at": "",
        "task_id": task.id,
        "tool_name": "count_things",
        "done": 0,
        "total": 3,
        "note": "№ 0",
    }
    assert (told[-1]["done"], told[-1]["note"]) == (3, "done")


async def test_deleted_conversation_gets_no_more_events(counting: Counting) -> None:
    world = await serving(counting)
    session = world.session()
    order = _order(session.caller, conversation_id="gone", turn_id="t")
    await world.tasks.start(order)
    await world.tasks.wait(order.id, 10)
    assert await world.container.feed().replay("gone") == ()


async def test_approved_task_has_the_id_of_its_action(counting: Counting) -> None:
    world = await serving(counting, writes=True)
    events = await world.send("count to three")
    action_id = only(events, "confirm_required")["metadata"]["confirmation_id"]
    events = await world.decide()
    assert only(events, "tool_end")["action_id"] == action_id
    task = await world.tasks.wait(action_id, 10)
    assert task is not None
    assert task.state is TaskState.SUCCEEDED
    kinds = [(fact.get("state"), fact.get("outcome")) for fact in world.audited("task")]
    assert kinds == [("running", None), *[(None, "done")] * 3, ("succeeded", None)]


async def test_task_of_a_revoked_approver_stops(counting: Counting) -> None:
    world = await serving(counting, writes=True)
    await world.send("count to three")
    session = world.session()
    world.tasks.crash()
    await world.decide(session=session)
    assert counting.lines == []
    await world.sessions.revoke(session.caller.token_id, world.clock.now() + timedelta(days=1))
    again = MemoryTaskQueue(world.task_records, world.tasks.journal)
    await again.serve(world.container.task_worker().work)
    [task] = await world.task_records.newest()
    ended = await again.wait(task.id, 10)
    assert ended is not None
    assert (ended.state, ended.done) == (TaskState.FAILED, 0)
    assert session.caller.user in ended.log[0].text["en"]
    assert counting.lines == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"role": Role.ANALYST}, "role “admin”"),
        ({"env_id": "ss-prod"}, "ss-dev is no longer"),
    ],
)
async def test_approver_is_checked_before_a_step(
    counting: Counting, change: dict[str, Json], says: str
) -> None:
    world = await serving(counting, writes=True)
    caller = replace(world.session().caller, **change)
    await world.tasks.start(_order(caller, writes=True, env_id="ss-dev"))
    task = await world.tasks.wait("k1", 10)
    assert task is not None
    assert task.state is TaskState.FAILED
    assert says in task.log[0].text["en"]
    assert counting.lines == []


@pytest.mark.parametrize(
    ("failure", "writes", "state", "counted"),
    [
        (fixable(), False, TaskState.FAILED, [0, 2]),
        (final(), False, TaskState.FAILED, [0]),
        (unknown(), True, TaskState.UNKNOWN, [0]),
        (RuntimeError("bug"), False, TaskState.FAILED, [0]),
        (RuntimeError("bug"), True, TaskState.UNKNOWN, [0]),
    ],
)
async def test_failure_stops_what_it_must(
    counting: Counting,
    failure: ToolFailure | Exception,
    writes: bool,
    state: TaskState,
    counted: list[int],
) -> None:
    counting.failures[1] = failure
    world = await serving(counting, writes=writes)
    task = await started(world, approve=writes)
    assert (task.state, task.result) == (state, counted)
    assert len(counting.lines) == len(counted)


@pytest.mark.parametrize("writes", [False, True])
async def test_only_a_read_is_tried_again(counting: Counting, writes: bool) -> None:
    gateway = ToolFailure(
        text("superset-gateway", env="ss-dev", detail="none"), FailureKind.TRANSIENT
    )
    counting.failures[1] = gateway
    world = await serving(counting, writes=writes)
    task = await started(world, approve=writes)
    assert task.state is TaskState.FAILED
    assert world.clock.slept == ([] if writes else [1.0])


async def test_cancelled_task_ends_with_what_it_has(counting: Counting) -> None:
    world = await serving(counting)
    await world.task_records.add(_order(world.session().caller))
    await world.task_records.ask_cancel("k1")
    await world.tasks.start(_order(world.session().caller))
    task = await world.tasks.wait("k1", 10)
    assert task is not None
    assert (task.state, task.result, counting.lines) == (TaskState.CANCELLED, [], [])


async def test_short_task_answers_in_its_turn(counting: Counting) -> None:
    counting.wait_s = 5
    world = await serving(counting)
    events = await world.send("count to three")
    assert only(events, "tool_end")["summary"] == "done"
    told = world.scripted.requests[-1].messages[-1].content
    assert told == "Counted 3."


async def test_task_of_a_tool_that_is_gone_ends(counting: Counting) -> None:
    world = await serving(counting)
    order = replace(_order(world.session().caller), tool_name="of_another_version")
    await world.tasks.start(order)
    task = await world.tasks.wait("k1", 10)
    assert task is not None
    assert task.state is TaskState.FAILED
    assert task.summary is not None
    assert "of_another_version" in task.summary["en"]


@pytest.mark.parametrize(("writes", "state"), [(True, "unknown"), (False, "failed")])
async def test_lost_task_says_so(counting: Counting, writes: bool, state: str) -> None:
    world = await serving(counting, writes=writes)
    await world.task_records.add(_order(world.session().caller, writes=writes))
    await world.container.task_worker().lost("k1")
    task = await world.task_records.get("k1")
    assert task is not None
    assert task.state == state


def _order(caller: Caller, **given: Json) -> NewTask:
    order = NewTask(
        id="k1",
        tool_name="count_things",
        approver=caller,
        arguments={"upto": 2},
        items=({"title": "№ 0"}, {"title": "№ 1"}),
        writes=False,
        env_id=None,
        language="en",
        created_at=caller.expires_at,
    )
    return replace(order, **given)
