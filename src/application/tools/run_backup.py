"""Back dashboards up into one archive: all of an environment, or some. A task."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Final, cast

from pydantic import BeforeValidator, Field
from returns.result import Failure, Result, Success

from application.ports.backup_pieces import PiecedBackup
from application.toolkit.backups.archive import is_intact, merge_exports
from application.toolkit.backups.chunks import export_present, listed_in, with_what_stands_beside
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.finding import pick
from application.toolkit.references import EnvironmentId, Reference
from application.toolkit.tasks.start import TaskOrder, start_task
from application.toolkit.tool import Arguments, StepDone, TaskParts, Tool, ToolOutcome
from domain.backups import Backup, BackupFailed, superfluous
from domain.events import wire_time
from domain.plan import Plan, Resource
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import DashboardSummary, JsonValue
from domain.tasks import StepEnd, TaskEnding, TaskState, TaskStep
from domain.texts import text

# Dashboards of one export: it is in memory once, and is lost whole when it is cut off.
_AT_ONCE: Final = 20
_SHOWN: Final = 50
_WHOLE: Final = "run_backup"
_SOME: Final = "run_backup of dashboards"
_EXPORT_S: Final = 600.0


class RunBackup(Arguments):
    env_id: EnvironmentId = None
    dashboard_ids: Annotated[
        list[Reference] | None, Field(max_length=500), BeforeValidator(lambda value: value or None)
    ] = Field(
        default=None,
        description=(
            "Numbers, uuids or exact titles of the dashboards. Leave it out for all of the "
            "environment."
        ),
    )


async def plan(args: RunBackup, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    found = await _chosen(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dashboards = found.unwrap()
    env_id = ctx.env.env_id
    leaving = await _leaving(args, ctx)
    kind = "all" if args.dashboard_ids is None else "some"
    shown = () if args.dashboard_ids is None else dashboards[:_SHOWN]
    return Success(
        Plan(
            summary=text(f"run-backup-plan-{kind}", env=env_id, count=len(dashboards)),
            resources=(
                Resource("backup", "create", env_id),
                *(Resource("dashboard", "keep", d.title, d.uuid, d.id) for d in shown),
                *(Resource("backup", "delete", backup.id) for backup in leaving),
            ),
            irreversible=tuple(
                text("run-backup-leaves", backup=backup.id, keep=ctx.services.backups_kept)
                for backup in leaving
            ),
            blocked=() if dashboards else (text("run-backup-nothing", env=env_id),),
            undo_how=text("run-backup-undo"),
            state=_rests_on(args, dashboards, leaving),
        )
    )


async def run(args: RunBackup, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    found = await _chosen(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dashboards, leaving = found.unwrap(), await _leaving(args, ctx)
    if not ctx.is_as_planned(_rests_on(args, dashboards, leaving)):
        return Failure(failed("run-backup-moved", env=ctx.env.env_id))
    if not dashboards:
        return Failure(failed("run-backup-nothing", env=ctx.env.env_id))
    made_at = ctx.services.clock.now()
    begun = await ctx.services.backup_pieces.begin(ctx.env.env_id, made_at)
    if isinstance(begun, Failure):
        return Failure(_not_kept(begun.failure()))
    chunks = [dashboards[at : at + _AT_ONCE] for at in range(0, len(dashboards), _AT_ONCE)]
    items: list[JsonValue] = [
        {
            "backup": begun.unwrap(),
            "made_at": made_at.isoformat(),
            "leaving": [backup.id for backup in leaving],
            "dashboards": [{"id": d.id, "uuid": d.uuid, "title": d.title} for d in chunk],
        }
        for chunk in chunks
    ]
    arguments = args.model_dump(mode="json") | {"env_id": ctx.env.env_id}
    return await start_task(
        TaskOrder(tool_name=TOOL.name, arguments=arguments, items=items, writes=False), ctx
    )


async def step(step: TaskStep, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
    item = cast("Mapping[str, JsonValue]", step.item)
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    wanted = cast("Sequence[Mapping[str, JsonValue]]", item["dashboards"])
    exported = await export_present(opened.unwrap(), wanted)
    if isinstance(exported, Failure):
        return Failure(exported.failure())
    content, numbers, gone = exported.unwrap()
    if content is None:
        return Success(StepDone({"pieces": 0, "dashboards": [], "gone": gone}))
    named = await asyncio.to_thread(listed_in, content, wanted, ctx)
    whole = await with_what_stands_beside(named, numbers, opened.unwrap())
    if isinstance(whole, Failure):
        return Failure(whole.failure())
    listed = whole.unwrap()
    kept = await ctx.services.backup_pieces.put(str(item["backup"]), step.position, content)
    if isinstance(kept, Failure):
        return Failure(_not_kept(kept.failure()))
    said = text("run-backup-step", count=len(listed), gone=len(gone))
    return Success(StepDone({"pieces": 1, "dashboards": listed, "gone": gone}, said))


async def finish(ending: TaskEnding, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    item = cast("Mapping[str, JsonValue]", ending.items[0])
    backup_id = str(item["backup"])
    pieces = tuple(n for n, end in enumerate(ending.ends) if _value(end).get("pieces"))
    if ending.state is not TaskState.SUCCEEDED or not pieces:
        await ctx.services.backup_pieces.drop(backup_id)
        return Success(_incomplete(ending, ctx))
    about = await _about(ending, item, ctx)
    listed = cast("list[Mapping[str, JsonValue]]", about["dashboards"])
    made = await ctx.services.backup_pieces.combine(
        PiecedBackup(
            id=backup_id,
            env_id=ctx.env.env_id,
            reason=_reason(ending.arguments.get("dashboard_ids")),
            titles=tuple(str(each["title"]) for each in listed),
            made_at=datetime.fromisoformat(str(item["made_at"])),
            pieces=pieces,
            merge=partial(merge_exports, about=about),
        )
    )
    if isinstance(made, Failure):
        return Failure(_not_kept(made.failure()))
    if not await _reads_back(backup_id, ctx):
        await ctx.services.backups.remove(backup_id)
        return Failure(_not_kept(BackupFailed("damaged")))
    leaving = [str(each) for each in _list(item.get("leaving"))]
    for old in leaving:
        await ctx.services.backups.remove(old)
    return Success(_done(made.unwrap(), len(listed), ending, leaving, ctx))


async def _chosen(
    args: RunBackup, ctx: ToolContext
) -> Result[Sequence[DashboardSummary], ToolFailure]:
    """The dashboards, in the order of their numbers, so that chunks are the same each time."""
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    found = await opened.unwrap().dashboards.all()
    if isinstance(found, Failure):
        return Failure(from_superset(found.failure()))
    everything = sorted(found.unwrap(), key=lambda each: int(each.id))
    if args.dashboard_ids is None:
        return Success(everything)
    chosen: dict[str, DashboardSummary] = {}
    for reference in args.dashboard_ids:
        picked = pick(everything, reference, "dashboard", ctx.env.env_id)
        if isinstance(picked, Failure):
            return Failure(picked.failure())
        chosen[picked.unwrap().uuid] = picked.unwrap()
    return Success(sorted(chosen.values(), key=lambda each: int(each.id)))


async def _about(
    ending: TaskEnding, item: Mapping[str, JsonValue], ctx: ToolContext
) -> dict[str, JsonValue]:
    """What the manifest says besides counts and checksums."""
    opened = ctx.superset()
    status = None if isinstance(opened, Failure) else await opened.unwrap().access.status()
    return {
        "made_by": ctx.caller.user,
        "made_at": wire_time(datetime.fromisoformat(str(item["made_at"]))),
        "env_id": ctx.env.env_id,
        "superset_version": None if status is None else status.version,
        "dashboards": [d for end in ending.ends for d in _list(_value(end).get("dashboards"))],
    }


async def _reads_back(backup_id: str, ctx: ToolContext) -> bool:
    opened = await ctx.services.backups.open(backup_id)
    if isinstance(opened, Failure):
        return False
    with opened.unwrap() as archive:
        return await asyncio.to_thread(is_intact, archive)


async def _leaving(args: RunBackup, ctx: ToolContext) -> tuple[Backup, ...]:
    """The backups that go once this one is there: those of the card, whatever comes meanwhile."""
    kept = await ctx.services.backups.all()
    reason = _reason(args.dashboard_ids)
    return superfluous(kept, ctx.env.env_id, reason, ctx.services.backups_kept, coming=1)


def _rests_on(
    args: RunBackup, dashboards: Sequence[DashboardSummary], leaving: Sequence[Backup]
) -> dict[str, JsonValue]:
    """Of the whole environment, whatever it holds then is backed up."""
    return {
        "dashboards": None if args.dashboard_ids is None else [d.uuid for d in dashboards],
        "leaving": [backup.id for backup in leaving],
    }


def _incomplete(ending: TaskEnding, ctx: ToolContext) -> ToolOutcome:
    said = next((end.said for end in reversed(ending.ends) if end.outcome == "failed"), None)
    reason = "none" if said is None else said[ctx.language]
    return ToolOutcome(
        value={"backup": None},
        summary=text(
            "run-backup-incomplete", env=ctx.env.env_id, state=ending.state.value, reason=reason
        ),
    )


def _done(
    backup: Backup, count: int, ending: TaskEnding, leaving: Sequence[str], ctx: ToolContext
) -> ToolOutcome:
    gone = [title for end in ending.ends for title in _list(_value(end).get("gone"))]
    return ToolOutcome(
        value={
            "backup": backup.id,
            "env_id": backup.env_id,
            "dashboards": count,
            "gone": gone,
            "size": backup.size,
            "sha256": backup.sha256,
            "removed": list(leaving),
        },
        summary=text(
            "run-backup-done", env=ctx.env.env_id, count=count, gone=len(gone), backup=backup.id
        ),
    )


def _not_kept(failure: BackupFailed) -> ToolFailure:
    said = text("backup-not-kept", detail=failure.detail or "none")
    return ToolFailure(said, FailureKind.FINAL)


def _reason(dashboard_ids: object) -> str:
    """Backups of a whole environment do not push those of a few dashboards out, or the reverse."""
    return _SOME if dashboard_ids else _WHOLE


def _value(end: StepEnd) -> Mapping[str, JsonValue]:
    return end.value if isinstance(end.value, Mapping) else {}


def _list(value: JsonValue) -> list[JsonValue]:
    return list(value) if isinstance(value, list) else []


def _title(item: JsonValue) -> str:
    listed = cast(
        "Sequence[Mapping[str, JsonValue]]", cast("Mapping[str, JsonValue]", item)["dashboards"]
    )
    more = f" + {len(listed) - 1}" if len(listed) > 1 else ""
    return f"{listed[0]['title']}{more}"


TOOL = Tool(
    name="run_backup",
    description=(
        "Back up all dashboards of an environment, or some of them, with their charts and "
        "datasets, into one archive. Runs as a task. Restore with deploy_dashboard and the source "
        "backup:<id>."
    ),
    arguments=RunBackup,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset(),
    run=run,
    plan=plan,
    task=TaskParts(step=step, finish=finish, title=_title, step_timeout_s=_EXPORT_S),
)
