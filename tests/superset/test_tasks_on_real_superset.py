"""Backups and migrations as tasks, on two real Supersets."""

import io
import itertools
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime

import pytest

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from adapters.memory.clock import MemoryClock
from adapters.superset_httpx.gateway import HttpSupersets
from application.toolkit.backups.archive import is_intact, manifest_of
from application.tools import deploy_dashboard, execute_migration, run_backup
from contracts.superset_payloads import layout
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.tasks import TaskState
from task_surroundings import TaskSurroundings
from tool_surroundings import Json

SOURCE, TARGET = "ss-test", "ss-test-prod"
ROUTE = {"env_id": TARGET, "source_env": SOURCE, "target_env": TARGET}
DATASETS, CHARTS, DASHBOARDS = 12, 30, 3

pytestmark = [pytest.mark.superset, pytest.mark.timeout(300)]

MakeBoards = Callable[[str], list[str]]


def api_of(copy: SupersetCopy) -> SupersetApi:
    api = SupersetApi(copy.environment.url)
    api.sign_in(copy.environment.accounts["admin"])
    return api


@pytest.fixture
def source(superset_copy: SupersetCopy) -> Iterator[SupersetApi]:
    with api_of(superset_copy) as api:
        yield api


@pytest.fixture
async def here(
    superset_copy: SupersetCopy, superset_prod_copy: SupersetCopy
) -> AsyncIterator[TaskSurroundings]:
    copies = (superset_copy, superset_prod_copy)
    environments = tuple(Environment(c.environment.env_id, c.environment.url) for c in copies)
    accounts = {
        copy.environment.env_id: {
            role: Account(known.username, known.password)
            for role, known in ((r, copy.environment.accounts[r]) for r in Role)
        }
        for copy in copies
    }
    supersets = HttpSupersets(Environments(list(environments)), accounts)
    surroundings = TaskSurroundings(
        clock=MemoryClock(datetime.now(UTC)), environments=environments, supersets=supersets
    )
    yield surroundings
    await supersets.close()
    await surroundings.judge.close()


@pytest.fixture
def make_boards(source: SupersetApi) -> MakeBoards:
    """Dashboards of thirty charts over twelve datasets, on the connection that both know."""

    def make(name: str) -> list[str]:
        databases = source.all_rows("database", ["id", "database_name"], "database_name")
        retail = next(each["id"] for each in databases if each["database_name"] == "retail")
        datasets = [
            source.call(
                "POST",
                "/api/v1/dataset/",
                {
                    "database": retail,
                    "schema": "main",
                    "table_name": f"{name} {n}",
                    "sql": f"SELECT id, revenue, {n} AS n FROM orders",
                },
            )["id"]
            for n in range(DATASETS)
        ]
        charts = [
            _chart(source, f"{name} chart {n}", dataset)
            for n, dataset in zip(range(CHARTS), itertools.cycle(datasets), strict=False)
        ]
        each = CHARTS // DASHBOARDS
        return [
            _board(source, f"{name} {n}", charts[n * each : (n + 1) * each])
            for n in range(DASHBOARDS)
        ]

    return make


def _chart(api: SupersetApi, title: str, dataset: int) -> str:
    context = {
        "datasource": {"id": dataset, "type": "table"},
        "force": False,
        "result_format": "json",
        "result_type": "full",
        "queries": [{"columns": ["id", "revenue"], "filters": [], "row_limit": 100}],
    }
    body = {
        "slice_name": title,
        "viz_type": "table",
        "datasource_id": dataset,
        "datasource_type": "table",
        "params": json.dumps({"viz_type": "table"}),
        "query_context": json.dumps(context),
    }
    return str(api.call("POST", "/api/v1/chart/", body)["id"])


def _board(api: SupersetApi, title: str, charts: list[str]) -> str:
    made = api.call("POST", "/api/v1/dashboard/", {"dashboard_title": title})["id"]
    metadata = json.dumps({"positions": layout(tuple(charts))})
    api.call("PUT", f"/api/v1/dashboard/{made}", {"json_metadata": metadata})
    return str(made)


async def test_migration_of_thirty_charts(
    here: TaskSurroundings, make_boards: MakeBoards, record_property: Callable[[str, object], None]
) -> None:
    boards = make_boards("Миграция")
    plan = await here.plan(execute_migration.TOOL, **ROUTE, dashboard_ids=boards)
    assert plan.blocked == ()
    created = [each.kind for each in plan.resources if each.change == "create"]
    assert {kind: created.count(kind) for kind in set(created)} == {
        "dashboard": DASHBOARDS,
        "chart": CHARTS,
        "dataset": DATASETS,
    }
    began = time.perf_counter()
    task = await here.task(execute_migration.TOOL, **ROUTE, dashboard_ids=boards)
    seconds = time.perf_counter() - began
    record_property("seconds", seconds)
    print(f"{CHARTS} charts over {DATASETS} datasets: {seconds:.1f} s")
    result: Json = task.result
    assert task.state is TaskState.SUCCEEDED, [line.text["en"] for line in task.log]
    assert [(line["changed"], line["worse"], line["left"]) for line in result["dashboards"]] == [
        (True, [], [])
    ] * DASHBOARDS
    proofs = [proof for line in result["dashboards"] for proof in line["proof"]]
    assert len(proofs) == CHARTS
    assert {proof["verdict"] for proof in proofs} == {"same"}
    again = await here.plan(execute_migration.TOOL, **ROUTE, dashboard_ids=boards)
    assert not again.is_needed


async def test_backup_is_whole_and_can_be_restored(
    here: TaskSurroundings,
    make_boards: MakeBoards,
    source: SupersetApi,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards = make_boards("Копия")
    monkeypatch.setattr(run_backup, "_AT_ONCE", 2)
    task = await here.task(run_backup.TOOL, SOURCE)
    result: Json = task.result
    assert task.state is TaskState.SUCCEEDED, [line.text["en"] for line in task.log]
    archive = here.backups.archives[result["backup"]]
    assert is_intact(io.BytesIO(archive))
    listed = source.all_rows("dashboard", ["id", "dashboard_title"], "dashboard_title")
    manifest: Json = manifest_of(io.BytesIO(archive))
    assert manifest["superset_version"] == "6.1.0"
    assert manifest["counts"]["dashboards"] == len(listed) == len(manifest["dashboards"])
    assert all(each["files"] for each in manifest["dashboards"])
    source.call("PUT", f"/api/v1/dashboard/{boards[0]}", {"dashboard_title": "Испорчен"})
    place = f"backup:{result['backup']}"
    restored = await here.run(
        deploy_dashboard.TOOL, SOURCE, dashboard_id="Копия 0", source=place, target_env=SOURCE
    )
    assert restored.value["changed"] is True
    title = source.call("GET", f"/api/v1/dashboard/{boards[0]}")["result"]["dashboard_title"]
    assert title == "Копия 0"
