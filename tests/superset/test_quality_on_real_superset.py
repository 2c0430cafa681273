"""Access, maintenance and quality on the suite's own Superset, seeded as "ss-dev"."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from returns.result import Failure

from adapters.memory.clock import MemoryClock
from adapters.memory.language_model import ScriptedModel
from application.tools import (
    end_maintenance,
    run_llm_documentation,
    run_llm_validation,
    start_maintenance,
    superset_audit_permissions,
)
from contracts.superset_arranger import Arranger
from contracts.superset_real_world import OnRealSuperset
from contracts.superset_world import CITY_COUNT, ChartToAdd, DashboardToAdd, DatasetToAdd, opened
from contracts.superset_world import SupersetWorld as World
from domain.banner import banner_of
from domain.environments import Environment
from domain.roles import Role
from domain.tasks import StepEnd, TaskEnding, TaskStep, state_of
from task_surroundings import TaskSurroundings
from tool_surroundings import Json, Surroundings

ENV = "ss-test"

pytestmark = pytest.mark.superset


class TestQuality(OnRealSuperset):
    @pytest.fixture
    async def here(self, world: World, arranger: Arranger) -> AsyncIterator[TaskSurroundings]:
        url = arranger.superset.environment.url
        surroundings = TaskSurroundings(
            clock=MemoryClock(datetime.now(UTC)),
            environments=(Environment(ENV, url),),
            supersets=world.supersets,
        )
        yield surroundings
        await surroundings.judge.close()

    async def test_audit_of_a_dashboard_agrees_with_superset(
        self, here: Surroundings, world: World
    ) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Audited", dataset))
        world.dashboard(DashboardToAdd("Audited dashboard", (chart,)))
        world.person("granted", world.role_for(dataset))
        done = await here.run(
            superset_audit_permissions.TOOL, ENV, dashboard_id="Audited dashboard"
        )
        people = {each["username"]: each for each in done.value["people"]}
        assert people["agent-admin"]["may_change"] is True
        assert people["agent-viewer"]["through"] == ["agent_viewer_data"]
        assert people["agent-viewer"]["may_change"] is False
        # The data alone opens no dashboard: that takes can_read on Dashboard too.
        assert "granted" not in people

    async def test_audit_of_the_environment(self, here: Surroundings, world: World) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        world.dataset(DatasetToAdd("big_cities", world.database()))
        world.row_rule("Audited rule", dataset, "Gamma")
        done = await here.run(superset_audit_permissions.TOOL, ENV)
        assert done.value["not_readable"] == []
        found = {each["code"]: each["names"] for each in done.value["findings"]}
        assert "agent-viewer" in found["all-data-role"] or "agent-analyst" in found["all-data-role"]
        assert found["few-admins"] == ["agent-admin"]

    async def test_analyst_is_told_what_could_not_be_read(self, here: Surroundings) -> None:
        here.role = Role.ANALYST
        done = await here.run(superset_audit_permissions.TOOL, ENV, dashboard_id="Sales overview")
        assert done.value["not_readable"] == ["roles", "users", "row-rules"]
        assert done.value["object"]["owners"] == ["Agent Admin"]

    async def test_banner_goes_up_on_grid_tabs_and_nothing_and_leaves_no_trace(
        self, here: Surroundings, world: World
    ) -> None:
        world.dashboard(DashboardToAdd("Banner on nothing"))
        wanted = ["Sales overview", "Обзор для руководителя", "Banner on nothing"]
        superset = opened(world)
        listed = {each.title: each for each in (await superset.dashboards.all()).unwrap()}

        async def layouts() -> list[str | None]:
            read = [await superset.layouts.get(listed[title].id) for title in wanted]
            return [each.unwrap().position_json for each in read]

        before = await layouts()
        charts = (await superset.dashboards.charts(listed[wanted[0]].id)).unwrap()
        arguments = {"dashboard_ids": wanted, "text": "Обновление", "until": "2h"}
        plan = await here.plan(start_maintenance.TOOL, ENV, **arguments)
        assert [each.title for each in plan.resources] == wanted
        await here.run(start_maintenance.TOOL, ENV, **arguments)
        assert all("Обновление" in (banner_of(each) or "") for each in await layouts())
        tabbed = json.loads((await layouts())[1] or "")
        tabs = [
            node for node in tabbed.values() if isinstance(node, dict) and node["type"] == "TAB"
        ]
        assert len(tabs) == 2
        assert all(tabbed[tab["children"][0]]["type"] == "ROW" for tab in tabs)
        again = await here.plan(start_maintenance.TOOL, ENV, **arguments | {"until": "2h"})
        assert [each.key for each in again.blocked] == ["maintenance-all-carry"]
        done = await here.run(end_maintenance.TOOL, ENV)
        assert {each["outcome"] for each in done.value["items"]} == {"done"}
        after = await layouts()
        # Superset spells every layout anew when it is written; keys and their order are the same.
        assert [json.dumps(json.loads(each or "null")) for each in after] == [
            json.dumps(json.loads(each or "null")) for each in before
        ]
        assert after[2] is None
        assert (await superset.dashboards.charts(listed[wanted[0]].id)).unwrap() == charts

    async def test_broken_layout_is_left_alone(self, here: Surroundings, world: World) -> None:
        made = world.dashboard(DashboardToAdd("Banner on a broken one"))
        superset = opened(world)
        broken = '{"ROOT_ID": {"type": "ROOT", "id": "ROOT_ID", "children": ["GRID_ID"]}}'
        assert (await superset.layouts.put(made, broken)).unwrap() is None
        plan = await here.plan(start_maintenance.TOOL, ENV, dashboard_ids=[made])
        assert [each.key for each in plan.blocked] == ["maintenance-no-dashboard"]
        assert "names parts that do not exist" in here.say(plan.warnings[0])

    async def test_descriptions_are_drafted_written_and_nothing_else_changes(
        self, here: TaskSurroundings, world: World
    ) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("To be described", dataset))
        world.dashboard(DashboardToAdd("Undescribed", (chart,)))
        descriptions = opened(world).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        (number,) = [column.id for column in known.columns if column.name == "area"]
        written = await descriptions.describe_dataset(known, None, {number: "By hand"})
        assert not isinstance(written, Failure)
        here.model = ScriptedModel(['{"own": "Cities that somebody counted."}'], "wordy")
        await here.tasks.serve(here.worker(run_llm_documentation.TOOL).work)
        arguments = {"dashboard_id": "Undescribed", "apply": True}
        plan = await here.plan(run_llm_documentation.TOOL, ENV, **arguments)
        assert [(each.kind, len(each.fields)) for each in plan.resources] == [
            ("dataset", 3),
            ("chart", 1),
        ]
        started = await here.run(run_llm_documentation.TOOL, ENV, **arguments)
        task = await here.tasks.wait(started.value["task_id"], 60)
        assert task is not None
        result: Json = task.result
        assert [each["outcome"] for each in result["items"]] == ["done", "done"], task.log
        described = (await descriptions.dataset(dataset)).unwrap()
        assert described.description == "Cities that somebody counted."
        texts = {column.name: column.description or "" for column in described.columns}
        assert texts["name"].startswith("Name: text, ")
        assert texts["people"].startswith("People: numbers from ")
        assert texts["area"] == "By hand"
        assert "cities" in ((await descriptions.chart(chart)).unwrap().description or "")
        assert (await opened(world).charts.run(chart)).unwrap().error is None
        again = await here.plan(run_llm_documentation.TOOL, ENV, **arguments)
        assert [each.key for each in again.blocked] == ["documentation-nothing"]

    async def test_validation_runs_charts_and_columns(
        self, here: Surroundings, world: World
    ) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        fine = world.chart(ChartToAdd("Fine one", dataset, ("name", "people")))
        broken = world.chart(ChartToAdd("Broken one", dataset, ("no_such_column",)))
        world.dashboard(DashboardToAdd("Validated", (fine, broken)))
        done = await validate(here, ENV, dashboard_id="Validated")
        verdicts = {each["title"]: each["verdict"] for each in done["items"]}
        assert verdicts == {"Fine one": "good", "Broken one": "broken"}
        looked = await validate(here, ENV, dataset_id=dataset)
        [item] = looked["items"]
        assert item["rows"] == CITY_COUNT
        levels = {each["name"]: each["level"] for each in item["columns"]}
        assert levels["people"] == 1340000

    async def test_validation_applies_the_default_values_of_native_filters(
        self, here: Surroundings, world: World, arranger: Arranger
    ) -> None:
        """The page shows the first chart empty, the second (out of scope) full."""
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        other = world.dataset(DatasetToAdd("rivers", world.database()))
        emptied = world.chart(ChartToAdd("Emptied", dataset, ("name", "people")))
        full = world.chart(ChartToAdd("Out of scope", dataset, ("name",)))
        foreign = world.chart(ChartToAdd("Another dataset", other, ("name",)))
        made = world.dashboard(DashboardToAdd("Filtered", (emptied, full, foreign)))
        by_area = {
            "id": "NATIVE_FILTER-area",
            "name": "Area",
            "type": "NATIVE_FILTER",
            "filterType": "filter_range",
            "targets": [{"datasetId": int(dataset), "column": {"name": "area"}}],
            "scope": {"rootPath": ["ROOT_ID"], "excluded": [int(full)]},
            "controlValues": {},
            "cascadeParentIds": [],
            "defaultDataMask": {
                "extraFormData": {"filters": [{"col": "area", "op": ">=", "val": 9000}]},
                "filterState": {"value": [9000, None]},
            },
        }
        path = f"/api/v1/dashboard/{made}"
        known = json.loads(arranger.api.call("GET", path)["result"]["json_metadata"])
        known["native_filter_configuration"] = [by_area]
        arranger.api.call("PUT", path, {"json_metadata": json.dumps(known)})
        done = await validate(here, ENV, dashboard_id="Filtered")
        items = {each["title"]: each for each in done["items"]}
        assert items["Emptied"]["rows"] == 0
        assert [one["code"] for one in items["Emptied"]["findings"]] == ["empty-filtered"]
        assert (items["Out of scope"]["rows"], items["Out of scope"]["filters"]) == (CITY_COUNT, [])
        # The filter names a column that this dataset lacks: Superset leaves it out.
        assert items["Another dataset"]["error"] is None
        assert items["Another dataset"]["filters"] == ["Area"]
        by_area["defaultDataMask"] = {"extraFormData": {}}
        known["native_filter_configuration"] = [by_area]
        arranger.api.call("PUT", path, {"json_metadata": json.dumps(known)})
        done = await validate(here, ENV, dashboard_id="Filtered")
        items = {each["title"]: each for each in done["items"]}
        assert (items["Emptied"]["rows"], items["Emptied"]["filters"]) == (CITY_COUNT, [])

    async def test_validation_of_the_seeded_dashboards(self, here: Surroundings) -> None:
        done = await validate(here, ENV, dashboard_id="Обзор для руководителя")
        found = {each["title"]: [one["code"] for one in each["findings"]] for each in done["items"]}
        assert found["Orders by status"] == ["error"]
        assert found["Revenue by month"] == ["stale"]
        assert found["Total revenue"] == []


async def validate(here: Surroundings, env_id: str, **arguments: str) -> Json:
    """The result of the task, its steps done one after the other."""
    started = await here.run(run_llm_validation.TOOL, env_id, **arguments)
    order = await here.tasks._records.order(started.value["task_id"])
    parts = run_llm_validation.TOOL.task
    assert order is not None
    assert parts is not None
    ctx, ends = here.ctx(env_id), []
    for position, item in enumerate(order.items):
        done = await parts.step(TaskStep(order.id, position, item, order.arguments), ctx)
        ends.append(StepEnd("done", done.unwrap().value))
    ending = TaskEnding(order.id, state_of(ends), order.arguments, order.items, tuple(ends))
    return (await parts.finish(ending, ctx)).unwrap().value
