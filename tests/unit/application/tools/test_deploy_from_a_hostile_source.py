"""A source that means harm: what it brings along is seen whole, and what was seen is what lands."""

from dataclasses import replace

import pytest

from adapters.memory.superset.objects import MemoryDatabase
from application.tools.deploy_dashboard import TOOL
from domain.plan import Plan
from domain.plan_state import state_hash
from domain.superset import JsonValue
from moving_worlds import SALES, development, production
from tool_surroundings import SHOP, Surroundings, failure_of

ARGUMENTS = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod"}


@pytest.fixture
def world() -> Surroundings:
    return Surroundings(dev=development(), prod=production())


async def plan(world: Surroundings) -> Plan:
    return await world.plan(TOOL, "ss-prod", **ARGUMENTS)


async def test_shows_whole_what_a_new_dataset_would_run(world: Surroundings) -> None:
    """A hostile branch brings a statement along; the proof afterwards would run it."""
    sql = "SELECT region FROM orders /*" + "x" * 400 + "*/ WHERE setval('s', 1) = 1"
    calculated: list[JsonValue] = [
        {"metric_name": f"m{number:02}", "expression": f"SUM(c{number})"} for number in range(60)
    ]
    world.dev.add(replace(world.dev.datasets["1"], sql=sql, rest={"metrics": calculated}))
    made = await plan(world)
    (dataset,) = [r for r in made.resources if r.kind == "dataset"]
    shown = {field.name: field.new for field in dataset.fields}
    assert shown["sql"] == sql
    assert shown["metrics.m59.expression"] == "SUM(c59)"
    assert any("SETVAL" in world.say(each).upper() for each in made.warnings)


async def test_no_cut_hides_what_a_changed_dataset_would_run(world: Surroundings) -> None:
    harmless = "SELECT region FROM orders WHERE 1 = 1 " + "OR region = 'x' " * 40
    world.dev.add(replace(world.dev.datasets["1"], sql=harmless))
    await world.run(TOOL, "ss-prod", **ARGUMENTS)
    world.dev.add(replace(world.dev.datasets["1"], sql=f"{harmless} OR pg_sleep(9) = 1"))
    made = await plan(world)
    (dataset,) = [r for r in made.resources if r.kind == "dataset"]
    (field,) = dataset.fields
    assert (field.old, field.new) == (harmless, f"{harmless} OR pg_sleep(9) = 1")
    assert any("PG_SLEEP" in world.say(each).upper() for each in made.warnings)


async def test_a_long_value_is_shown_where_it_differs(world: Surroundings) -> None:
    world.dev.add(replace(world.dev.datasets["1"], rest={"description": "d" * 600}))
    await world.run(TOOL, "ss-prod", **ARGUMENTS)
    world.dev.add(replace(world.dev.datasets["1"], rest={"description": "d" * 600 + "!"}))
    (dataset,) = [r for r in (await plan(world)).resources if r.kind == "dataset"]
    (field,) = dataset.fields
    assert field.new == f"…{'d' * 60}!"
    assert field.old == f"…{'d' * 60}"


async def test_another_connection_is_a_change_that_is_shown(world: Surroundings) -> None:
    """The same dataset, and a hostile source says that it reads from somewhere else."""
    for server in (world.dev, world.prod):
        server.add(MemoryDatabase("8", "payroll", SHOP))
    await world.run(TOOL, "ss-prod", **ARGUMENTS)
    world.dev.add(replace(world.dev.datasets["1"], database="8"))
    made = await plan(world)
    assert made.is_needed
    (dataset,) = [r for r in made.resources if r.kind == "dataset"]
    assert [(f.name, f.old, f.new) for f in dataset.fields] == [("database", "retail", "payroll")]


async def test_a_schema_carries_no_statement(world: Surroundings) -> None:
    """Superset runs `SET search_path = "<schema>"` before every query of the dataset."""
    odd = 'public"; DELETE FROM orders; --'
    world.dev.add(replace(world.dev.datasets["1"], schema=odd))
    assert any(odd in world.say(each) for each in (await plan(world)).blocked)


async def test_a_source_that_moves_after_the_yes_changes_nothing(world: Surroundings) -> None:
    """A branch may move between the last look at the plan and the import."""
    approved = state_hash((await plan(world)).state)
    args = TOOL.arguments.model_validate(ARGUMENTS)
    ctx = replace(world.ctx("ss-prod"), planned_uuid=SALES, planned_state=approved)
    world.dev.add(replace(world.dev.datasets["1"], sql="SELECT 1 AS region"))
    failure = failure_of(await TOOL.run(args, ctx))
    assert failure.text.key == "move-not-as-planned"
    assert world.prod.calls["assets.import_assets"] == 0
