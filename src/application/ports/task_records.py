"""What is known of tasks: what was ordered, how far it came, how it ended."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.tasks import NewTask, Task, TaskChange, TaskRefused


class TaskRecords(Protocol):
    """Each method is one atomic step. A task that is over changes no more."""

    @abstractmethod
    async def add(self, order: NewTask) -> Task:
        """Keep an order durably; the task of that id as it stands when there is one already."""

    @abstractmethod
    async def order(self, task_id: str) -> NewTask | None:
        """What was ordered, as it was given to `add`."""

    @abstractmethod
    async def get(self, task_id: str) -> Task | None:
        """A task as it stands."""

    @abstractmethod
    async def newest(self, user: str | None = None, limit: int = 100) -> tuple[Task, ...]:
        """
        The tasks of a user (compared exactly), or of everybody, the last ordered first.

        Without their logs and results, which may be long.
        """

    @abstractmethod
    async def unfinished(self) -> tuple[str, ...]:
        """Ids of the tasks that are not over, the first ordered first."""

    @abstractmethod
    async def change(self, task_id: str, change: TaskChange) -> Task | None:
        """Apply a change (`domain.tasks.changed`); None for an unknown task."""

    @abstractmethod
    async def ask_cancel(self, task_id: str) -> Result[Task, TaskRefused]:
        """
        Note that the task is to stop before its next step; asking twice is a no-op.

        Failures:
            TaskRefused("task_unknown"): no such task.
            TaskRefused("task_over"): it has ended already.
        """
