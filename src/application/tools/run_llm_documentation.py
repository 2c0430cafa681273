"""Draft descriptions of datasets, columns and charts; with `apply`, write them. Both are tasks."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, cast

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.documenting.drafting import draft_item, items_of
from application.toolkit.documenting.drafts import (
    Drafts,
    drafted_objects,
    drafts_that_fit,
    lines_of,
    silent_columns,
)
from application.toolkit.documenting.subjects import (
    Subjects,
    subjects_of_dashboard,
    subjects_of_dataset,
)
from application.toolkit.documenting.writing import fates_of, items_to_write, undo_of, write_item
from application.toolkit.failure import FailureKind, ToolFailure, failed
from application.toolkit.model_text import lines_within_limit
from application.toolkit.references import EnvironmentId, OptionalReference
from application.toolkit.tasks.start import TaskOrder, start_task
from application.toolkit.tool import Arguments, StepDone, TaskParts, Tool, ToolOutcome
from application.toolkit.undo.descriptions import inverse_of_descriptions
from domain.plan import Plan, Target
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import Task, TaskEnding, TaskState, TaskStep
from domain.texts import Text, text

_TIMEOUT_S: Final = 300.0
_WAIT_S: Final = 25.0
_WAIT_FOR_PLAN_S: Final = 240.0
_NAMED: Final = 5

_Object: TypeAlias = Mapping[str, JsonValue]


class RunDocumentation(Arguments):
    dashboard_id: OptionalReference = Field(
        default=None,
        description="Number, uuid or exact title of a dashboard: its charts and their datasets.",
    )
    dataset_id: OptionalReference = Field(
        default=None,
        description="Number, uuid or exact name of a dataset: itself and its columns.",
    )
    apply: bool = Field(
        default=False,
        description="Write the drafts. The person sees each old and new text and must approve.",
    )
    env_id: EnvironmentId = None


async def plan(args: RunDocumentation, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    found = await _subjects(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    subjects = found.unwrap()
    drafts = await _drafts_of(subjects, ctx)
    if drafts is None:
        drafted = await _draft(subjects, ctx, _WAIT_FOR_PLAN_S)
        if isinstance(drafted, Failure):
            return Failure(drafted.failure())
        drafts = await _drafts_of(subjects, ctx)
    if drafts is None:
        still = text("documentation-still-drafting", title=subjects.title)
        return Failure(ToolFailure(still, FailureKind.FINAL))
    by_model = text("documentation-by-model", model=drafts.model or "none")
    return Success(
        Plan(
            summary=text(
                "documentation-plan",
                title=subjects.title,
                env=ctx.env.env_id,
                fields=drafts.fields,
                described=subjects.texts - subjects.missing,
            ),
            target=Target(subjects.about, subjects.title, subjects.uuid, subjects.id, ctx.env.url),
            resources=tuple(draft.resource for draft in drafts.drafts),
            warnings=(by_model,) if drafts.model else (),
            blocked=() if drafts.fields else (_nothing(subjects),),
            undo="snapshot",
            state={"drafts": drafts.fingerprint},
        )
    )


async def run(args: RunDocumentation, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    found = await _subjects(args, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    subjects = found.unwrap()
    if not args.apply:
        return await _draft(subjects, ctx, _WAIT_S)
    if not subjects.missing:
        return Failure(ToolFailure(_nothing(subjects)))
    # What the person has not seen is not written, so nothing is drafted here.
    drafts = await _drafts_of(subjects, ctx)
    is_fit = drafts is not None and ctx.is_as_planned({"drafts": drafts.fingerprint})
    if drafts is None or not is_fit or ctx.planned_uuid not in {None, subjects.uuid}:
        return Failure(failed("documentation-moved", title=subjects.title, env=ctx.env.env_id))
    arguments = {**_arguments(subjects, ctx), "apply": True}
    items = items_to_write(drafts)
    return await start_task(
        TaskOrder(tool_name=TOOL.name, arguments=arguments, items=items, writes=True), ctx
    )


async def step(step: TaskStep, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
    item = cast("_Object", step.item)
    writes = step.arguments.get("apply") is True
    return await (write_item(item, ctx) if writes else draft_item(item, ctx))


async def finish(ending: TaskEnding, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    writes = ending.arguments.get("apply") is True
    return Success(_applied(ending, ctx) if writes else _drafted(ending, ctx))


async def _subjects(args: RunDocumentation, ctx: ToolContext) -> Result[Subjects, ToolFailure]:
    if (args.dashboard_id is None) == (args.dataset_id is None):
        return Failure(failed("documentation-one-object"))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset: Superset = opened.unwrap()
    if args.dashboard_id is not None:
        return await subjects_of_dashboard(superset, args.dashboard_id, ctx.env.env_id)
    return await subjects_of_dataset(superset, args.dataset_id or "", ctx.env.env_id)


async def _draft(
    subjects: Subjects, ctx: ToolContext, wait_s: float
) -> Result[ToolOutcome, ToolFailure]:
    """Start the task that drafts, or tell that there is nothing to draft."""
    items = items_of(subjects)
    if not items:
        said = _drafted_text(subjects.title, 0, subjects.texts, ctx)
        return Success(ToolOutcome({"env_id": ctx.env.env_id, "items": [], "total": 0}, said))
    order = TaskOrder(
        tool_name=TOOL.name,
        arguments=_arguments(subjects, ctx),
        items=items,
        writes=False,
        wait_s=wait_s,
    )
    return await start_task(order, ctx)


async def _drafts_of(subjects: Subjects, ctx: ToolContext) -> Drafts | None:
    """
    The person's newest drafts of this conversation, when they fit what is there now.

    A task that drafts them at this moment is waited for.
    """
    if not subjects.missing:
        return Drafts()
    wanted = _arguments(subjects, ctx)
    tasks = ctx.services.tasks
    for listed in await tasks.newest(ctx.caller.user):
        if not _is_of(listed, wanted, ctx):
            continue
        is_over = listed.state.is_over
        task = await (tasks.get(listed.id) if is_over else tasks.wait(listed.id, _WAIT_FOR_PLAN_S))
        if task is not None and task.state is TaskState.SUCCEEDED:
            return drafts_that_fit(task.result, subjects)
    return None


def _is_of(task: Task, wanted: _Object, ctx: ToolContext) -> bool:
    is_drafting = task.tool_name == TOOL.name and task.arguments == wanted
    return is_drafting and task.conversation_id == ctx.conversation_id


def _arguments(subjects: Subjects, ctx: ToolContext) -> dict[str, JsonValue]:
    """By uuid: titles change, and numbers are recycled."""
    return {"env_id": ctx.env.env_id, f"{subjects.about}_id": subjects.uuid}


def _nothing(subjects: Subjects) -> Text:
    key = "documentation-no-facts" if subjects.missing else "documentation-nothing"
    return text(key, title=subjects.title)


def _drafted_text(
    title: str, fields: int, described: int, ctx: ToolContext, silent: Sequence[str] = ()
) -> Text:
    """What was drafted; `silent` are columns that there was nothing to say about."""
    return text(
        "documentation-drafted",
        title=title,
        env=ctx.env.env_id,
        fields=fields,
        described=described,
        silent=len(silent),
        columns=", ".join([*silent[:_NAMED], *(["…"] if len(silent) > _NAMED else [])]),
    )


def _drafted(ending: TaskEnding, ctx: ToolContext) -> ToolOutcome:
    about = cast("_Object", cast("_Object", ending.items[0])["about"])
    items = drafted_objects(ending)
    lines = list(lines_of(items))
    described = cast("int", about["described"])
    silent = silent_columns(items)
    summary = _drafted_text(str(about["title"]), len(lines), described, ctx, silent)
    models = sorted({str(item["model"]) for item in items if item["model"]})
    head = ctx.services.texts.say(summary, "en")
    hint = (
        f"Drafted by {', '.join(models) or 'rules'}. Call again with apply=true to have exactly "
        "these texts shown to the person, approved and written."
    )
    return ToolOutcome(
        value={
            "env_id": ctx.env.env_id,
            "about": about,
            "already_described": described,
            "items": cast("JsonValue", items),
            "total": len(items),
        },
        summary=summary,
        for_model=lines_within_limit(f"{head} {hint}", lines),
    )


def _applied(ending: TaskEnding, ctx: ToolContext) -> ToolOutcome:
    fates = list(fates_of(ending))

    def names(*wanted: str) -> str:
        return ", ".join(f"“{item['title']}”" for item, fate, _ in fates if fate in wanted)

    written = [item for item, fate, _ in fates if fate in {"done", "lost", "unchecked"}]
    touched = [item for item, fate, _ in fates if fate not in {"failed", "left"}]
    summary = text(
        "documentation-done",
        env=ctx.env.env_id,
        count=len(written),
        total=len(fates),
        trouble=names("failed", "lost") or "none",
        unknown=names("unknown") or "none",
    )
    items: list[JsonValue] = [
        {
            "kind": item["kind"],
            "uuid": item["uuid"],
            "title": item["title"],
            "outcome": fate,
            "why": (end.said or {}).get(ctx.language) if end and fate != "done" else None,
        }
        for item, fate, end in fates
    ]
    undo = undo_of(touched, ctx.env.env_id)
    return ToolOutcome({"env_id": ctx.env.env_id, "items": items, "undo": undo}, summary)


def _title(item: JsonValue) -> str:
    about = cast("_Object", item)
    charts = about.get("charts")
    if isinstance(charts, Sequence):
        return ", ".join(str(cast("_Object", chart)["title"]) for chart in charts)
    return str(about["title"])


TOOL = Tool(
    name="run_llm_documentation",
    description=(
        "Draft descriptions for a dataset and its columns, or for a dashboard's charts and their "
        "datasets. Existing descriptions stay. Without apply it only shows the drafts; with "
        "apply=true they are written after the person approved each text. Runs as a task."
    ),
    arguments=RunDocumentation,
    risk=ToolRisk.READ,
    role=Role.ANALYST,
    contexts=frozenset({"dashboard"}),
    written_environments=("env_id",),
    write_when="apply",
    run=run,
    plan=plan,
    timeout_s=_TIMEOUT_S,
    inverse=inverse_of_descriptions("run_llm_documentation", Role.ANALYST),
    task=TaskParts(
        step=step,
        finish=finish,
        title=_title,
        writes=True,
        check=lambda step, ctx: text(
            "documentation-check", title=_title(step.item), env=ctx.env.env_id
        ),
        step_timeout_s=_TIMEOUT_S,
    ),
)
