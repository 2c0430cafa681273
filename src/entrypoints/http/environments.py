"""What lies in each Superset, for the pages that lead to the agent."""

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from returns.pipeline import is_successful
from returns.result import Failure

from application.ports.superset.gateway import Superset
from application.ports.turn_runner import EnvironmentUnknown
from domain.environments import Environment
from domain.searching import mentions
from domain.superset import ChartSummary
from entrypoints.http.access import CallerSession
from entrypoints.http.openapi import problems
from entrypoints.http.problems import problem_of
from entrypoints.http.schemas import (
    ChartShown,
    DashboardDatasetShown,
    DashboardList,
    DashboardShown,
    DashboardWhole,
    DatabaseList,
    DatabaseShown,
    DatasetList,
    DatasetShown,
    EnvironmentList,
    EnvironmentShown,
    Id,
    NamedShown,
)
from entrypoints.http.services import ApiServices, Services

router = APIRouter(prefix="/api/environments", tags=["environments"])

_PAGE = 50


@router.get("", responses=problems(401))
async def list_environments(caller: CallerSession, services: Services) -> EnvironmentList:
    """The environments of a person, with whether they answer right now."""
    usable = [e for e in services.environments.values() if caller.caller.may_use(e.env_id)]
    shown = await asyncio.gather(*(_shown(e, caller, services) for e in usable))
    return EnvironmentList(items=list(shown), total=len(shown))


@router.get("/{env}/dashboards", responses=problems(401, 403, 404, 422, 502))
async def list_dashboards(
    env: Id,
    caller: CallerSession,
    services: Services,
    q: Annotated[str, Query(max_length=200)] = "",
    page: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> DashboardList:
    """Dashboards, newest change first, fifty a page; `q` searches titles in any case."""
    superset = _open(env, caller, services)
    found = await superset.dashboards.all()
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    hits = [d for d in found.unwrap() if mentions(d.title, q)]
    shown = hits[page * _PAGE : (page + 1) * _PAGE]
    return DashboardList(
        items=[DashboardShown.model_validate(asdict(d)) for d in shown], total=len(hits)
    )


@router.get("/{env}/dashboards/{dashboard_id}", responses=problems(401, 403, 404, 422, 502))
async def get_dashboard(
    env: Id, dashboard_id: Id, caller: CallerSession, services: Services
) -> DashboardWhole:
    """One dashboard with its charts and their datasets."""
    superset = _open(env, caller, services)
    found = await superset.dashboards.get(dashboard_id)
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    charts = await superset.dashboards.charts(dashboard_id)
    if isinstance(charts, Failure):
        raise problem_of(charts.failure())
    return DashboardWhole(
        **DashboardShown.model_validate(asdict(found.unwrap())).model_dump(),
        charts=[ChartShown.model_validate(asdict(chart)) for chart in charts.unwrap()],
        datasets=await _datasets_of(charts.unwrap(), superset),
    )


@router.get("/{env}/datasets", responses=problems(401, 403, 404, 422, 502))
async def list_datasets(env: Id, caller: CallerSession, services: Services) -> DatasetList:
    """Datasets, newest change first."""
    found = await _open(env, caller, services).datasets.all()
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    items = [
        DatasetShown(
            id=d.id,
            uuid=d.uuid,
            title=d.title,
            schema_=d.schema,
            database=NamedShown(id=d.database.id, title=d.database.title),
            kind="physical" if d.sql is None else "virtual",
        )
        for d in found.unwrap()
    ]
    return DatasetList(items=items, total=len(items))


@router.get("/{env}/databases", responses=problems(401, 403, 404, 422, 502))
async def list_databases(env: Id, caller: CallerSession, services: Services) -> DatabaseList:
    """Database connections, without addresses."""
    found = await _open(env, caller, services).databases.all()
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    items = [DatabaseShown.model_validate(asdict(d)) for d in found.unwrap()]
    return DatabaseList(items=items, total=len(items))


def _open(env: str, caller: CallerSession, services: ApiServices) -> Superset:
    usable = [e for e in services.environments if caller.caller.may_use(e)]
    if env not in usable:
        raise problem_of(EnvironmentUnknown(env, tuple(usable)))
    opened = services.supersets.open(env, caller.caller)
    if isinstance(opened, Failure):
        raise problem_of(opened.failure())
    return opened.unwrap()


async def _datasets_of(
    charts: tuple[ChartSummary, ...], superset: Superset
) -> list[DashboardDatasetShown]:
    ids = sorted({chart.dataset_id for chart in charts if chart.dataset_id is not None})
    found = await asyncio.gather(*(superset.datasets.get(dataset_id) for dataset_id in ids))
    known = [one.unwrap() for one in found if is_successful(one)]
    return [DashboardDatasetShown(id=d.id, uuid=d.uuid, title=d.title) for d in known]


async def _shown(
    environment: Environment, caller: CallerSession, services: ApiServices
) -> EnvironmentShown:
    opened = services.supersets.open(environment.env_id, caller.caller)
    status = None if isinstance(opened, Failure) else await opened.unwrap().access.status()
    return EnvironmentShown(
        env_id=environment.env_id,
        tier=environment.tier,
        url=environment.url,
        reachable=status.reachable if status else None,
        version=status.version if status else None,
    )
