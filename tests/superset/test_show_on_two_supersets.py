"""What issue 3 shows: from the chat, in plain words, on two real Supersets."""

import json
from pathlib import Path

import pytest

from adapters.git.repository import GitDashboardRepository
from adapters.planner.language_model import CommandAssistant
from application.ports.turn_runner import UndoRefused
from catalogue_file import load_declarations
from domain.bundle import Kind
from domain.bundle_normal import normal_object
from domain.roles import Role
from domain.tasks import TaskState
from git_program import git
from superset.two_supersets import Json, Pair, Side, approved, undone, unused
from tool_surroundings import TEXTS
from turns.world import World, call, only, types

TITLE = "Sales overview"

KIND_OF: dict[str, Kind] = {"dashboards": "dashboard", "charts": "chart", "datasets": "dataset"}

pytestmark = [pytest.mark.superset, pytest.mark.timeout(300)]


def new_chart_on(side: Side, title: str) -> tuple[int, int]:
    """A chart that is added to a seeded dashboard by hand, beside those that stand there."""
    dashboard = side.id_of("dashboard", dashboard_title=TITLE)
    dataset = side.id_of("dataset", table_name="orders")
    assert dashboard is not None
    assert dataset is not None
    shown = side.read("dashboard", dashboard)
    position, metadata = json.loads(shown["position_json"]), json.loads(shown["json_metadata"])
    new = side.chart(title, dataset, ("store_id",))
    row = next(key for key in position if key.startswith("ROW"))
    position[f"CHART-{new}"] = {
        "type": "CHART",
        "id": f"CHART-{new}",
        "children": [],
        "parents": ["ROOT_ID", "GRID_ID", row],
        "meta": {"chartId": new, "width": 4, "height": 50},
    }
    position[row]["children"].append(f"CHART-{new}")
    metadata["positions"] = position
    side.change("dashboard", dashboard, json_metadata=json.dumps(metadata))
    return dashboard, new


def as_it_was(assets: dict[str, Json], changed: set[str]) -> dict[str, object]:
    """All but what was to change, without what an import spells anew and nobody sees."""
    return {
        name: normal_object(KIND_OF[name.partition("/")[0]], content)
        for name, content in assets.items()
        if name.partition("/")[0] in KIND_OF and content["uuid"] not in changed
    }


async def result_of(here: World, end: Json) -> Json:
    """The whole result of a call that ended."""
    kept = await here.container.results().get(end["call_id"], "local:ann")
    value: Json = kept.unwrap().value  # type: ignore[assignment]  # a result of a tool is an object
    return value


async def test_new_chart_travels_through_a_branch_and_is_undone(pair: Pair, tmp_path: Path) -> None:
    """Nothing on production breaks, and after the undo it is there again, to the letter."""
    dev, prod = pair.dev, pair.prod
    chart = unused("Orders by store")
    _, new = new_chart_on(dev, chart)
    before = prod.assets()
    folder = tmp_path / "dashboards"
    here = pair.service(
        model=CommandAssistant(TEXTS), repository=GitDashboardRepository(folder, create=True)
    )
    await approved(here, "create branch feature/by-store")
    committed = await approved(
        here, f'commit the dashboard "{TITLE}" to the branch feature/by-store, message "New chart"'
    )
    assert git(folder, "log", "-1", "--format=%an", "feature/by-store").strip() == "local:ann"
    assert chart in git(folder, "show", "feature/by-store")
    assert committed["value"]["changed"] is True
    told = await here.send(
        f'diff the dashboard "{TITLE}" between branch:feature/by-store and ss-prod'
    )
    differing = await result_of(here, only(told, "tool_end"))
    assert chart in json.dumps(differing, ensure_ascii=False)
    # By its words it is planned; nothing has been written before the yes.
    planned = await here.send(
        f'deploy the dashboard "{TITLE}" from branch:feature/by-store to ss-prod'
    )
    card = only(planned, "confirm_required")["metadata"]
    assert prod.assets() == before
    made = [r["title"] for r in card["plan"]["resources"] if r["change"] == "create"]
    assert (card["env_id"], made) == ("ss-prod", [chart])
    ended = only(await here.decide(), "tool_end")
    value = await result_of(here, ended)
    assert (value["left"], value["worse"]) == ([], [])
    assert value["source"] == "branch:feature/by-store"
    assert {row["verdict"] for row in value["proof"]} == {"same"}
    there = prod.id_of("dashboard", dashboard_title=TITLE)
    assert there is not None
    assert chart in prod.charts_on(there)
    changed = {r["uuid"] for r in card["plan"]["resources"] if r["change"] in {"create", "update"}}
    assert as_it_was(prod.assets(), changed) == as_it_was(before, changed)
    again = await here.send(f'deploy the dashboard "{TITLE}" from ss-dev to ss-prod')
    assert only(again, "tool_end")["summary"].startswith("No change")
    back = await undone(here, ended["action_id"])
    deleted = [r["title"] for r in back["card"]["plan"]["resources"] if r["change"] == "delete"]
    assert deleted == [chart]
    assert back["undone_action_id"] == ended["action_id"]
    assert prod.assets() == before
    refused = await here.runner.undo(ended["action_id"], here.session())
    assert refused.failure() == UndoRefused("already_undone")
    dev.api.call("DELETE", f"/api/v1/chart/{new}")


async def test_a_person_learns_what_they_may_do_here(pair: Pair) -> None:
    here = pair.service(model=CommandAssistant(TEXTS))
    roles = {Role.ADMIN: set(load_declarations()), Role.VIEWER: set[str]()}
    for role in roles:
        events = await here.send("what can you do?", session=here.session(role))
        told = await result_of(here, only(events, "tool_end"))
        roles[role] = {each["name"] for each in told["items"]}
    assert roles[Role.ADMIN] == set(load_declarations())
    assert "search_dashboards" in roles[Role.VIEWER]
    assert "deploy_dashboard" not in roles[Role.VIEWER]
    # What is offered works: the first prompt of the catalogue, as it is shown.
    events = await here.send("List the environments", session=here.session(Role.VIEWER))
    listed = await result_of(here, only(events, "tool_end"))
    assert {each["env_id"]: each["reachable"] for each in listed["items"]} == {
        "ss-dev": True,
        "ss-prod": True,
    }


async def test_formatted_sql_gives_the_same_rows(pair: Pair) -> None:
    wild = "select status,count(*) as n from orders where id>10 group by status order by 1 -- все"
    here = pair.service([call("superset_format_sql", sql=wild, dialect="sqlite")], "Formatted.")
    formatted = await result_of(here, only(await here.send("format it"), "tool_end"))
    assert formatted["sql"] != wild
    rows = []
    for sql in (wild, formatted["sql"]):
        here = pair.service([call("superset_execute_sql", database_id="retail", sql=sql)], "Ran.")
        ran = await result_of(here, only(await here.send("run it"), "tool_end"))
        rows.append(ran["rows"])
    assert rows[0] == rows[1]
    assert rows[0]


async def test_status_of_a_backup_that_ran(pair: Pair) -> None:
    here = pair.service(
        [call("run_backup", env_id="ss-prod", dashboard_ids=[TITLE])],
        "It runs.",
        [call("get_task_status")],
        "Done.",
    )
    await here.tasks.serve(here.container.task_worker().work)
    await here.send("back it up")
    started = only(await here.decide(), "tool_end")
    task = await here.tasks.wait(started["action_id"], 60)
    assert task is not None
    assert task.state is TaskState.SUCCEEDED
    events = await here.send("how is it going?")
    assert "confirm_required" not in types(events)
    status = await result_of(here, only(events, "tool_end"))
    (shown,) = status["items"]
    assert (shown["task_id"], shown["state"]) == (task.id, "succeeded")
