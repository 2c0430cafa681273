"""Delete one dashboard, after a backup of it was written and verified."""

import hashlib
import json
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.beside import read_beside
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.finding import find_dashboard
from application.toolkit.links import absolute_url
from application.toolkit.references import EnvironmentId, Reference
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.backups import Backup, NewBackup
from domain.bundle import JsonObject
from domain.bundle_embedding import embedded
from domain.plan import FieldChange, Plan, Resource, Target, Touched
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import ChartSummary, DashboardSummary, JsonValue, SupersetFault
from domain.texts import Text, text

_REASON: Final = "before delete_dashboard"


class DeleteDashboard(Arguments):
    dashboard_id: Reference = Field(
        description="Number, uuid or exact title of the dashboard, as search_dashboards gives it."
    )
    env_id: EnvironmentId = None


async def plan(args: DeleteDashboard, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    found = await find_dashboard(superset, args.dashboard_id, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dashboard = found.unwrap()
    url = absolute_url(ctx.env, dashboard.url)
    charts = await superset.dashboards.charts(dashboard.id)
    if isinstance(charts, Failure):
        return Failure(from_superset(charts.failure()))
    reports = await superset.dashboards.reports(dashboard.id)
    if isinstance(reports, Failure):
        return Failure(from_superset(reports.failure()))
    domains = (await superset.dashboards.embedding(dashboard.id)).value_or(None)
    return Success(
        Plan(
            summary=text(
                "delete-dashboard-plan",
                title=dashboard.title,
                env=ctx.env.env_id,
                charts=len(charts.unwrap()),
            ),
            target=Target("dashboard", dashboard.title, dashboard.uuid, dashboard.id, url),
            resources=_resources(dashboard, charts.unwrap(), domains),
            touched=_touched(dashboard, charts.unwrap()),
            warnings=_warnings(dashboard),
            irreversible=_irreversible(domains),
            blocked=_blocked(dashboard, reports.unwrap()),
            undo="snapshot",
            state=_state(dashboard, charts.unwrap(), domains),
        )
    )


async def run(args: DeleteDashboard, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    found = await _find_planned(args, ctx, superset)
    if isinstance(found, Failure):
        return Failure(found.failure())
    dashboard = found.unwrap()
    users = (await superset.access.users()).value_or(None)
    beside = await read_beside(superset, [dashboard.id], users)
    if isinstance(beside, Failure):
        return Failure(_not_backed_up(dashboard, beside.failure().text))
    kept = await _back_up(dashboard, ctx, superset)
    if isinstance(kept, Failure):
        return Failure(kept.failure())
    refusal = await _moved_since(dashboard, superset) or await _delete(
        dashboard, kept.unwrap(), ctx, superset
    )
    if refusal is not None:
        return Failure(refusal)
    return Success(_outcome(dashboard, kept.unwrap(), beside.unwrap()[0], ctx))


def _resources(
    dashboard: DashboardSummary,
    charts: tuple[ChartSummary, ...],
    domains: tuple[str, ...] | None,
) -> tuple[Resource, ...]:
    lost = (
        FieldChange("title", dashboard.title, None),
        FieldChange("owners", ", ".join(dashboard.owners) or None, None),
        FieldChange("tags", ", ".join(dashboard.tags) or None, None),
        FieldChange("embedded", None if domains is None else ", ".join(domains) or "*", None),
    )
    fields = tuple(field for field in lost if field.old is not None)
    return (
        Resource("dashboard", "delete", dashboard.title, dashboard.uuid, dashboard.id, fields),
        *(Resource("chart", "keep", chart.title, chart.uuid, chart.id) for chart in charts),
    )


def _touched(dashboard: DashboardSummary, charts: tuple[ChartSummary, ...]) -> tuple[Touched, ...]:
    owners = tuple(
        Touched("owner", owner, text("delete-dashboard-owner")) for owner in dashboard.owners
    )
    shared: list[Touched] = []
    for chart in charts:
        others = [other.title for other in chart.dashboards if other.id != dashboard.id]
        if others:
            why = text("delete-dashboard-shared", dashboards=", ".join(others), count=len(others))
            shared.append(Touched("chart", chart.title, why))
    return (*shared, *owners)


def _irreversible(domains: tuple[str, ...] | None) -> tuple[Text, ...]:
    """The number is lost, and of an embedded dashboard the id that pages name it by."""
    number = text("delete-dashboard-irreversible")
    return (number,) if domains is None else (number, text("delete-dashboard-embedding"))


def _warnings(dashboard: DashboardSummary) -> tuple[Text, ...]:
    return (text("delete-dashboard-published"),) if dashboard.published else ()


def _blocked(dashboard: DashboardSummary, reports: tuple[str, ...]) -> tuple[Text, ...]:
    if not reports:
        return ()
    names = ", ".join(reports)
    return (
        text("delete-dashboard-reports", title=dashboard.title, reports=names, count=len(reports)),
    )


def _state(
    dashboard: DashboardSummary,
    charts: tuple[ChartSummary, ...],
    domains: tuple[str, ...] | None,
) -> dict[str, JsonValue]:
    lost = [dashboard.title, sorted((chart.uuid, chart.title) for chart in charts)]
    return {
        "uuid": dashboard.uuid,
        "changed_at": dashboard.changed_at.isoformat(),
        "content": hashlib.sha256(json.dumps(lost, ensure_ascii=True).encode()).hexdigest(),
        "embedded": embedded(domains),
    }


async def _find_planned(
    args: DeleteDashboard, ctx: ToolContext, superset: Superset
) -> Result[DashboardSummary, ToolFailure]:
    """What was approved, by its uuid: its number may have been given to another one since."""
    found = await find_dashboard(superset, args.dashboard_id, ctx.env.env_id)
    if ctx.planned_uuid is None:
        return found
    if isinstance(found, Failure) and found.failure().kind is not FailureKind.FIXABLE:
        return found
    if isinstance(found, Failure) or found.unwrap().uuid != ctx.planned_uuid:
        moved = failed("delete-dashboard-moved", reference=args.dashboard_id, env=ctx.env.env_id)
        return Failure(moved)
    dashboard = found.unwrap()
    charts = await superset.dashboards.charts(dashboard.id)
    if isinstance(charts, Failure):
        return Failure(from_superset(charts.failure()))
    domains = (await superset.dashboards.embedding(dashboard.id)).value_or(None)
    if not ctx.is_as_planned(_state(dashboard, charts.unwrap(), domains)):
        return Failure(failed("move-not-as-planned", title=dashboard.title))
    return found


async def _back_up(
    dashboard: DashboardSummary, ctx: ToolContext, superset: Superset
) -> Result[Backup, ToolFailure]:
    exported = await superset.assets.export_dashboards([dashboard.id])
    if isinstance(exported, Failure):
        reason = from_superset(exported.failure()).text
        return Failure(_not_backed_up(dashboard, reason))
    kept = await ctx.services.backups.keep(
        NewBackup(
            env_id=ctx.env.env_id,
            reason=_REASON,
            titles=(dashboard.title,),
            made_at=ctx.services.clock.now(),
            content=exported.unwrap(),
        )
    )
    return kept.alt(
        lambda error: _not_backed_up(
            dashboard, text("backup-not-kept", detail=error.detail or "none")
        )
    )


def _not_backed_up(dashboard: DashboardSummary, reason: Text) -> ToolFailure:
    said = text("delete-dashboard-no-backup", title=dashboard.title, reason=reason)
    return ToolFailure(said, FailureKind.FINAL)


async def _moved_since(dashboard: DashboardSummary, superset: Superset) -> ToolFailure | None:
    """Whether it changed while the backup was made; then the backup is not what would be lost."""
    again = await superset.dashboards.get(dashboard.uuid)
    if isinstance(again, Failure):
        return from_superset(again.failure())
    live = again.unwrap()
    if (live.id, live.changed_at) == (dashboard.id, dashboard.changed_at):
        return None
    return failed("delete-dashboard-changed", title=dashboard.title)


async def _delete(
    dashboard: DashboardSummary, backup: Backup, ctx: ToolContext, superset: Superset
) -> ToolFailure | None:
    """Delete it and look whether it is gone; None when it is."""
    deleted = await superset.dashboards.delete(dashboard.id)
    if isinstance(deleted, Failure):
        if deleted.failure().fault is SupersetFault.UNKNOWN_OUTCOME:
            return _unknown(dashboard, backup, ctx)
        return from_superset(deleted.failure())
    left = await superset.dashboards.get(dashboard.uuid)
    return None if isinstance(left, Failure) else _still_there(dashboard, ctx)


def _unknown(dashboard: DashboardSummary, backup: Backup, ctx: ToolContext) -> ToolFailure:
    said = text(
        "delete-dashboard-unknown",
        title=dashboard.title,
        env=ctx.env.env_id,
        url=absolute_url(ctx.env, dashboard.url),
        backup=backup.id,
    )
    return ToolFailure(said, FailureKind.UNKNOWN)


def _still_there(dashboard: DashboardSummary, ctx: ToolContext) -> ToolFailure:
    said = text("delete-dashboard-still-there", title=dashboard.title, env=ctx.env.env_id)
    return ToolFailure(said, FailureKind.FINAL)


def _outcome(
    dashboard: DashboardSummary, backup: Backup, beside: JsonObject, ctx: ToolContext
) -> ToolOutcome:
    env_id = ctx.env.env_id
    return ToolOutcome(
        value={
            "env_id": env_id,
            "id": dashboard.id,
            "uuid": dashboard.uuid,
            "title": dashboard.title,
            "deleted": True,
            "backup": backup.id,
        },
        summary=text("delete-dashboard-done", title=dashboard.title, env=env_id, backup=backup.id),
        snapshot=backup.id,
        undo={
            "only_missing": True,
            "title": dashboard.title,
            "beside": {dashboard.uuid: beside},
        },
    )


TOOL = Tool(
    name="delete_dashboard",
    description=(
        "Delete one dashboard from an environment. A backup is made first; its charts stay. The "
        "person is shown what will be lost and must approve."
    ),
    arguments=DeleteDashboard,
    risk=ToolRisk.DANGEROUS,
    role=Role.ADMIN,
    contexts=frozenset(),
    written_environments=("env_id",),
    run=run,
    plan=plan,
    undo_risk=ToolRisk.WRITE,
)
