"""Tasks as tools and pages show them."""

from collections.abc import Sequence

from application.ports.task_queue import TaskQueue
from application.toolkit.model_text import on_one_line
from domain.events import wire_time
from domain.identity import Caller
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import Task, TaskState, may_see
from domain.texts import Language

_LOG_TAIL = 20
_TROUBLED_SHOWN = 3
_BAD = frozenset({TaskState.FAILED, TaskState.UNKNOWN})


async def visible_tasks(queue: TaskQueue, caller: Caller, limit: int = 100) -> tuple[Task, ...]:
    """The newest tasks that a caller may see."""
    whose = None if caller.role is Role.ADMIN else caller.user
    return tuple(task for task in await queue.newest(whose, limit) if may_see(caller, task))


async def visible_task(queue: TaskQueue, caller: Caller, task_id: str) -> Task | None:
    """One task; None when there is none that the caller may see."""
    task = await queue.get(task_id)
    return task if task is not None and may_see(caller, task) else None


def tasks_in_short(tasks: Sequence[Task], language: Language) -> dict[str, JsonValue]:
    """How many are under way, and which ended last without success."""
    bad = [task for task in tasks if task.state in _BAD]
    return {
        "running": sum(task.state is TaskState.RUNNING for task in tasks),
        "queued": sum(task.state is TaskState.QUEUED for task in tasks),
        "troubled": [task_item(task, language) for task in bad[:_TROUBLED_SHOWN]],
    }


def tasks_line(tasks: Sequence[Task]) -> str:
    """The same in English for a model."""
    going = [task.id for task in tasks if not task.state.is_over]
    bad = [f"{task.id} {task.tool_name} {task.state.value}" for task in tasks if task.state in _BAD]
    return (
        f"- tasks: {len(going)} not over yet {on_one_line(going)}; "
        f"ended without success {on_one_line(bad[:_TROUBLED_SHOWN])}"
    )


def task_item(task: Task, language: Language) -> dict[str, JsonValue]:
    """A task in a list."""
    return {
        "task_id": task.id,
        "tool_name": task.tool_name,
        "env_id": task.env_id,
        "state": task.state.value,
        "done": task.done,
        "total": task.total,
        "cancelling": task.is_cancelling and not task.state.is_over,
        "user": task.user,
        "created_at": wire_time(task.created_at),
        "updated_at": wire_time(task.updated_at),
        "summary": None if task.summary is None else task.summary[language],
    }


def whole_task(task: Task, language: Language) -> dict[str, JsonValue]:
    """A task with the end of its log and its result."""
    return task_item(task, language) | {
        "conversation_id": task.conversation_id,
        "arguments": dict(task.arguments),
        "log": [
            {"at": wire_time(line.at), "text": line.text[language]}
            for line in task.log[-_LOG_TAIL:]
        ],
        "result": task.result,
    }
