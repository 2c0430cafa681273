"""Tasks as rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Final, cast

from adapters.sqlite.json_columns import (
    from_column,
    object_from_column,
    time_from_column,
    time_to_column,
    to_column,
)
from domain.identity import Caller
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import NewTask, Said, Task, TaskLine, TaskState

SHORT: Final = (
    "id, tool_name, user, env_id, arguments, created_at, updated_at, total, state, done,"
    " summary, for_model, is_cancelling, conversation_id"
)
_ORDER: Final = (
    "id, tool_name, approver, arguments, items, writes, env_id, language, created_at,"
    " conversation_id, turn_id"
)
_INSERT: Final = """
    INSERT INTO tasks (
        id, tool_name, user, env_id, arguments, approver, items, writes, language,
        conversation_id, turn_id, created_at, updated_at, total, state, done, is_cancelling, log
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)
    ON CONFLICT (id) DO NOTHING
"""
_UPDATE: Final = """
    UPDATE tasks SET updated_at = ?, state = ?, done = ?, summary = ?, for_model = ?,
        log = ?, result = ? WHERE id = ?
"""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class LongParts:
    """What lists leave out."""

    log: tuple[TaskLine, ...] = ()
    result: JsonValue = None


def insert(db: Connection, order: NewTask) -> None:
    """Keep a new order; a no-op when there is one of its id."""
    created_at = time_to_column(order.created_at)
    row = (
        order.id,
        order.tool_name,
        order.approver.user,
        order.env_id,
        to_column(order.arguments),
        to_column(_approver_to_json(order.approver)),
        to_column(order.items),
        order.writes,
        order.language,
        order.conversation_id,
        order.turn_id,
        created_at,
        created_at,
        len(order.items),
        TaskState.QUEUED.value,
        to_column([]),
    )
    db.execute(_INSERT, row)


def select(db: Connection, task_id: str) -> Task | None:
    """A whole task."""
    row = db.execute(
        f"SELECT {SHORT}, log, result FROM tasks WHERE id = ?",  # noqa: S608  # our own constant
        (task_id,),
    ).fetchone()
    if row is None:
        return None
    *short, log, result = row
    lines = cast("list[dict[str, Any]]", from_column(log))
    written = tuple(TaskLine(time_from_column(line["at"]), line["text"]) for line in lines)
    value = None if result is None else from_column(result)
    return short_task(tuple(short), LongParts(written, value))


def select_order(db: Connection, task_id: str) -> NewTask | None:
    """What was ordered."""
    row = db.execute(
        f"SELECT {_ORDER} FROM tasks WHERE id = ?",  # noqa: S608  # our own constant
        (task_id,),
    ).fetchone()
    if row is None:
        return None
    own_id, tool_name, approver, arguments, items, writes, env_id, language, *rest = row
    created_at, conversation_id, turn_id = rest
    return NewTask(
        id=own_id,
        tool_name=tool_name,
        approver=_approver_from_json(object_from_column(approver)),
        arguments=object_from_column(arguments),
        items=tuple(cast("list[JsonValue]", from_column(items))),
        writes=bool(writes),
        env_id=env_id,
        language=language,
        created_at=time_from_column(created_at),
        conversation_id=conversation_id,
        turn_id=turn_id,
    )


def update(db: Connection, task: Task) -> None:
    """Write what can change."""
    log: list[JsonValue] = [
        {"at": time_to_column(line.at), "text": dict(line.text)} for line in task.log
    ]
    row = (
        time_to_column(task.updated_at),
        task.state.value,
        task.done,
        None if task.summary is None else to_column(dict(task.summary)),
        task.for_model,
        to_column(log),
        None if task.result is None else to_column(task.result),
        task.id,
    )
    db.execute(_UPDATE, row)


def short_task(row: Row, long: LongParts | None = None) -> Task:
    """A row of the columns SHORT."""
    own_id, tool_name, user, env_id, arguments, created_at, updated_at, total, state, *rest = row
    done, summary, for_model, is_cancelling, conversation_id = rest
    long = long or LongParts()
    return Task(
        id=own_id,
        tool_name=tool_name,
        user=user,
        env_id=env_id,
        arguments=object_from_column(arguments),
        created_at=time_from_column(created_at),
        updated_at=time_from_column(updated_at),
        total=total,
        state=TaskState(state),
        done=done,
        log=long.log,
        result=long.result,
        summary=None if summary is None else cast("Said", object_from_column(summary)),
        for_model=for_model,
        is_cancelling=bool(is_cancelling),
        conversation_id=conversation_id,
    )


def _approver_to_json(caller: Caller) -> Mapping[str, JsonValue]:
    return {
        "user": caller.user,
        "role": caller.role.value,
        "token_id": caller.token_id,
        "expires_at": time_to_column(caller.expires_at),
        "env_id": caller.env_id,
    }


def _approver_from_json(stored: Mapping[str, JsonValue]) -> Caller:
    env_id = stored["env_id"]
    return Caller(
        user=str(stored["user"]),
        role=Role(str(stored["role"])),
        token_id=str(stored["token_id"]),
        expires_at=time_from_column(str(stored["expires_at"])),
        env_id=None if env_id is None else str(env_id),
    )
