"""Moving one dashboard between Supersets in memory."""

import io
import zipfile
from dataclasses import replace

import pytest
import yaml

from adapters.memory.superset.objects import (
    MemoryAccount,
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
)
from application.toolkit.failure import FailureKind
from application.tools.deploy_dashboard import TOOL
from domain.plan import Plan
from domain.superset import JsonValue, SupersetFault
from moving_worlds import (
    LAYOUT,
    ORDERS,
    REGIONS,
    REVENUE,
    SALES,
    development,
    production,
    stored,
)
from tool_surroundings import SHOP, Json, Surroundings, failure_of


@pytest.fixture
def world() -> Surroundings:
    return Surroundings(dev=development(), prod=production())


async def plan(world: Surroundings, **arguments: Json) -> Plan:
    made = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod", **arguments}
    return await world.plan(TOOL, "ss-prod", **made)


async def deploy(world: Surroundings, **arguments: Json) -> Json:
    made = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod", **arguments}
    return (await world.run(TOOL, "ss-prod", **made)).value


async def refused(world: Surroundings, **arguments: Json) -> str:
    made = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod", **arguments}
    return world.say(failure_of(await world.try_plan(TOOL, "ss-prod", **made)).text)


class TestPlan:
    async def test_names_what_is_created_and_whose_data_it_reads(self, world: Surroundings) -> None:
        made = await plan(world)
        assert not made.blocked
        assert [(r.kind, r.change, r.title) for r in made.resources] == [
            ("dashboard", "create", "Sales"),
            ("chart", "create", "Regions"),
            ("chart", "create", "Revenue"),
            ("dataset", "create", "orders"),
            ("database", "keep", "retail"),
        ]
        assert made.target is not None
        assert (made.target.uuid, made.target.id) == (SALES, None)
        assert made.origin is not None
        assert (made.origin.id, made.origin_env) == ("1", "ss-dev")
        assert world.prod.calls["assets.import_assets"] == 0

    async def test_shows_old_and_new_values(self, world: Surroundings) -> None:
        await deploy(world)
        chart = world.dev.charts["1"]
        world.dev.add(replace(chart, title="Revenue, EUR"))
        made = await plan(world)
        (changed,) = [r for r in made.resources if r.change == "update"]
        assert [(f.name, f.old, f.new) for f in changed.fields] == [
            ("slice_name", "Revenue", "Revenue, EUR")
        ]

    async def test_says_who_feels_it(self, world: Surroundings) -> None:
        await deploy(world)
        (chart,) = [c for c in world.prod.charts.values() if c.uuid == REVENUE]
        (dataset,) = [d for d in world.prod.datasets.values() if d.uuid == ORDERS]
        world.prod.add(MemoryDashboard("9", "Board", (chart.id,)))
        world.prod.add(MemoryChart("9", "Another", dataset.id))
        world.prod.add(replace(stored(world.prod), reports=("Weekly",)))
        world.dev.add(replace(world.dev.charts["1"], title="Renamed"))
        world.dev.add(replace(world.dev.datasets["1"], rest={"description": "All orders"}))
        made = await plan(world)
        told = [(t.kind, t.title, world.say(t.why)) for t in made.touched]
        assert told[:3] == [
            ("chart", "Renamed", "also stands on another dashboard: Board"),
            ("dataset", "orders", "is also used by another chart: Another"),
            ("report", "Weekly", "sends this dashboard"),
        ]

    async def test_state_moves_with_both_sides(self, world: Surroundings) -> None:
        await deploy(world)
        world.dev.add(replace(world.dev.dashboards["1"], title="Sales 2"))
        first = await plan(world, dashboard_id="1")
        assert (await plan(world, dashboard_id="1")).state == first.state
        world.prod.add(replace(stored(world.prod), rest={"css": "edited by hand"}))
        second = await plan(world, dashboard_id="1")
        assert second.state != first.state
        world.dev.add(replace(world.dev.charts["2"], title="Moved on"))
        assert (await plan(world, dashboard_id="1")).state != second.state

    async def test_warns_of_owners_without_account(self, world: Surroundings) -> None:
        world.dev.accounts["olga"] = MemoryAccount("olga", ("Alpha",))
        world.dev.add(replace(world.dev.dashboards["1"], owners=("olga",)))
        assert "olga" in next(world.say(w) for w in (await plan(world)).warnings)


class TestRefusals:
    async def test_unmatched_database_is_named(self, world: Surroundings) -> None:
        world.prod.add(MemoryDatabase("7", "warehouse", SHOP))
        made = await plan(world)
        said = world.say(made.blocked[0])
        assert "“retail” (sqlite)" in said
        assert "warehouse" in said

    async def test_two_databases_of_one_name_are_no_match(self, world: Surroundings) -> None:
        """S14."""
        world.prod.add(MemoryDatabase("8", "retail", SHOP))
        assert "2 that could be meant" in world.say((await plan(world)).blocked[0])

    async def test_taken_slug_blocks(self, world: Surroundings) -> None:
        world.prod.add(replace(world.prod.dashboards["1"], slug="sales"))
        assert "#1 Secret payroll" in world.say((await plan(world)).blocked[0])

    async def test_taken_table_blocks(self, world: Surroundings) -> None:
        world.prod.add(MemoryDataset("5", "orders", "7"))
        assert "#5" in world.say((await plan(world)).blocked[0])

    async def test_number_for_a_dataset_blocks(self, world: Surroundings) -> None:
        """S15: number 2 is another dataset there."""
        target: JsonValue = {"datasetId": 2, "column": {"name": "region"}}
        filters: JsonValue = [{"id": "F", "name": "Region", "targets": [target]}]
        rest = {"position": LAYOUT, "metadata": {"native_filter_configuration": filters}}
        world.dev.add(replace(world.dev.dashboards["1"], rest=rest))
        said = world.say((await plan(world)).blocked[0])
        assert "Region" in said
        assert "number 2" in said

    async def test_chart_without_dataset_blocks(self, world: Surroundings) -> None:
        world.dev.add(replace(world.dev.charts["1"], dataset=None))
        assert "Revenue" in world.say((await plan(world)).blocked[0])

    async def test_source_must_be_another_place(self, world: Surroundings) -> None:
        assert "ss-prod itself" in await refused(world, source="ss-prod")
        assert "Say where to take" in await refused(world, source=None)
        assert "ss-dev, ss-prod" in await refused(world, source="moon")

    async def test_unknown_and_ambiguous_dashboards(self, world: Surroundings) -> None:
        assert "no dashboard “Nope” on ss-dev" in await refused(world, dashboard_id="Nope")
        world.dev.add(MemoryDashboard("2", "Sales"))
        assert "#1 Sales, #2 Sales" in await refused(world, dashboard_id="Sales")

    async def test_missing_rights_are_told_of_their_side(self, world: Surroundings) -> None:
        world.dev.fail_next(SupersetFault.FORBIDDEN, "assets.export_dashboards")
        assert "ss-dev lacks the right" in await refused(world)
        world.prod.fail_next(SupersetFault.FORBIDDEN, "assets.import_assets")
        failed = failure_of(
            await world.try_run(
                TOOL, "ss-prod", dashboard_id="1", source="ss-dev", target_env="ss-prod"
            )
        )
        assert failed.kind is FailureKind.FINAL
        assert "ss-prod lacks the right" in world.say(failed.text)


class TestRun:
    async def test_arrives_with_references_of_its_own(self, world: Surroundings) -> None:
        value = await deploy(world)
        there = stored(world.prod)
        numbers = {chart.uuid: chart.id for chart in world.prod.charts.values()}
        revenue, regions = numbers[REVENUE], numbers[REGIONS]
        metadata: Json = there.rest["metadata"]
        assert set(there.charts) == {revenue, regions}
        assert metadata["timed_refresh_immune_slices"] == [int(regions)]
        assert metadata["chart_configuration"][revenue]["id"] == int(revenue)
        scope = metadata["chart_configuration"][revenue]["crossFilters"]["scope"]
        assert scope["excluded"] == [int(regions)]
        filters = metadata["native_filter_configuration"][0]
        assert filters["scope"]["excluded"] == [int(revenue)]
        assert metadata["refresh_frequency"] == 60
        assert (there.rest["css"], there.slug, there.tags) == (".a {}", "sales", ("finance",))
        (dataset,) = [d for d in world.prod.datasets.values() if d.uuid == ORDERS]
        assert dataset.database == "7"
        assert (value["left"], value["worse"]) == ([], [])

    async def test_second_time_is_no_change(self, world: Surroundings) -> None:
        await deploy(world)
        made = await plan(world)
        assert not made.is_needed
        assert world.say(made.summary).startswith("No change")
        imports = world.prod.calls["assets.import_assets"]
        assert (await deploy(world))["changed"] is False
        assert world.prod.calls["assets.import_assets"] == imports

    async def test_overwrite_means_equal_and_keeps_charts(self, world: Surroundings) -> None:
        await deploy(world)
        layout = {key: node for key, node in LAYOUT.items() if key != "C2"}
        rest = {**world.dev.dashboards["1"].rest, "position": layout, "css": ".b {}"}
        world.dev.add(replace(world.dev.dashboards["1"], charts=("1",), rest=rest))
        made = await plan(world)
        (gone,) = [r for r in made.resources if r.title == "Regions"]
        assert gone.change == "keep"
        assert [(f.name, f.old, f.new) for f in gone.fields] == [("dashboard", "Sales", None)]
        value = await deploy(world)
        assert value["left"] == []
        assert [world.prod.charts[c].uuid for c in stored(world.prod).charts] == [REVENUE]
        assert REGIONS in {chart.uuid for chart in world.prod.charts.values()}
        assert not (await plan(world)).is_needed

    async def test_owners_arrive_where_they_exist(self, world: Surroundings) -> None:
        for server in (world.dev, world.prod):
            server.accounts["olga"] = MemoryAccount("olga", ("Alpha",))
        world.dev.add(replace(world.dev.dashboards["1"], owners=("olga",)))
        await deploy(world)
        assert stored(world.prod).owners == ("olga",)
        assert not (await plan(world)).is_needed

    async def test_unknown_owners_leave_those_of_the_target(self, world: Surroundings) -> None:
        await deploy(world)
        world.prod.accounts["boss"] = MemoryAccount("boss", ("Alpha",))
        world.prod.add(replace(stored(world.prod), owners=("boss",)))
        world.dev.accounts["olga"] = MemoryAccount("olga", ("Alpha",))
        edited = replace(world.dev.dashboards["1"], owners=("olga",), title="Sales 2")
        world.dev.add(edited)
        await deploy(world, dashboard_id="1")
        assert stored(world.prod).owners == ("boss",)

    async def test_broken_chart_is_proved_and_undo_offered(self, world: Surroundings) -> None:
        smaller = (
            "CREATE TABLE orders (id INTEGER, region TEXT); INSERT INTO orders VALUES (1, 'x')"
        )
        world.prod.add(MemoryDatabase("7", "retail", smaller))
        value = await deploy(world)
        assert value["worse"] == ["Revenue"]
        assert value["undo_offered"] is True
        proof = {row["chart"]: row["verdict"] for row in value["proof"]}
        assert proof == {"Revenue": "worse", "Regions": "same"}

    async def test_snapshot_holds_what_is_overwritten(self, world: Surroundings) -> None:
        first = await world.run(
            TOOL, "ss-prod", dashboard_id="1", source="ss-dev", target_env="ss-prod"
        )
        assert first.outcome.snapshot is None
        world.dev.add(replace(world.dev.dashboards["1"], title="Sales 2"))
        second = await world.run(
            TOOL, "ss-prod", dashboard_id="1", source="ss-dev", target_env="ss-prod"
        )
        archive = world.backups.archives[str(second.outcome.snapshot)]
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            kept = yaml.safe_load(opened.read(f"bundle/dashboards/{SALES}.yaml"))
        assert kept["dashboard_title"] == "Sales"

    async def test_lost_answer_is_unknown_and_says_how_to_check(self, world: Surroundings) -> None:
        await deploy(world)
        world.dev.add(replace(world.dev.dashboards["1"], title="Sales 2"))
        world.prod.fail_next(SupersetFault.UNKNOWN_OUTCOME, "assets.import_assets")
        failed = failure_of(
            await world.try_run(
                TOOL, "ss-prod", dashboard_id="1", source="ss-dev", target_env="ss-prod"
            )
        )
        assert failed.kind is FailureKind.UNKNOWN
        assert "http://prod.example/superset/dashboard/sales/" in world.say(failed.text)

    async def test_another_dashboard_than_approved_is_not_touched(
        self, world: Surroundings
    ) -> None:
        result = await world.try_run(
            TOOL,
            "ss-prod",
            planned_uuid=REVENUE,
            dashboard_id="1",
            source="ss-dev",
            target_env="ss-prod",
        )
        assert "no longer the dashboard" in world.say(failure_of(result).text)
        assert world.prod.calls["assets.import_assets"] == 0
