"""What every store of tasks promises."""

from dataclasses import replace

import pytest
from returns.result import Failure

from application.ports.task_records import TaskRecords
from contracts.samples import NOON, later
from domain.identity import Caller
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import (
    LOG_LINES,
    NewTask,
    TaskChange,
    TaskEnded,
    TaskLine,
    TaskRefused,
    TaskState,
)

SAID = {"en": "Done.", "ru": "Готово."}
ENDED = TaskEnded(TaskState.SUCCEEDED, {"backup": "b1", "titles": ["Продажи"]}, SAID, "Done: 2")


def order(own_id: str = "k1", user: str = "local:ann", *, writes: bool = False) -> NewTask:
    approver = Caller(user, Role.ADMIN, f"token-{own_id}", later(hours=1), "ss-dev")
    items: tuple[JsonValue, ...] = ({"uuid": "u1", "title": "Продажи"}, "second", 3)
    return NewTask(
        id=own_id,
        tool_name="run_backup",
        approver=approver,
        arguments={"env_id": "ss-dev", "dashboard_ids": ["1", "2"]},
        items=items,
        writes=writes,
        env_id="ss-dev",
        language="ru",
        created_at=NOON,
        conversation_id="c1",
        turn_id="t1",
    )


class TaskRecordsContract:
    async def test_unknown_task_is_unknown(self, task_records: TaskRecords) -> None:
        assert await task_records.get("k1") is None
        assert await task_records.order("k1") is None
        assert await task_records.change("k1", TaskChange(NOON)) is None
        assert await task_records.ask_cancel("k1") == Failure(TaskRefused("task_unknown"))
        assert await task_records.newest() == ()
        assert await task_records.unfinished() == ()

    async def test_order_comes_back_exactly(self, task_records: TaskRecords) -> None:
        await task_records.add(order(writes=True))
        await task_records.add(replace(order("k2"), env_id=None, conversation_id=None))
        assert await task_records.order("k1") == order(writes=True)
        second = await task_records.order("k2")
        assert second is not None
        assert (second.env_id, second.conversation_id) == (None, None)

    async def test_new_task_is_queued(self, task_records: TaskRecords) -> None:
        task = await task_records.add(order())
        assert (task.state, task.done, task.total) == (TaskState.QUEUED, 0, 3)
        assert (task.user, task.log, task.summary) == ("local:ann", (), None)
        assert await task_records.get("k1") == task

    async def test_same_id_again_changes_nothing(self, task_records: TaskRecords) -> None:
        await task_records.add(order())
        await task_records.change("k1", TaskChange(later(seconds=1), done=1))
        again = await task_records.add(order("k1", user="local:bob"))
        assert (again.user, again.done) == ("local:ann", 1)
        assert len(await task_records.newest()) == 1

    async def test_progress_and_lines_add_up(self, task_records: TaskRecords) -> None:
        await task_records.add(order())
        await task_records.change("k1", TaskChange(NOON, done=2, said=SAID))
        task = await task_records.change("k1", TaskChange(later(seconds=5), done=1))
        assert task is not None
        assert (task.state, task.done) == (TaskState.RUNNING, 2)
        assert task.updated_at == later(seconds=5)
        assert task.log == (TaskLine(NOON, SAID),)
        assert await task_records.get("k1") == task

    async def test_log_keeps_its_end(self, task_records: TaskRecords) -> None:
        await task_records.add(order())
        for n in range(LOG_LINES + 3):
            await task_records.change("k1", TaskChange(NOON, said={"en": str(n), "ru": str(n)}))
        task = await task_records.get("k1")
        assert task is not None
        assert [line.text["en"] for line in task.log] == [str(n) for n in range(3, LOG_LINES + 3)]

    async def test_end_is_final(self, task_records: TaskRecords) -> None:
        await task_records.add(order())
        ended = await task_records.change("k1", TaskChange(NOON, done=3, ended=ENDED))
        assert ended is not None
        assert (ended.state, ended.result) == (TaskState.SUCCEEDED, ENDED.result)
        assert (ended.summary, ended.for_model) == (SAID, "Done: 2")
        other = replace(ENDED, state=TaskState.FAILED, result=None)
        late = await task_records.change("k1", TaskChange(later(days=1), ended=other))
        assert late == ended
        assert await task_records.get("k1") == ended
        assert await task_records.ask_cancel("k1") == Failure(TaskRefused("task_over"))

    async def test_asking_to_cancel_is_noted(self, task_records: TaskRecords) -> None:
        await task_records.add(order())
        for _ in range(2):
            asked = (await task_records.ask_cancel("k1")).unwrap()
            assert (asked.is_cancelling, asked.state) == (True, TaskState.QUEUED)
        moved = await task_records.change("k1", TaskChange(NOON, done=1))
        assert moved is not None
        assert moved.is_cancelling

    async def test_lists_are_newest_first_and_short(self, task_records: TaskRecords) -> None:
        for n, user in enumerate(["local:ann", "local:bob", "local:Ann", "local:ann"]):
            await task_records.add(order(f"k{n}", user))
        await task_records.change("k3", TaskChange(NOON, said=SAID, ended=ENDED))
        everybody = await task_records.newest()
        assert [task.id for task in everybody] == ["k3", "k2", "k1", "k0"]
        assert [task.id for task in await task_records.newest("local:ann")] == ["k3", "k0"]
        assert [task.id for task in await task_records.newest(limit=2)] == ["k3", "k2"]
        assert (everybody[0].log, everybody[0].result) == ((), None)
        assert everybody[0].summary == SAID

    @pytest.mark.parametrize("state", [s for s in TaskState if s.is_over])
    async def test_unfinished_are_in_the_order_of_starting(
        self, task_records: TaskRecords, state: TaskState
    ) -> None:
        for own_id in ("b", "a", "d", "c"):
            await task_records.add(order(own_id))
        await task_records.change("c", TaskChange(NOON, done=1))
        await task_records.change("a", TaskChange(NOON, ended=replace(ENDED, state=state)))
        assert await task_records.unfinished() == ("b", "d", "c")
