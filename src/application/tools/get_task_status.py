"""How tasks are: state, progress, the end of the log, and the result."""

from dataclasses import replace

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.backups.view import backup_item, backup_lines, visible_backups
from application.toolkit.called import called
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import OptionalName
from application.toolkit.tasks.view import task_item, visible_task, visible_tasks, whole_task
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.events import wire_time
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import Task
from domain.texts import text
from domain.truncation import RESULT_LIMIT

_LISTED = 20


class TaskStatus(Arguments):
    task_id: OptionalName = Field(
        default=None,
        description="Id of a task, as it was given when it started. Leave it out to list tasks.",
    )


async def run(args: TaskStatus, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    if args.task_id is None:
        return Success(await _listed(ctx))
    task = await visible_task(ctx.services.tasks, ctx.caller, args.task_id)
    if task is None:
        return Failure(failed("task-unknown", task=args.task_id))
    return Success(_one(task, ctx))


async def _listed(ctx: ToolContext) -> ToolOutcome:
    tasks = await visible_tasks(ctx.services.tasks, ctx.caller, _LISTED)
    going = sum(not task.state.is_over for task in tasks)
    backups = await visible_backups(ctx)
    told = "\n".join(["Backups, newest first:", *backup_lines(backups)]) if backups else ""
    room = RESULT_LIMIT - len(told) - 1
    listed = lines_within_limit(f"{len(tasks)} tasks, newest first:", map(_line, tasks), room)
    value: dict[str, JsonValue] = {
        "items": [task_item(task, ctx.language) for task in tasks],
        "total": len(tasks),
    }
    return ToolOutcome(
        value=value | ({"backups": [*map(backup_item, backups)]} if backups else {}),
        summary=text("get-task-status-listed", count=len(tasks), going=going, backups=len(backups)),
        for_model=replace(listed, text=f"{listed.text}\n{told}") if told else listed,
    )


def _one(task: Task, ctx: ToolContext) -> ToolOutcome:
    state = text(f"task-state-{task.state}")
    summary = text(
        "get-task-status-one",
        what=called(task.tool_name),
        env=task.env_id or "none",
        state=state,
        done=task.done,
        total=task.total,
    )
    log = [f"  {wire_time(line.at)} {on_one_line(line.text['en'])}" for line in task.log[-10:]]
    ended = [] if task.for_model is None else [f"  end: {task.for_model}"]
    return ToolOutcome(
        value=whole_task(task, ctx.language),
        summary=summary,
        for_model=lines_within_limit(_line(task), [*ended, *log]),
    )


def _line(task: Task) -> str:
    where = f" on {task.env_id}" if task.env_id else ""
    end = "" if task.summary is None else f": {on_one_line(task.summary['en'])}"
    return (
        f"- {task.id} {task.tool_name}{where}: {task.state.value}, "
        f"{task.done} of {task.total} steps{end}"
    )


TOOL = Tool(
    name="get_task_status",
    description=(
        "Show how long-running tasks (migrations, backups, validations, documentation) are doing: "
        "state, progress, the end of the log, and the result of a task that is over. Without a "
        "task it also names the newest backups, which deploy_dashboard restores from."
    ),
    arguments=TaskStatus,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset({"dataset"}),
    environment=EnvironmentNeed.NONE,
    run=run,
)
