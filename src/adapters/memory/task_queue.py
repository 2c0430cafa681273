"""A task queue of one process; what it keeps can outlive it, as a test of a crash needs."""

import asyncio
from dataclasses import dataclass, field

from returns.result import Result

from application.ports.task_queue import TaskQueue, TaskWork
from application.ports.task_records import TaskRecords
from domain.tasks import NewTask, StepEnd, Task, TaskRefused

_READING_AT_ONCE = 2


@dataclass(slots=True)
class Journal:
    """
    What would be on a disk.

    Args:
        ends: of the steps of a task, in order.
        intents: steps of writing tasks that were begun, by task and position.

    """

    ends: dict[str, list[StepEnd]] = field(default_factory=dict)
    intents: set[tuple[str, int]] = field(default_factory=set)


class MemoryTaskQueue(TaskQueue):
    def __init__(self, records: TaskRecords, journal: Journal | None = None) -> None:
        self.journal = journal or Journal()
        self._records = records
        self._work: TaskWork | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._reading = asyncio.Semaphore(_READING_AT_ONCE)
        self._writing = asyncio.Lock()
        self._is_stopping = False

    async def serve(self, work: TaskWork) -> None:
        self._work = work
        for task_id in await self._records.unfinished():
            self._launch(task_id)

    async def start(self, order: NewTask) -> Task:
        task = await self._records.add(order)
        if self._work is not None and not task.state.is_over:
            self._launch(order.id)
        return task

    async def get(self, task_id: str) -> Task | None:
        return await self._records.get(task_id)

    async def newest(self, user: str | None = None, limit: int = 100) -> tuple[Task, ...]:
        return await self._records.newest(user, limit)

    async def cancel(self, task_id: str) -> Result[Task, TaskRefused]:
        return await self._records.ask_cancel(task_id)

    async def wait(self, task_id: str, seconds: float) -> Task | None:
        running = self._running.get(task_id)
        if running is not None:
            await asyncio.wait({running}, timeout=seconds)
        return await self._records.get(task_id)

    async def drain(self, seconds: float) -> None:
        self._is_stopping = True
        running = set(self._running.values())
        if running:
            _, late = await asyncio.wait(running, timeout=seconds)
            for task in late:
                task.cancel()

    def crash(self) -> None:
        """End as a killed process does: nothing more is written."""
        self._is_stopping = True
        for task in self._running.values():
            task.cancel()

    def _launch(self, task_id: str) -> None:
        if task_id in self._running:
            return
        running = asyncio.create_task(self._run(task_id), name=f"task-{task_id}")
        self._running[task_id] = running
        running.add_done_callback(lambda _: self._running.pop(task_id, None))

    async def _run(self, task_id: str) -> None:
        order = await self._records.order(task_id)
        if order is None or self._work is None:
            raise AssertionError("a task without an order was launched")
        async with self._writing if order.writes else self._reading:
            ends = self.journal.ends.setdefault(task_id, [])
            while len(ends) < len(order.items) and not (ends and ends[-1].stops):
                if self._is_stopping:
                    return
                ends.append(await self._step(order, len(ends), self._work))
            await self._work.finish(task_id, tuple(ends))

    async def _step(self, order: NewTask, position: int, work: TaskWork) -> StepEnd:
        intent = (order.id, position)
        if order.writes and intent in self.journal.intents:
            return await work.cut_off(order.id, position)
        self.journal.intents.add(intent)
        return await work.step(order.id, position)
