"""Long operations: a person's own; an admin sees everybody's."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from returns.result import Failure

from application.ports.turn_runner import Session
from application.toolkit.tasks.view import task_item, visible_task, visible_tasks, whole_task
from domain.audit import AuditEntry
from domain.tasks import Task, TaskRefused, TaskState
from entrypoints.http.access import CallerSession
from entrypoints.http.openapi import problems
from entrypoints.http.problems import problem_of
from entrypoints.http.schemas import Id
from entrypoints.http.services import ApiServices, Services

router = APIRouter(prefix="/api/tasks", tags=["tasks"])


class TaskShown(BaseModel):
    task_id: str
    tool_name: str
    env_id: str | None
    state: TaskState
    done: int = Field(description="Steps that ended, of total")
    total: int
    cancelling: bool = Field(description="It stops before its next step")
    user: str
    created_at: str
    updated_at: str
    summary: str | None = Field(description="One sentence, once it is over")


class TaskList(BaseModel):
    items: list[TaskShown]
    total: int


class TaskLineShown(BaseModel):
    at: str
    text: str


class TaskWhole(TaskShown):
    """A task with the end of its log, oldest line first, and what it gave."""

    conversation_id: str | None
    arguments: dict[str, Any]
    log: list[TaskLineShown]
    result: Any


@router.get("", responses=problems(401, 422))
async def list_tasks(
    caller: CallerSession,
    services: Services,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> TaskList:
    """The last started first."""
    found = await visible_tasks(services.tasks, caller.caller, limit)
    language = caller.language or "en"
    items = [TaskShown.model_validate(task_item(task, language)) for task in found]
    return TaskList(items=items, total=len(items))


@router.get("/{task_id}", responses=problems(401, 404, 422))
async def get_task(task_id: Id, caller: CallerSession, services: Services) -> TaskWhole:
    """One task."""
    return _whole(await _visible(task_id, caller, services), caller)


@router.post("/{task_id}/cancel", responses=problems(401, 403, 404, 409, 422))
async def cancel_task(task_id: Id, caller: CallerSession, services: Services) -> TaskWhole:
    """Stop it before its next step; the step that runs is let end."""
    await _visible(task_id, caller, services)
    asked = await services.tasks.cancel(task_id)
    if isinstance(asked, Failure):
        raise problem_of(asked.failure())
    task: Task = asked.unwrap()
    facts = {"task_id": task.id, "tool": task.tool_name, "env_id": task.env_id, "cancelled": True}
    now = services.clock.now()
    await services.audit.append(AuditEntry("task", now, caller.caller.user, facts))
    return _whole(task, caller)


async def _visible(task_id: str, caller: Session, services: ApiServices) -> Task:
    """A task that the person may see; somebody else's does not exist."""
    task = await visible_task(services.tasks, caller.caller, task_id)
    if task is None:
        raise problem_of(TaskRefused("task_unknown"))
    return task


def _whole(task: Task, caller: Session) -> TaskWhole:
    return TaskWhole.model_validate(whole_task(task, caller.language or "en"))
