"""Many dashboards between two Supersets in memory: the dry run, the moves, and what stops them."""

from dataclasses import replace

import pytest

from adapters.memory.superset.objects import (
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
)
from adapters.memory.superset.server import MemorySuperset
from application.tools.execute_migration import TOOL
from domain.superset import SupersetFault
from domain.tasks import Task, TaskState
from task_surroundings import TaskSurroundings
from tool_surroundings import SHOP, Json, failure_of

PROD = {"env_id": "ss-prod", "source_env": "ss-dev", "target_env": "ss-prod"}


def uuid(kind: int, number: int) -> str:
    return f"{kind:08d}-0000-4000-8000-{number:012d}"


def layout(*charts: int) -> Json:
    names = [f"C{n}" for n in charts]
    root = {"type": "ROOT", "id": "ROOT_ID", "children": names}
    return {"ROOT_ID": root} | {
        f"C{n}": {"type": "CHART", "id": f"C{n}", "meta": {"uuid": uuid(2, n), "chartId": n}}
        for n in charts
    }


def dashboard(number: int, title: str, *charts: int) -> MemoryDashboard:
    numbers = tuple(map(str, charts))
    rest = {"position": layout(*charts), "metadata": {}}
    return MemoryDashboard(str(number), title, numbers, uuid=uuid(1, number), rest=rest)


def development() -> MemorySuperset:
    """Two dashboards share a chart, all charts a dataset."""
    return MemorySuperset(
        "ss-dev",
        [
            MemoryDatabase("1", "retail", SHOP),
            MemoryDataset("1", "orders", "1", uuid=uuid(3, 1)),
            *(
                MemoryChart(str(n), f"Chart {n}", "1", "SELECT id FROM orders", uuid=uuid(2, n))
                for n in (1, 2, 3)
            ),
            dashboard(1, "Alpha", 1, 2),
            dashboard(2, "Beta", 2, 3),
            dashboard(3, "Гамма", 3),
        ],
    )


@pytest.fixture
def here() -> TaskSurroundings:
    prod = MemorySuperset("ss-prod", [MemoryDatabase("7", "retail", SHOP)])
    return TaskSurroundings(dev=development(), prod=prod)


async def migrated(here: TaskSurroundings, **more: Json) -> Task:
    return await here.task(TOOL, **PROD, **more)


def outcomes(task: Task) -> dict[str, tuple[str, bool]]:
    result: Json = task.result
    return {line["title"]: (line["outcome"], line["changed"]) for line in result["dashboards"]}


async def test_plan_is_the_dry_run(here: TaskSurroundings) -> None:
    plan = await here.plan(TOOL, **PROD)
    assert "3 dashboards from ss-dev to ss-prod: 3 new" in here.say(plan.summary)
    created = [(each.kind, each.title) for each in plan.resources if each.change == "create"]
    assert sorted(created) == sorted(set(created))
    assert {kind for kind, _ in created} == {"dashboard", "chart", "dataset"}
    assert (plan.blocked, plan.is_needed) == ((), True)
    assert here.prod.dashboards == {}


async def test_all_arrive_and_a_second_run_changes_nothing(here: TaskSurroundings) -> None:
    task = await migrated(here)
    assert task.state is TaskState.SUCCEEDED, task.log
    assert outcomes(task) == dict.fromkeys(("Alpha", "Beta", "Гамма"), ("done", True))
    assert (task.summary or {})["en"] == "Migration from ss-dev to ss-prod: 3 moved."
    assert {d.title for d in here.prod.dashboards.values()} == {"Alpha", "Beta", "Гамма"}
    again = await here.plan(TOOL, **PROD)
    assert not again.is_needed
    assert "3 are equal already" in here.say(again.summary)
    done = await here.run(TOOL, **PROD)
    assert done.value == {"changed": False}


async def test_only_those_asked_for_move(here: TaskSurroundings) -> None:
    task = await migrated(here, dashboard_ids=["гамма", "1"])
    assert outcomes(task) == {"Alpha": ("done", True), "Гамма": ("done", True)}
    task = await migrated(here)
    assert outcomes(task) == {
        "Alpha": ("done", False),
        "Beta": ("done", True),
        "Гамма": ("done", False),
    }


async def test_databases_are_mapped_or_block(here: TaskSurroundings) -> None:
    here.prod = MemorySuperset("ss-prod", [MemoryDatabase("7", "warehouse", SHOP)])
    plan = await here.plan(TOOL, **PROD)
    assert len(plan.blocked) == 1
    assert "retail" in here.say(plan.blocked[0])
    refused = failure_of(await here.try_run(TOOL, **PROD))
    assert refused.text == plan.blocked[0]
    task = await migrated(here, database_mapping={"retail": "warehouse"})
    assert task.state is TaskState.SUCCEEDED


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"source_env": "ss-prod"}, "migration-same-environment"),
        ({"source_env": "nowhere"}, "environment-unknown"),
        ({"dashboard_ids": ["nope"]}, "dashboard-unknown"),
    ],
)
async def test_bad_input_is_refused(here: TaskSurroundings, arguments: Json, key: str) -> None:
    refused = await here.try_plan(TOOL, **(PROD | arguments))
    assert failure_of(refused).text.key == key


async def test_empty_source_is_refused(here: TaskSurroundings) -> None:
    here.dev = MemorySuperset("ss-dev", [])
    refused = failure_of(await here.try_plan(TOOL, **PROD))
    assert refused.text.key == "migration-nothing"


async def test_source_that_changed_is_not_moved(here: TaskSurroundings) -> None:
    started = await here.start(TOOL, **PROD)
    here.dev.add(replace(here.dev.dashboards["1"], title="Alpha 2"))
    task = await here.end_of(started)
    assert task.state is TaskState.FAILED
    assert outcomes(task) == {
        "Alpha": ("failed", False),
        "Beta": ("done", True),
        "Гамма": ("done", True),
    }
    assert "changed on ss-dev after" in task.log[0].text["en"]


async def test_target_that_changed_is_not_overwritten(here: TaskSurroundings) -> None:
    await migrated(here, dashboard_ids=["1"])
    here.dev.add(replace(here.dev.dashboards["1"], title="Alpha 2"))
    started = await here.start(TOOL, **PROD)
    (own_id,) = (d.id for d in here.prod.dashboards.values())
    here.prod.add(replace(here.prod.dashboards[own_id], title="Edited on prod"))
    task = await here.end_of(started)
    assert outcomes(task)["Alpha 2"] == ("failed", False)
    assert outcomes(task)["Beta"] == ("done", True)
    assert here.prod.dashboards[own_id].title == "Edited on prod"


async def test_lost_answer_stops_the_task(here: TaskSurroundings) -> None:
    started = await here.start(TOOL, **PROD)
    here.prod.fail_next(SupersetFault.UNKNOWN_OUTCOME, "assets.import_assets")
    task = await here.end_of(started)
    assert task.state is TaskState.UNKNOWN
    assert outcomes(task) == {
        "Alpha": ("unknown", False),
        "Beta": ("not_done", False),
        "Гамма": ("not_done", False),
    }
    assert "1 with an unknown outcome, 2 not begun" in (task.summary or {})["en"]
    assert here.prod.calls["assets.import_assets"] == 1


async def test_cut_off_step_says_how_to_check(here: TaskSurroundings) -> None:
    started = await here.start(TOOL, **PROD)
    here.tasks.journal.intents.add((started.id, 0))
    task = await here.end_of(started)
    assert task.state is TaskState.UNKNOWN
    assert "Open “Alpha” on ss-prod (http://prod.example)" in task.log[0].text["en"]
    assert here.prod.dashboards == {}


async def test_result_holds_what_an_undo_needs(here: TaskSurroundings) -> None:
    await migrated(here, dashboard_ids=["Alpha"])
    here.dev.add(replace(here.dev.charts["2"], title="Chart two"))
    task = await migrated(here)
    result: Json = task.result
    undo = result["undo"]
    assert set(undo["created"]["dashboard"]) == {uuid(1, 2), uuid(1, 3)}
    assert set(undo["created"]["chart"]) == {uuid(2, 3)}
    kept = [backup.id for backup in await here.backups.all()]
    assert set(undo["snapshots"]) <= set(kept)
    # Of what two dashboards share the first snapshot has the state before.
    first = here.backups.archives[undo["snapshots"][0]]
    bundle = here.ctx().services.bundles.unpack(first).unwrap()
    assert bundle.charts[uuid(2, 2)]["slice_name"] == "Chart 2"


async def test_broken_chart_is_called_worse(here: TaskSurroundings) -> None:
    shop = SHOP.replace("orders", "bestellungen")
    here.prod = MemorySuperset("ss-prod", [MemoryDatabase("7", "retail", shop)])
    task = await migrated(here, dashboard_ids=["Гамма"])
    result: Json = task.result
    assert result["dashboards"][0]["worse"] == ["Chart 3"]
    assert "Charts that got worse: Chart 3" in (task.summary or {})["en"]
    assert "Стало хуже: Chart 3" in task.log[0].text["ru"]
