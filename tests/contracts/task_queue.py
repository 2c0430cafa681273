"""What every task queue promises."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from returns.result import Failure

from application.ports.task_queue import TaskQueue, TaskWork
from application.ports.task_records import TaskRecords
from contracts.samples import NOON
from contracts.task_records import SAID, order
from domain.tasks import StepEnd, TaskChange, TaskEnded, TaskRefused, TaskState

PATIENCE_S = 20.0

Restarted: TypeAlias = Callable[[], TaskQueue]


@dataclass
class Work:
    """
    The application's side: notes what it is called for.

    Args:
        gate: closed, it holds every step.
        stops_at: the position of a step that stops its task.

    """

    records: TaskRecords
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    stops_at: int | None = None
    begun: list[tuple[str, int]] = field(default_factory=list)
    ended: list[tuple[str, int]] = field(default_factory=list)
    finished: dict[str, Sequence[StepEnd]] = field(default_factory=dict)
    most_at_once: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    @property
    def calls(self) -> TaskWork:
        return TaskWork(self.step, self.cut_off, self.finish, self.lost)

    async def step(self, task_id: str, position: int) -> StepEnd:
        self.begun.append((task_id, position))
        self.most_at_once = max(self.most_at_once, len(self.begun) - len(self.ended))
        await self.gate.wait()
        await asyncio.sleep(0.01)
        self.ended.append((task_id, position))
        await self.records.change(task_id, TaskChange(NOON, done=position + 1))
        task = await self.records.get(task_id)
        assert task is not None
        if task.is_cancelling:
            return StepEnd("cancelled", stops=True)
        return StepEnd("done", {"n": position}, SAID, stops=position == self.stops_at)

    async def cut_off(self, task_id: str, position: int) -> StepEnd:
        return StepEnd("unknown", {"n": position}, stops=True)

    async def finish(self, task_id: str, ends: Sequence[StepEnd]) -> None:
        self.finished[task_id] = ends
        state = TaskState.CANCELLED if ends[-1].outcome == "cancelled" else TaskState.SUCCEEDED
        await self.records.change(
            task_id, TaskChange(NOON, ended=TaskEnded(state, len(ends), SAID))
        )

    async def lost(self, task_id: str) -> None:
        await self.records.change(
            task_id, TaskChange(NOON, ended=TaskEnded(TaskState.UNKNOWN, None, SAID))
        )


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110  # it may be about anything
            await asyncio.sleep(0.01)


class TaskQueueContract:
    """
    Fixtures of the adapter: `task_queue` over `task_records`; `work` is the suite's.

    `restarted` gives a queue over what the drained one has kept.
    """

    async def test_steps_run_in_order_and_end(self, task_queue: TaskQueue, work: Work) -> None:
        await task_queue.serve(work.calls)
        await task_queue.start(order("k1"))
        task = await task_queue.wait("k1", PATIENCE_S)
        assert task is not None
        assert (task.state, task.done, task.result) == (TaskState.SUCCEEDED, 3, 3)
        assert work.begun == [("k1", 0), ("k1", 1), ("k1", 2)]
        assert work.finished["k1"] == tuple(StepEnd("done", {"n": n}, SAID) for n in range(3))
        assert await task_queue.get("k1") == task

    async def test_unknown_task_is_unknown(self, task_queue: TaskQueue, work: Work) -> None:
        await task_queue.serve(work.calls)
        assert await task_queue.get("k1") is None
        assert await task_queue.wait("k1", 1) is None
        assert await task_queue.cancel("k1") == Failure(TaskRefused("task_unknown"))

    async def test_started_twice_runs_once(self, task_queue: TaskQueue, work: Work) -> None:
        await task_queue.serve(work.calls)
        await asyncio.gather(*(task_queue.start(order("k1")) for _ in range(5)))
        await task_queue.wait("k1", PATIENCE_S)
        again = await task_queue.start(order("k1"))
        assert again.state is TaskState.SUCCEEDED
        await task_queue.start(order("k2"))
        await task_queue.wait("k2", PATIENCE_S)
        assert work.begun == [(own_id, n) for own_id in ("k1", "k2") for n in range(3)]

    async def test_writing_tasks_run_one_after_the_other(
        self, task_queue: TaskQueue, work: Work
    ) -> None:
        await task_queue.serve(work.calls)
        for own_id in ("b", "a", "c"):
            await task_queue.start(order(own_id, writes=True))
        await until(lambda: len(work.finished) == 3)
        assert work.begun == [(own_id, n) for own_id in ("b", "a", "c") for n in range(3)]

    async def test_reading_tasks_run_side_by_side(self, task_queue: TaskQueue, work: Work) -> None:
        work.gate.clear()
        await task_queue.serve(work.calls)
        for own_id in ("a", "b", "c"):
            await task_queue.start(order(own_id))
        await until(lambda: len(work.begun) == 2)
        await asyncio.sleep(0.5)
        assert len(work.begun) == 2
        work.gate.set()
        await until(lambda: len(work.finished) == 3)
        assert work.most_at_once == 2

    async def test_a_step_can_stop_its_task(self, task_queue: TaskQueue, work: Work) -> None:
        work.stops_at = 1
        await task_queue.serve(work.calls)
        await task_queue.start(order("k1"))
        await task_queue.wait("k1", PATIENCE_S)
        assert len(work.finished["k1"]) == 2

    async def test_cancelled_task_begins_no_later_step(
        self, task_queue: TaskQueue, work: Work
    ) -> None:
        work.gate.clear()
        await task_queue.serve(work.calls)
        await task_queue.start(order("k1", writes=True))
        await until(lambda: work.begun)
        asked = (await task_queue.cancel("k1")).unwrap()
        assert asked.is_cancelling
        work.gate.set()
        task = await task_queue.wait("k1", PATIENCE_S)
        assert task is not None
        assert task.state is TaskState.CANCELLED
        assert work.begun == [("k1", 0)]
        assert await task_queue.cancel("k1") == Failure(TaskRefused("task_over"))

    async def test_waiting_ends_with_the_time(self, task_queue: TaskQueue, work: Work) -> None:
        work.gate.clear()
        await task_queue.serve(work.calls)
        await task_queue.start(order("k1"))
        task = await task_queue.wait("k1", 0.05)
        assert task is not None
        assert not task.state.is_over
        work.gate.set()
        await until(lambda: work.finished)

    async def test_what_was_ordered_before_serving_is_run(
        self, task_queue: TaskQueue, task_records: TaskRecords, work: Work
    ) -> None:
        """A process died between keeping the order and running it."""
        for own_id in ("b", "a"):
            await task_records.add(order(own_id, writes=True))
        await task_queue.serve(work.calls)
        await until(lambda: len(work.finished) == 2)
        assert [own_id for own_id, n in work.begun if n == 0] == ["b", "a"]

    async def test_draining_lets_the_step_end_and_begins_no_other(
        self, task_queue: TaskQueue, task_records: TaskRecords, work: Work
    ) -> None:
        work.gate.clear()
        await task_queue.serve(work.calls)
        await task_queue.start(order("k1", writes=True))
        await until(lambda: work.begun)
        draining = asyncio.create_task(task_queue.drain(PATIENCE_S))
        await asyncio.sleep(0.1)
        work.gate.set()
        await draining
        assert work.ended == [("k1", 0)]
        assert await task_records.unfinished() == ("k1",)

    async def test_tasks_go_on_after_a_restart_in_their_order(
        self, task_queue: TaskQueue, work: Work, restarted: Restarted
    ) -> None:
        work.gate.clear()
        await task_queue.serve(work.calls)
        for own_id in ("b", "a"):
            await task_queue.start(order(own_id, writes=True))
        await until(lambda: work.begun)
        draining = asyncio.create_task(task_queue.drain(PATIENCE_S))
        await asyncio.sleep(0.1)
        work.gate.set()
        await draining
        again = restarted()
        await again.serve(work.calls)
        await until(lambda: len(work.finished) == 2)
        await again.drain(PATIENCE_S)
        assert work.begun == [(own_id, n) for own_id in ("b", "a") for n in range(3)]
        assert [end.outcome for end in work.finished["b"]] == ["done"] * 3

    async def test_step_that_was_cut_off_is_repeated_only_in_a_reading_task(
        self, task_queue: TaskQueue, work: Work, restarted: Restarted
    ) -> None:
        work.gate.clear()
        await task_queue.serve(work.calls)
        await task_queue.start(order("r"))
        await task_queue.start(order("w", writes=True))
        await until(lambda: len(work.begun) == 2)
        await task_queue.drain(0)
        work.gate.set()
        again = restarted()
        await again.serve(work.calls)
        await until(lambda: len(work.finished) == 2)
        await again.drain(PATIENCE_S)
        assert [end.outcome for end in work.finished["r"]] == ["done"] * 3
        assert [end.outcome for end in work.finished["w"]] == ["unknown"]
        assert sorted(work.begun) == [("r", 0), ("r", 0), ("r", 1), ("r", 2), ("w", 0)]

    async def test_lists_show_the_last_started_first(
        self, task_queue: TaskQueue, work: Work
    ) -> None:
        await task_queue.serve(work.calls)
        for own_id, user in (("k1", "local:ann"), ("k2", "local:bob")):
            await task_queue.start(replace(order(own_id, user)))
        await until(lambda: len(work.finished) == 2)
        assert [task.id for task in await task_queue.newest()] == ["k2", "k1"]
        assert [task.id for task in await task_queue.newest("local:ann", 5)] == ["k1"]
