"""Starting a task from a tool call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from returns.result import Failure, Result, Success

from application.toolkit.called import called
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure
from application.toolkit.tool import ToolOutcome
from domain.superset import JsonValue
from domain.tasks import NewTask, Task, TaskState
from domain.texts import text


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOrder:
    """
    A task to start.

    Args:
        items: one per step; what a step needs to know and to find unchanged, plain JSON.
        writes: as in the tool's TaskParts.
        wait_s: how long the call waits for the end, for tasks that are usually short.

    """

    tool_name: str
    arguments: Mapping[str, JsonValue]
    items: Sequence[JsonValue]
    writes: bool
    wait_s: float = 0.0


async def start_task(order: TaskOrder, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    """Start it; its id is that of the approved action, so that no approval starts two."""
    services = ctx.services
    task = await services.tasks.start(
        NewTask(
            id=ctx.action_id or services.clock.new_id(),
            tool_name=order.tool_name,
            approver=ctx.caller,
            arguments=order.arguments,
            items=tuple(order.items),
            writes=order.writes,
            env_id=None if ctx.environment is None else ctx.environment.env_id,
            language=ctx.language,
            created_at=services.clock.now(),
            conversation_id=ctx.conversation_id,
            turn_id=ctx.turn_id,
        )
    )
    if order.wait_s > 0:
        task = await services.tasks.wait(task.id, order.wait_s) or task
    return _ended(task, ctx) if task.state.is_over else Success(_started(task))


def _started(task: Task) -> ToolOutcome:
    return ToolOutcome(
        value={"task_id": task.id, "state": task.state.value, "total": task.total},
        summary=text("task-started", what=called(task.tool_name), task=task.id, total=task.total),
        for_model=(
            f"Task {task.id} ({task.tool_name}) was started and goes on by itself, "
            f"{task.total} steps. Ask get_task_status about it later, not now."
        ),
        undo={"task_id": task.id},
    )


def _ended(task: Task, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    said = (task.summary or {}).get(ctx.language, task.id)
    if task.state is TaskState.SUCCEEDED:
        value: JsonValue = {"task_id": task.id, "state": task.state.value, "result": task.result}
        return Success(
            ToolOutcome(
                value,
                text("task-ended", said=said),
                for_model=task.for_model,
                undo={"task_id": task.id},
            )
        )
    is_unknown = task.state is TaskState.UNKNOWN
    return Failure(
        ToolFailure(
            text("task-ended-badly", said=said, task=task.id),
            FailureKind.UNKNOWN if is_unknown else FailureKind.FINAL,
        )
    )
