"""What is known of tasks, in memory."""

from dataclasses import replace

from returns.result import Failure, Result, Success

from application.ports.task_records import TaskRecords
from domain.tasks import NewTask, Task, TaskChange, TaskRefused, changed, new_task


class MemoryTaskRecords(TaskRecords):
    def __init__(self) -> None:
        self._orders: dict[str, NewTask] = {}
        self._tasks: dict[str, Task] = {}

    async def add(self, order: NewTask) -> Task:
        self._orders.setdefault(order.id, order)
        return self._tasks.setdefault(order.id, new_task(order))

    async def order(self, task_id: str) -> NewTask | None:
        return self._orders.get(task_id)

    async def get(self, task_id: str) -> Task | None:
        return self._tasks.get(task_id)

    async def newest(self, user: str | None = None, limit: int = 100) -> tuple[Task, ...]:
        found = [task for task in self._tasks.values() if user is None or task.user == user]
        return tuple(replace(task, log=(), result=None) for task in found[::-1][:limit])

    async def unfinished(self) -> tuple[str, ...]:
        return tuple(task.id for task in self._tasks.values() if not task.state.is_over)

    async def change(self, task_id: str, change: TaskChange) -> Task | None:
        task = self._tasks.get(task_id)
        if task is None:
            return None
        self._tasks[task_id] = changed(task, change)
        return self._tasks[task_id]

    async def ask_cancel(self, task_id: str) -> Result[Task, TaskRefused]:
        task = self._tasks.get(task_id)
        if task is None:
            return Failure(TaskRefused("task_unknown"))
        if task.state.is_over:
            return Failure(TaskRefused("task_over"))
        self._tasks[task_id] = replace(task, is_cancelling=True)
        return Success(self._tasks[task_id])
