"""How the environments are: reachable or not, what they hold, which charts are broken."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.each_environment import Seen, in_each_environment
from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.maintenance.ending import in_short, line_of
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import EnvironmentIdOrAll
from application.toolkit.tasks.view import tasks_in_short, tasks_line, visible_tasks
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.environments import Environment
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import (
    ChartSummary,
    Database,
    InstanceStatus,
    JsonValue,
    SupersetError,
    SupersetFault,
)
from domain.texts import Text, text

_MAX_CHARTS: Final = 50
_CHARTS_AT_ONCE: Final = 4
_CHARTS_WITHIN_S: Final = 10.0
_NAMED: Final = 3
_SHOWN: Final = 160
_VALIDATION_HOLDS: Final = timedelta(hours=24)
_STOPPING: Final = frozenset({SupersetFault.UNREACHABLE, SupersetFault.BAD_CREDENTIALS})


class HealthSummary(Arguments):
    env_id: EnvironmentIdOrAll = None


@dataclass(frozen=True, slots=True)
class BrokenChart:
    chart: ChartSummary
    error: str


@dataclass(slots=True)
class ChartCheck:
    """What is known of the charts by now; `total` are all, checked or not."""

    total: int
    checked: int = 0
    broken: list[BrokenChart] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Health:
    """One environment; a count is None when its list could not be read."""

    status: InstanceStatus
    counts: dict[str, int | None]
    databases: tuple[Database, ...]
    charts: ChartCheck
    problem: Text | None


async def run(args: HealthSummary, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    del args
    seen = await in_each_environment(ctx, partial(_examine, ctx))
    healthy = [one.result.unwrap() for one in seen if not isinstance(one.result, Failure)]
    broken = sum(len(health.charts.broken) for health in healthy)
    checked = sum(health.charts.checked for health in healthy)
    total = sum(health.charts.total for health in healthy)
    troubled = [one.environment.env_id for one in seen if _trouble(one) is not None]
    key = "get-health-summary-troubled" if troubled else "get-health-summary-done"
    summary = text(
        key,
        environments=", ".join(one.environment.env_id for one in seen),
        troubled=", ".join(troubled),
        broken=broken,
        names=_named(healthy),
        checked=checked,
        total=total,
    )
    windows = await ctx.services.maintenance.all()
    items = [
        _item(one, ctx) | {"maintenance": in_short(windows, one.environment.env_id)} for one in seen
    ]
    lines = [line for one in seen for line in _lines(one, ctx)]
    shown = {one.environment.env_id for one in seen}
    visible = await visible_tasks(ctx.services.tasks, ctx.caller)
    tasks = [task for task in visible if task.env_id is None or task.env_id in shown]
    lines.extend(line_of(window) for window in windows if window.env_id in shown)
    lines.extend([tasks_line(tasks)] if tasks else [])
    return Success(
        ToolOutcome(
            value={
                "items": items,
                "total": len(items),
                "tasks": tasks_in_short(tasks, ctx.language),
            },
            summary=summary,
            for_model=lines_within_limit(f"Health of {len(items)} environments:", lines),
        )
    )


def _named(healthy: Sequence[Health]) -> str:
    """The first broken charts with what is wrong with them."""
    broken = [one for health in healthy for one in health.charts.broken]
    named = [
        f"{one.chart.title} (“{' '.join(one.error.split())[:_SHOWN].rstrip('.')}”)"
        for one in broken[:_NAMED]
    ]
    return "; ".join([*named, "…"]) if len(broken) > _NAMED else "; ".join(named) + "."


async def _examine(
    ctx: ToolContext, environment: Environment, superset: Superset
) -> Result[Health, ToolFailure]:
    status = await superset.access.status()
    if not status.reachable:
        return Success(Health(status, {}, (), ChartCheck(0), text("health-unreachable")))
    dashboards, charts, datasets, databases = await asyncio.gather(
        superset.dashboards.all(),
        superset.charts.all(),
        superset.datasets.all(),
        superset.databases.all(),
    )
    lists: dict[str, Result[Sequence[object], SupersetError]] = {
        "dashboards": dashboards,
        "charts": charts,
        "datasets": datasets,
        "databases": databases,
    }
    errors = [found.failure() for found in lists.values() if isinstance(found, Failure)]
    return Success(
        Health(
            status=status,
            counts={
                kind: None if isinstance(found, Failure) else len(found.unwrap())
                for kind, found in lists.items()
            },
            databases=databases.value_or(()),
            charts=await _check_charts(
                superset,
                charts.value_or(()),
                await _validated(ctx, environment, charts.value_or(())),
            ),
            problem=from_superset(errors[0]).text if errors else None,
        )
    )


async def _validated(
    ctx: ToolContext, environment: Environment, charts: Sequence[ChartSummary]
) -> Mapping[str, bool]:
    """Charts (by uuid) that a validation ran of late, and whether they were broken."""
    kept = await ctx.services.run_facts.last(environment.env_id, [chart.uuid for chart in charts])
    since = ctx.services.clock.now() - _VALIDATION_HOLDS
    return {each.subject: each.facts.get("error") is not None for each in kept if each.at >= since}


async def _check_charts(
    superset: Superset, charts: Sequence[ChartSummary], validated: Mapping[str, bool]
) -> ChartCheck:
    """
    Run the charts that people see first: those on dashboards, the newest changes first.

    What the last validation found broken is run before all others, what it found working is not.
    """
    working = [chart for chart in charts if validated.get(chart.uuid) is False]
    check = ChartCheck(total=len(charts), checked=len(working))
    others = [chart for chart in charts if validated.get(chart.uuid) is not False]
    others.sort(key=lambda chart: (chart.uuid not in validated, not chart.dashboards))
    waiting = iter(others[:_MAX_CHARTS])

    async def work() -> None:
        for chart in waiting:
            ran = await superset.charts.run(chart.id)
            if isinstance(ran, Failure):
                if ran.failure().fault in _STOPPING:
                    return
                continue
            check.checked += 1
            error = ran.unwrap().error
            if error is not None:
                check.broken.append(BrokenChart(chart, error))

    with suppress(TimeoutError):
        async with asyncio.timeout(_CHARTS_WITHIN_S), asyncio.TaskGroup() as group:
            for _ in range(_CHARTS_AT_ONCE):
                group.create_task(work())
    return check


def _trouble(seen: Seen[Health]) -> Text | None:
    if isinstance(seen.result, Failure):
        failure: ToolFailure = seen.result.failure()
        return failure.text
    return seen.result.unwrap().problem


def _item(seen: Seen[Health], ctx: ToolContext) -> dict[str, JsonValue]:
    environment = seen.environment
    trouble = _trouble(seen)
    item: dict[str, JsonValue] = {
        "env_id": environment.env_id,
        "tier": environment.tier.value if environment.tier else None,
        "url": environment.url,
        "reachable": None,
        "version": None,
        "problem": None if trouble is None else ctx.services.texts.say(trouble, ctx.language),
    }
    if isinstance(seen.result, Failure):
        return item
    health = seen.result.unwrap()
    return item | {
        "reachable": health.status.reachable,
        "version": health.status.version,
        "counts": health.counts,
        "connections": [
            {"id": database.id, "title": database.title, "backend": database.backend}
            for database in health.databases
        ],
        "charts": {
            "total": health.charts.total,
            "checked": health.charts.checked,
            "broken": [_broken_item(broken) for broken in health.charts.broken],
        },
    }


def _broken_item(broken: BrokenChart) -> dict[str, JsonValue]:
    return {
        "id": broken.chart.id,
        "uuid": broken.chart.uuid,
        "title": broken.chart.title,
        "error": broken.error,
        "dashboards": [{"id": one.id, "title": one.title} for one in broken.chart.dashboards],
    }


def _lines(seen: Seen[Health], ctx: ToolContext) -> list[str]:
    name = seen.environment.env_id
    trouble = _trouble(seen)
    lines = [] if trouble is None else [f"- {name}: {ctx.services.texts.say(trouble, 'en')}"]
    if isinstance(seen.result, Failure) or not seen.result.unwrap().status.reachable:
        return lines
    health = seen.result.unwrap()
    counts = ", ".join(
        f"{'unknown' if count is None else count} {kind}" for kind, count in health.counts.items()
    )
    connections = on_one_line([f"{one.title} ({one.backend})" for one in health.databases])
    charts = health.charts
    lines.append(f"- {name}: answers, Superset {health.status.version or 'version unknown'}")
    lines.append(f"- {name}: {counts}; connections {connections}")
    lines.append(
        f"- {name}: {charts.checked} of {charts.total} charts were run, "
        f"{len(charts.broken)} are broken"
    )
    lines.extend(
        f"  - broken: #{broken.chart.id} {on_one_line(broken.chart.title)} on dashboards "
        f"{on_one_line([one.title for one in broken.chart.dashboards])}: "
        f"{on_one_line(broken.error)}"
        for broken in charts.broken
    )
    return lines


TOOL = Tool(
    name="get_health_summary",
    description=(
        "Check how one environment or all are doing: reachability, version, counts of dashboards, "
        "charts, datasets and databases, connections, and broken charts (up to 50 are run)."
    ),
    arguments=HealthSummary,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset({"dashboard", "migration"}),
    environment=EnvironmentNeed.OPTIONAL,
    run=run,
)
