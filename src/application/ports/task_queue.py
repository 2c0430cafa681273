"""Tasks that are run one step after the other, and go on after a crash."""

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from returns.result import Result

from domain.tasks import NewTask, StepEnd, Task, TaskRefused


@dataclass(frozen=True, slots=True)
class TaskWork:
    """
    What a queue calls; the application's own work on a task, by its id.

    Args:
        step: runs one step; returns how it ended, whatever happened.
        cut_off: says how a step of a writing task ended that was begun once and of which no end
            is known. It must not do the step.
        finish: ends the task, given the ends of its steps; may be called twice.
        lost: ends a task that the queue knows nothing of any more.

    """

    step: Callable[[str, int], Coroutine[Any, Any, StepEnd]]
    cut_off: Callable[[str, int], Coroutine[Any, Any, StepEnd]]
    finish: Callable[[str, Sequence[StepEnd]], Coroutine[Any, Any, None]]
    lost: Callable[[str], Coroutine[Any, Any, None]]


class TaskQueue(Protocol):
    """
    Steps of a task run in order, one at a time; what ended is never run again.

    A step that a crash cut off runs again in a reading task. In a writing task it does not:
    `TaskWork.cut_off` is called in its place. Writing tasks run one after the other in the order
    of starting; a few reading tasks run side by side.
    """

    @abstractmethod
    async def serve(self, work: TaskWork) -> None:
        """Begin to work: first what was left unfinished, in the order of starting."""

    @abstractmethod
    async def start(self, order: NewTask) -> Task:
        """Keep an order durably and run it when its turn comes; the same id again is a no-op."""

    @abstractmethod
    async def get(self, task_id: str) -> Task | None:
        """A task as it stands."""

    @abstractmethod
    async def newest(self, user: str | None = None, limit: int = 100) -> tuple[Task, ...]:
        """As `TaskRecords.newest`."""

    @abstractmethod
    async def cancel(self, task_id: str) -> Result[Task, TaskRefused]:
        """
        Stop a task before its next step; the step that runs is let end.

        Failures:
            TaskRefused("task_unknown"): no such task.
            TaskRefused("task_over"): it has ended already.
        """

    @abstractmethod
    async def wait(self, task_id: str, seconds: float) -> Task | None:
        """The task, as soon as it is over or the time is up."""

    @abstractmethod
    async def drain(self, seconds: float) -> None:
        """Begin no step any more; wait for those that run, and leave the rest for later."""
