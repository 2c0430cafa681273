"""
Tasks on DBOS, which keeps the end of every step.

DBOS takes half a second to import and threads to run, so it is started when there is a task to
run, and not before. What people see of tasks is in the records, which need no DBOS.
"""

import asyncio
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from returns.result import Result

from application.ports.task_queue import TaskQueue, TaskWork
from application.ports.task_records import TaskRecords
from domain.tasks import NewTask, Task, TaskRefused

if TYPE_CHECKING:
    from adapters.tasks_dbos.engine import Engine

log = structlog.get_logger()


class DbosTaskQueue(TaskQueue):
    """
    Args:
        folder: for DBOS's own database; one process at a time may work on it.

    """

    def __init__(self, records: TaskRecords, folder: Path) -> None:
        self._records = records
        self._folder = folder
        self._work: TaskWork | None = None
        self._engine: Engine | None = None
        self._launching = asyncio.Lock()
        self._is_stopping = False

    async def serve(self, work: TaskWork) -> None:
        self._work = work
        unfinished = await self._records.unfinished()
        if not unfinished:
            return
        engine = await self._launched()
        for task_id in unfinished:
            # The process may have died between the record and DBOS; enqueuing twice is a no-op.
            if not await self._enqueue(engine, task_id):
                log.error("task_lost", task_id=task_id)
                await work.lost(task_id)

    async def start(self, order: NewTask) -> Task:
        task = await self._records.add(order)
        if not task.state.is_over and self._work is not None:
            await self._enqueue(await self._launched(), order.id)
        return task

    async def get(self, task_id: str) -> Task | None:
        return await self._records.get(task_id)

    async def newest(self, user: str | None = None, limit: int = 100) -> tuple[Task, ...]:
        return await self._records.newest(user, limit)

    async def cancel(self, task_id: str) -> Result[Task, TaskRefused]:
        return await self._records.ask_cancel(task_id)

    async def wait(self, task_id: str, seconds: float) -> Task | None:
        if self._engine is not None:
            await self._engine.ended(task_id, seconds)
        return await self._records.get(task_id)

    async def drain(self, seconds: float) -> None:
        self._is_stopping = True
        async with self._launching:
            engine, self._engine = self._engine, None
        if engine is not None:
            await engine.stop(seconds)

    async def _enqueue(self, engine: "Engine", task_id: str) -> bool:
        """False when DBOS has ended it, although its record says that it is not over."""
        order = await self._records.order(task_id)
        if order is None:
            raise AssertionError("a task without an order was enqueued")
        return await engine.enqueue(order)

    async def _launched(self) -> "Engine":
        async with self._launching:
            if self._engine is None:
                if self._work is None or self._is_stopping:
                    raise AssertionError("tasks are started while the service serves")
                module = await asyncio.to_thread(import_module, "adapters.tasks_dbos.engine")
                self._engine = module.Engine(self._records, self._work, self._folder)
                await self._engine.launch()
            return self._engine
