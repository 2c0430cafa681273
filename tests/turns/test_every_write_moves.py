"""
Every tool that writes: what it acts on moves between the question and the run, and nothing runs.

The list of tools comes from the catalogue, so that a new one without its case is red.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import pytest

from adapters.memory.superset.objects import MemoryDashboard, MemoryDatabase, MemoryDataset
from adapters.memory.superset.server import MemorySuperset
from application import tools
from application.ports.language_model import CallProposed
from application.toolkit.catalogue import load_catalogue
from domain.banner import without_banner
from domain.tasks import TaskState
from moving_worlds import development, production
from tool_surroundings import SHOP
from turns.world import Json, World, call, every, only

Move = Callable[[World], Awaitable[None]]


async def chart_is_edited(world: World) -> None:
    world.dev.charts["1"] = replace(world.dev.charts["1"], viz_type="pie")


async def dashboard_is_renamed(world: World) -> None:
    world.dev.dashboards["1"] = replace(world.dev.dashboards["1"], title="Board pack")


async def dashboard_is_added(world: World) -> None:
    world.dev.dashboards["9"] = MemoryDashboard("9", "Brand new", ("1",))


async def number_is_given_away(world: World) -> None:
    twin = replace(world.dev.dashboards["1"], uuid="0" * 8 + "-0000-4000-8000-" + "1" * 12)
    world.dev.dashboards["1"] = twin


async def dataset_is_made(world: World) -> None:
    world.dev.datasets["9"] = MemoryDataset("9", "customers", "1")


async def connection_is_swapped(world: World) -> None:
    """The number goes to another database, as after a restore."""
    del world.dev.databases["1"]
    world.dev.add(MemoryDatabase("1", "payroll", SHOP, allow_dml=True))


async def description_is_written(world: World) -> None:
    world.dev.descriptions["dataset/1"] = "By hand."


async def branch_is_made(world: World) -> None:
    made = await world.container.repository().create_branch("feature/x", "main")
    assert made.unwrap()


async def banner_is_taken_down(world: World) -> None:
    for number, layout in list(world.dev.layouts.items()):
        world.dev.layouts[number] = without_banner(layout).unwrap()


@dataclass(frozen=True)
class Case:
    """What is asked for, what moves, and what must have happened before."""

    wanted: CallProposed
    moves: Move
    before: tuple[CallProposed, ...] = ()


ON_DEV = {"env_id": "ss-dev"}
COMMIT = call("commit_changes", dashboard_id="1", message="New colours", **ON_DEV)
DOCUMENT = call("run_llm_documentation", dataset_id="orders", apply=True, **ON_DEV)
CASES = {
    "delete_dashboard": Case(
        call("delete_dashboard", dashboard_id="1", **ON_DEV), dashboard_is_renamed
    ),
    "deploy_dashboard": Case(
        call("deploy_dashboard", dashboard_id="1", source="ss-dev", target_env="ss-prod"),
        chart_is_edited,
    ),
    "execute_migration": Case(
        call("execute_migration", source_env="ss-dev", target_env="ss-prod"), chart_is_edited
    ),
    "commit_changes": Case(COMMIT, chart_is_edited),
    "create_branch": Case(call("create_branch", name="feature/x"), branch_is_made, (COMMIT,)),
    "run_backup": Case(call("run_backup", dashboard_ids=["1"], **ON_DEV), number_is_given_away),
    "start_maintenance": Case(
        call("start_maintenance", text="Upgrade", **ON_DEV), dashboard_is_added
    ),
    "end_maintenance": Case(
        call("end_maintenance", **ON_DEV),
        banner_is_taken_down,
        (call("start_maintenance", text="Upgrade", **ON_DEV),),
    ),
    "superset_create_dataset": Case(
        call("superset_create_dataset", database_id="1", table="customers", **ON_DEV),
        dataset_is_made,
    ),
    "superset_execute_sql": Case(
        call("superset_execute_sql", database_id="1", sql="DELETE FROM orders", **ON_DEV),
        connection_is_swapped,
    ),
    "run_llm_documentation": Case(DOCUMENT, description_is_written),
}
EVERY = pytest.mark.parametrize("name", CASES)


async def asked(case: Case) -> World:
    """A world in which the question of a case waits."""
    replies: list[Json] = []
    for each in (*case.before, case.wanted):
        replies += [[each], "Done."]
    made = World(replies)
    made.dev, made.prod = development(), production()
    made.dev.databases["1"] = replace(made.dev.databases["1"], allow_dml=True)
    made.supersets.servers.update({"ss-dev": made.dev, "ss-prod": made.prod})
    await made.tasks.serve(made.container.task_worker().work)
    for _ in case.before:
        await made.send("first this")
        assert only(await made.decide(), "tool_end")
    events = await made.send("then that")
    assert only(events, "confirm_required"), events
    return made


async def kept(world: World) -> Json:
    """Everything that a write could have changed."""
    branches = (await world.container.repository().branches()).unwrap()
    return {
        "servers": [everything(server) for server in (world.dev, world.prod)],
        "branches": [(each.name, each.commit_id) for each in branches],
        "backups": [each.id for each in await world.backups.all()],
        "windows": await world.container.maintenance().all(),
    }


def everything(server: MemorySuperset) -> Json:
    return (
        dict(server.dashboards),
        dict(server.charts),
        dict(server.datasets),
        dict(server.layouts),
        dict(server.descriptions),
        server.calls["sql_lab.run"],
    )


def test_every_tool_that_writes_has_a_case() -> None:
    writing = {name for name, each in load_catalogue(tools).tools.items() if each.plan is not None}
    assert set(CASES) == writing


@EVERY
async def test_what_moves_before_the_yes_is_asked_about_anew_or_refused(name: str) -> None:
    world = await asked(CASES[name])
    await CASES[name].moves(world)
    before = await kept(world)
    events = await world.decide()
    assert only(events, "confirm_resolved")["decision"] in {"replaced", "cancelled"}
    assert not every(events, "tool_start")
    assert await kept(world) == before


@EVERY
async def test_what_moves_after_the_last_look_does_not_run(name: str) -> None:
    world = await asked(CASES[name])
    act = world.container.act()
    judge = act.judge
    seen: list[Json] = []

    async def move_it(*args: Json) -> Json:
        if not seen:
            await CASES[name].moves(world)
            seen.append(await kept(world))
        return await judge(*args)

    object.__setattr__(act, "judge", move_it)
    card = await world.waiting()
    events = await world.decide()
    assert seen
    if await world.tasks.get(card["confirmation_id"]) is None:
        assert only(events, "tool_error")["is_write_tool"]
    else:
        task = await world.tasks.wait(card["confirmation_id"], 30)
        assert task is not None
        assert task.state is TaskState.FAILED
    assert await kept(world) == seen[0]
