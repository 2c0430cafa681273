"""Draft descriptions of datasets, columns and charts; with `apply`, write them."""

import hashlib
import json
from collections.abc import Iterator
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.descriptions import Written, failure_of_all, undo_of, write_drafts
from application.toolkit.drafts import (
    ChartDraft,
    DatasetDraft,
    Drafts,
    drafts_of_dashboard,
    drafts_of_dataset,
)
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import EnvironmentId, OptionalReference
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from application.toolkit.undescribing import inverse_of_descriptions
from domain.plan import FieldChange, Plan, Resource, Target
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Text, text

_TIMEOUT_S: Final = 300.0


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
    made = await _drafts(args, ctx)
    if isinstance(made, Failure):
        return Failure(made.failure())
    drafts = made.unwrap()
    return Success(
        Plan(
            summary=text(
                "documentation-plan",
                title=drafts.title,
                env=ctx.env.env_id,
                fields=drafts.fields,
                described=drafts.described,
            ),
            target=Target(drafts.about, drafts.title, drafts.uuid, drafts.id, ctx.env.url),
            resources=tuple(_resources(drafts)),
            blocked=() if drafts.fields else (text("documentation-nothing", title=drafts.title),),
            undo="snapshot",
            state={"drafts": _fingerprint(drafts)},
        )
    )


async def run(args: RunDocumentation, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    made = await _drafts(args, ctx)
    if isinstance(made, Failure):
        return Failure(made.failure())
    drafts = made.unwrap()
    if not args.apply:
        return Success(_drafted(drafts, ctx))
    if ctx.planned_uuid is not None and drafts.uuid != ctx.planned_uuid:
        return Failure(failed("documentation-moved", title=drafts.title, env=ctx.env.env_id))
    if not drafts.fields:
        return Failure(failed("documentation-nothing", title=drafts.title))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    written = await write_drafts(opened.unwrap(), drafts)
    failure = failure_of_all(written)
    return Success(_applied(drafts, written, ctx)) if failure is None else Failure(failure)


async def _drafts(args: RunDocumentation, ctx: ToolContext) -> Result[Drafts, ToolFailure]:
    if (args.dashboard_id is None) == (args.dataset_id is None):
        return Failure(failed("documentation-one-object"))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset: Superset = opened.unwrap()
    if args.dashboard_id is not None:
        return await drafts_of_dashboard(superset, args.dashboard_id, ctx)
    return await drafts_of_dataset(superset, args.dataset_id or "", ctx)


def _resources(drafts: Drafts) -> Iterator[Resource]:
    for draft in drafts.datasets:
        if draft.fields:
            dataset = draft.dataset
            fields = tuple(FieldChange(name, None, new) for name, new in _fields_of_dataset(draft))
            yield Resource("dataset", "update", dataset.title, dataset.uuid, dataset.id, fields)
    for chart_draft in drafts.charts:
        chart = chart_draft.chart
        field = FieldChange("description", None, chart_draft.description)
        yield Resource("chart", "update", chart.title, chart.uuid, chart.id, (field,))


def _fields_of_dataset(draft: DatasetDraft) -> Iterator[tuple[str, str]]:
    """Names of the texts and the texts, the dataset's own first."""
    if draft.description is not None:
        yield "description", draft.description
    for column in draft.dataset.columns:
        if column.id in draft.columns:
            yield f"column {column.name}", draft.columns[column.id]


def _fingerprint(drafts: Drafts) -> str:
    """Of every text and every object that it will be written to, as it is now."""
    rests_on = [
        *(
            [draft.dataset.uuid, draft.dataset.changed_at.isoformat(), *_fields_of_dataset(draft)]
            for draft in drafts.datasets
        ),
        *(
            [draft.chart.uuid, draft.chart.changed_at.isoformat(), draft.description]
            for draft in drafts.charts
        ),
    ]
    return hashlib.sha256(json.dumps(rests_on).encode()).hexdigest()


def _drafted(drafts: Drafts, ctx: ToolContext) -> ToolOutcome:
    summary = text(
        "documentation-drafted",
        title=drafts.title,
        env=ctx.env.env_id,
        fields=drafts.fields,
        described=drafts.described,
    )
    head = ctx.services.texts.say(summary, "en")
    hint = "They are drafts made by rules; call again with apply=true to have them approved."
    return ToolOutcome(
        value=_value(drafts, ctx),
        summary=summary,
        for_model=lines_within_limit(f"{head} {hint}", _lines(drafts)),
    )


def _value(drafts: Drafts, ctx: ToolContext) -> dict[str, JsonValue]:
    items: list[JsonValue] = [
        *map(_dataset_item, drafts.datasets),
        *map(_chart_item, drafts.charts),
    ]
    return {
        "env_id": ctx.env.env_id,
        "about": {"kind": drafts.about, "id": drafts.id, "title": drafts.title},
        "already_described": drafts.described,
        "items": items,
        "total": len(items),
    }


def _dataset_item(draft: DatasetDraft) -> dict[str, JsonValue]:
    dataset = draft.dataset
    return {
        "kind": "dataset",
        "id": dataset.id,
        "title": dataset.title,
        "old": dataset.description,
        "new": draft.description,
        "columns": [
            {
                "name": column.name,
                "type": column.type,
                "old": column.description,
                "new": draft.columns.get(column.id),
            }
            for column in dataset.columns
        ],
    }


def _chart_item(draft: ChartDraft) -> dict[str, JsonValue]:
    chart = draft.chart
    return {
        "kind": "chart",
        "id": chart.id,
        "title": chart.title,
        "old": chart.description,
        "new": draft.description,
    }


def _lines(drafts: Drafts) -> Iterator[str]:
    for draft in drafts.datasets:
        title = on_one_line(draft.dataset.title)
        for name, new in _fields_of_dataset(draft):
            yield f"- dataset #{draft.dataset.id} {title}, {on_one_line(name)}: {on_one_line(new)}"
    for chart_draft in drafts.charts:
        chart = chart_draft.chart
        new = on_one_line(chart_draft.description)
        yield f"- chart #{chart.id} {on_one_line(chart.title)}: {new}"


def _applied(drafts: Drafts, written: tuple[Written, ...], ctx: ToolContext) -> ToolOutcome:
    def names(fate: str) -> str:
        return ", ".join(f"“{one.title}”" for one in written if one.fate == fate) or "none"

    def say(why: Text | None) -> str | None:
        return None if why is None else ctx.services.texts.say(why, ctx.language)

    return ToolOutcome(
        value={
            "env_id": ctx.env.env_id,
            "items": [
                {
                    "kind": one.kind,
                    "uuid": one.uuid,
                    "title": one.title,
                    "outcome": one.fate,
                    "why": say(one.why),
                }
                for one in written
            ],
        },
        summary=text(
            "documentation-done",
            title=drafts.title,
            env=ctx.env.env_id,
            count=sum(one.fate == "done" for one in written),
            trouble=names("failed"),
            unknown=names("unknown"),
        ),
        undo=undo_of(drafts, written, ctx.env.env_id),
    )


TOOL = Tool(
    name="run_llm_documentation",
    description=(
        "Draft descriptions for a dataset and its columns, or for a dashboard's charts and their "
        "datasets. Existing descriptions stay. Without apply it only shows the drafts; with "
        "apply=true they are written after the person approved each text."
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
)
