"""Run every chart of a dashboard, or look over a dataset, and tell what is odd. A task."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.documenting.examining import examine_chart, examine_columns, kind_of
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.finding import find_dashboard, find_dataset
from application.toolkit.gather import gathered
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import EnvironmentId, OptionalReference
from application.toolkit.tasks.start import TaskOrder, start_task
from application.toolkit.tool import Arguments, StepDone, TaskParts, Tool, ToolOutcome
from domain.native_filters import DefaultFilters, default_filters
from domain.quality_facts import KeptFacts
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import ChartSummary, JsonValue
from domain.tasks import TaskEnding, TaskStep
from domain.texts import Text, text
from domain.validation import Facts, Finding, findings_of, merged, to_compare, verdict_of

_CHARTS_A_STEP: Final = 4
_COLUMNS_A_STEP: Final = 20
_WAIT_S: Final = 25.0
_STEP_S: Final = 180.0

_Object = Mapping[str, JsonValue]


class RunValidation(Arguments):
    dashboard_id: OptionalReference = Field(
        default=None,
        description="Number, uuid or exact title of a dashboard: each of its charts is run.",
    )
    dataset_id: OptionalReference = Field(
        default=None,
        description="Number, uuid or exact name of a dataset: each of its columns is looked at.",
    )
    env_id: EnvironmentId = None


@dataclass(frozen=True, slots=True)
class Judged:
    """One chart or dataset with its facts and what is odd about them."""

    facts: Facts
    findings: tuple[Finding, ...]


async def run(args: RunValidation, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    if (args.dashboard_id is None) == (args.dataset_id is None):
        return Failure(failed("validation-one-object"))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    if args.dashboard_id is not None:
        made = await _items_of_dashboard(superset, args.dashboard_id, ctx)
    else:
        made = await _items_of_dataset(superset, args.dataset_id or "", ctx)
    if isinstance(made, Failure):
        return Failure(made.failure())
    return await start_task(
        TaskOrder(
            tool_name=TOOL.name,
            arguments={"env_id": ctx.env.env_id, **args.model_dump(exclude_none=True)},
            items=made.unwrap(),
            writes=False,
            wait_s=_WAIT_S,
        ),
        ctx,
    )


async def step(step: TaskStep, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset, item = opened.unwrap(), cast("_Object", step.item)
    if item["kind"] == "dataset":
        examined = await examine_columns(superset, str(item["id"]), _listed(item, "columns"), ctx)
        if isinstance(examined, Failure):
            return Failure(from_superset(examined.failure()))
        return Success(StepDone([_named(item) | examined.unwrap()]))
    charts = _listed(item, "charts")
    ran = await gathered(
        examine_chart(superset, str(chart["id"]), ctx, cast("_Object", chart.get("extra")))
        for chart in charts
    )
    for each in ran:
        if isinstance(each, Failure):
            return Failure(from_superset(each.failure()))
    facts: list[JsonValue] = [
        _named(chart) | {"filters": chart.get("filters")} | each.unwrap()
        for chart, each in zip(charts, ran, strict=True)
    ]
    return Success(StepDone(facts))


async def finish(ending: TaskEnding, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    facts = _by_object(ending)
    kept = await ctx.services.run_facts.last(ctx.env.env_id, [str(each["uuid"]) for each in facts])
    last = {each.subject: each for each in kept}
    now = ctx.services.clock.now()
    judged: list[Judged] = []
    keeping: list[KeptFacts] = []
    for each in facts:
        before = _before(last.get(str(each["uuid"])), ending.task_id)
        judged.append(Judged(each, findings_of(each, before, now)))
        if not each.get("unread"):
            of_task: dict[str, JsonValue] = {"task_id": ending.task_id, "before": before}
            keeping.append(KeptFacts(str(each["uuid"]), now, {**to_compare(each), **of_task}))
    await ctx.services.run_facts.keep(ctx.env.env_id, keeping)
    return Success(_outcome(judged, ending, ctx))


def _before(kept: KeptFacts | None, task_id: str) -> Facts | None:
    """The run before this one; an end that is told twice compares with the same."""
    if kept is None:
        return None
    if kept.facts.get("task_id") != task_id:
        return kept.facts
    before = kept.facts.get("before")
    return before if isinstance(before, Mapping) else None


async def _items_of_dashboard(
    superset: Superset, reference: str, ctx: ToolContext
) -> Result[list[JsonValue], ToolFailure]:
    found = await find_dashboard(superset, reference, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    charts = await superset.dashboards.charts(found.unwrap().id)
    if isinstance(charts, Failure):
        return Failure(from_superset(charts.failure()))
    laid_out = await superset.layouts.get(found.unwrap().id)
    if isinstance(laid_out, Failure):
        return Failure(from_superset(laid_out.failure()))
    if not charts.unwrap():
        return Failure(failed("validation-no-charts", title=found.unwrap().title))
    layout = laid_out.unwrap()
    filters = default_filters(
        layout.json_metadata, layout.position_json, [chart.id for chart in charts.unwrap()]
    )
    known = [_chart_item(chart, filters.get(chart.id)) for chart in charts.unwrap()]
    return Success([{"kind": "charts", "charts": some} for some in _parts(known, _CHARTS_A_STEP)])


def _chart_item(chart: ChartSummary, filters: DefaultFilters | None) -> dict[str, JsonValue]:
    return {
        "kind": "chart",
        "id": chart.id,
        "uuid": chart.uuid,
        "title": chart.title,
        "filters": list(filters.names) if filters else [],
        "extra": filters.extra if filters else {},
    }


async def _items_of_dataset(
    superset: Superset, reference: str, ctx: ToolContext
) -> Result[list[JsonValue], ToolFailure]:
    found = await find_dataset(superset, reference, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    described = await superset.descriptions.dataset(found.unwrap().id)
    if isinstance(described, Failure):
        return Failure(from_superset(described.failure()))
    dataset = described.unwrap()
    known: list[dict[str, JsonValue]] = [
        {"name": column.name, "kind": kind_of(column)} for column in dataset.columns
    ]
    about: dict[str, JsonValue] = {
        "kind": "dataset",
        "id": dataset.id,
        "uuid": dataset.uuid,
        "title": dataset.title,
    }
    return Success([{**about, "columns": some} for some in _parts(known, _COLUMNS_A_STEP) or [[]]])


def _parts(
    things: Sequence[dict[str, JsonValue]], size: int
) -> list[Sequence[dict[str, JsonValue]]]:
    return [things[at : at + size] for at in range(0, len(things), size)]


def _named(about: _Object) -> dict[str, JsonValue]:
    return {name: about[name] for name in ("kind", "id", "uuid", "title")}


def _listed(item: _Object, name: str) -> list[_Object]:
    return cast("list[_Object]", item[name])


def _title(item: JsonValue) -> str:
    about = cast("_Object", item)
    if about["kind"] == "dataset":
        return str(about["title"])
    return ", ".join(str(chart["title"]) for chart in _listed(about, "charts"))


def _by_object(ending: TaskEnding) -> list[Facts]:
    """The facts of every step that ended well, the parts of one dataset put together."""
    parts: dict[str, list[Facts]] = {}
    for end in ending.ends:
        if end.outcome == "done":
            for facts in cast("list[Facts]", end.value):
                parts.setdefault(str(facts["uuid"]), []).append(facts)
    return [merged(found) for found in parts.values()]


def _outcome(judged: Sequence[Judged], ending: TaskEnding, ctx: ToolContext) -> ToolOutcome:
    verdicts = [verdict_of(each.findings) for each in judged]
    worst = next((v for v in ("broken", "doubtful", "good") if v in verdicts), "doubtful")
    checked, total = len(judged), _total(ending)
    summary = text(
        f"validation-{worst}",
        env=ctx.env.env_id,
        checked=checked,
        total=total,
        broken=verdicts.count("broken"),
        doubtful=verdicts.count("doubtful"),
    )
    items: list[JsonValue] = [
        {
            **each.facts,
            "verdict": verdict,
            "findings": [_finding_item(finding, ctx) for finding in each.findings],
        }
        for each, verdict in zip(judged, verdicts, strict=True)
    ]
    head = ctx.services.texts.say(summary, "en")
    return ToolOutcome(
        value={
            "env_id": ctx.env.env_id,
            "verdict": worst,
            "checked": checked,
            "total": total,
            "items": items,
        },
        summary=summary,
        for_model=lines_within_limit(
            f"{head} These are all facts there are; write the verdict from them alone.",
            _lines(judged, ctx),
        ),
    )


def _total(ending: TaskEnding) -> int:
    items = [cast("_Object", item) for item in ending.items]
    if any(item["kind"] == "dataset" for item in items):
        return 1
    return sum(len(_listed(item, "charts")) for item in items)


def _finding_text(finding: Finding) -> Text:
    return text(f"validation-finding-{finding.code}", **finding.params)


def _finding_item(finding: Finding, ctx: ToolContext) -> dict[str, JsonValue]:
    said = ctx.services.texts.say(_finding_text(finding), ctx.language)
    return {"severity": finding.severity, "code": finding.code, "text": said}


def _lines(judged: Sequence[Judged], ctx: ToolContext) -> Iterator[str]:
    """The odd ones first: there may be more than fit."""
    for each in sorted(judged, key=lambda one: not one.findings):
        facts = each.facts
        told = f"- {facts['kind']} #{facts['id']} {on_one_line(facts['title'])}: "
        told += f"{facts['rows']} rows in {facts['seconds']} s, newest {facts['newest']}"
        if facts.get("filters"):
            told += f", filtered by {on_one_line(facts['filters'])}"
        said = [ctx.services.texts.say(_finding_text(one), "en") for one in each.findings]
        yield f"{told}; {on_one_line(said)}" if said else f"{told}; nothing odd"


TOOL = Tool(
    name="run_llm_validation",
    description=(
        "Run every chart of a dashboard with its own query and the default values of the "
        "dashboard's filters, or look over the columns of a dataset, and find errors, empty "
        "results, stale data, nulls, jumps against the last run and slow queries. It gives facts; "
        "write the verdict from them alone."
    ),
    arguments=RunValidation,
    risk=ToolRisk.READ,
    role=Role.ANALYST,
    contexts=frozenset({"dashboard"}),
    run=run,
    timeout_s=60.0,
    task=TaskParts(step=step, finish=finish, title=_title, step_timeout_s=_STEP_S),
)
