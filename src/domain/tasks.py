"""Tasks: long operations that outlive a turn and a crash."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeAlias

from domain.identity import Caller
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Language

# A sentence in every language, said when it was true: a later version may know it no more.
Said: TypeAlias = Mapping[str, str]

LOG_LINES = 200


class TaskState(StrEnum):
    """UNKNOWN: a write of it may or may not have happened, and nothing of it is run again."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"

    @property
    def is_over(self) -> bool:
        """Whether nothing of it will change any more."""
        return self not in {TaskState.QUEUED, TaskState.RUNNING}


@dataclass(frozen=True, slots=True)
class NewTask:
    """
    What was ordered, exactly; it survives restarts, so it holds no secret and no token.

    Args:
        id: made by the caller; for an approved call the id of its action.
        approver: who stands for it. The role is what it was then: check again what can be.
        arguments: of the tool call.
        items: one per step, as the tool prepared them; plain JSON.
        writes: whether a step may change something, so that a step that was cut off must not run
            again.
        language: of the conversation.

    """

    id: str
    tool_name: str
    approver: Caller
    arguments: Mapping[str, JsonValue]
    items: tuple[JsonValue, ...]
    writes: bool
    env_id: str | None
    language: Language
    created_at: datetime
    conversation_id: str | None = None
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class TaskLine:
    """One line of a task's log."""

    at: datetime
    text: Said


@dataclass(frozen=True, slots=True)
class Task:
    """
    A task as it stands.

    Args:
        done: steps that ended, of `total`.
        log: oldest first, the newest `LOG_LINES` of them.
        result: what it gave, once it is over; None before.
        summary: one sentence about the end.
        for_model: the same in English for a model.
        is_cancelling: somebody asked to stop it; it stops before its next step.

    """

    id: str
    tool_name: str
    user: str
    env_id: str | None
    arguments: Mapping[str, JsonValue]
    created_at: datetime
    updated_at: datetime
    total: int
    state: TaskState = TaskState.QUEUED
    done: int = 0
    log: tuple[TaskLine, ...] = ()
    result: JsonValue = None
    summary: Said | None = None
    for_model: str | None = None
    is_cancelling: bool = False
    conversation_id: str | None = None


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """How a task ended; fields as in Task."""

    state: TaskState
    result: JsonValue
    summary: Said
    for_model: str | None = None


@dataclass(frozen=True, slots=True)
class TaskChange:
    """
    What became of a task at a moment; absent values stay as they are.

    Args:
        done: steps that ended.
        said: a line for its log.
        ended: its end; a task that is over changes no more.

    """

    at: datetime
    done: int | None = None
    said: Said | None = None
    ended: TaskEnded | None = None


@dataclass(frozen=True, slots=True)
class StepEnd:
    """
    How one step ended, as a queue keeps it.

    Args:
        outcome: "unknown" for a write that may have happened.
        value: what the tool made of it, plain JSON.
        said: what to tell a person; None when there is nothing to tell.
        stops: no later step is run.

    """

    outcome: Literal["done", "failed", "unknown", "cancelled"]
    value: JsonValue = None
    said: Said | None = None
    stops: bool = False


@dataclass(frozen=True, slots=True)
class TaskStep:
    """One step to do: the item at a position (from 0) of a task's items."""

    task_id: str
    position: int
    item: JsonValue
    arguments: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class TaskEnding:
    """
    A task whose steps are over.

    Args:
        state: what the steps make of it, all in all.
        ends: of the steps that were begun; items without one were not touched.

    """

    task_id: str
    state: TaskState
    arguments: Mapping[str, JsonValue]
    items: tuple[JsonValue, ...]
    ends: tuple[StepEnd, ...]


@dataclass(frozen=True, slots=True)
class TaskRefused:
    """Why a task cannot be had or cancelled."""

    code: Literal["task_unknown", "task_over"]


def changed(task: Task, change: TaskChange) -> Task:
    """The one rule by which every store of tasks applies a change."""
    if task.state.is_over:
        return task
    log = task.log
    if change.said is not None:
        log = (*log, TaskLine(change.at, change.said))[-LOG_LINES:]
    ended = change.ended
    moved = replace(
        task,
        state=TaskState.RUNNING,
        updated_at=change.at,
        done=task.done if change.done is None else max(task.done, change.done),
        log=log,
    )
    if ended is None:
        return moved
    return replace(
        moved,
        state=ended.state,
        result=ended.result,
        summary=ended.summary,
        for_model=ended.for_model,
    )


def new_task(order: NewTask) -> Task:
    """A task that was just ordered."""
    return Task(
        id=order.id,
        tool_name=order.tool_name,
        user=order.approver.user,
        env_id=order.env_id,
        arguments=order.arguments,
        created_at=order.created_at,
        updated_at=order.created_at,
        total=len(order.items),
        conversation_id=order.conversation_id,
    )


def state_of(ends: Sequence[StepEnd]) -> TaskState:
    """What the ends of the steps make of a task; what is least certain decides."""
    outcomes = {end.outcome for end in ends}
    for outcome, state in (
        ("unknown", TaskState.UNKNOWN),
        ("cancelled", TaskState.CANCELLED),
        ("failed", TaskState.FAILED),
    ):
        if outcome in outcomes:
            return state
    return TaskState.SUCCEEDED


def may_see(caller: Caller, task: Task) -> bool:
    """Own tasks; an admin sees all, or all of the one environment that the sign-in is valid on."""
    if task.user == caller.user:
        return True
    if caller.role is not Role.ADMIN:
        return False
    return caller.env_id is None or caller.env_id == task.env_id
