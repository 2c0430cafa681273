"""The main path of each tool on the suite's own Superset, seeded as "ss-dev"."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from adapters.memory.clock import MemoryClock
from application.tools import (
    delete_dashboard,
    get_health_summary,
    list_environments,
    search_dashboards,
    superset_create_dataset,
    superset_execute_sql,
    superset_explore_database,
    superset_list_databases,
)
from contracts.superset_arranger import Arranger
from contracts.superset_real_world import OnRealSuperset
from contracts.superset_world import CITY_COUNT, ChartToAdd, DashboardToAdd, DatasetToAdd
from contracts.superset_world import SupersetWorld as World
from domain.environments import Environment
from domain.roles import Role
from tool_surroundings import Surroundings, failure_of

ENV = "ss-test"
COUNT = "SELECT COUNT(*) AS n FROM cities"

pytestmark = pytest.mark.superset


class TestTools(OnRealSuperset):
    @pytest.fixture
    async def here(self, world: World, arranger: Arranger) -> AsyncIterator[Surroundings]:
        url = arranger.superset.environment.url
        surroundings = Surroundings(
            clock=MemoryClock(datetime.now(UTC)),
            environments=(Environment(ENV, url),),
            supersets=world.supersets,
        )
        yield surroundings
        await surroundings.judge.close()

    async def test_list_environments(self, here: Surroundings) -> None:
        done = await here.run(list_environments.TOOL, None)
        [item] = done.value["items"]
        assert (item["reachable"], item["version"]) == (True, "6.1.0")

    async def test_search_finds_russian_titles(self, here: Surroundings) -> None:
        here.role = Role.ANALYST
        done = await here.run(search_dashboards.TOOL, None, query="ВЫРУЧКА магазинам")
        [item] = done.value["items"]
        assert item["title"] == "Выручка по магазинам"
        assert item["tags"] == ["finance"]
        assert item["url"].startswith(f"{here.environments[0].url}/superset/dashboard/")
        by_tag = await here.run(search_dashboards.TOOL, ENV, tag="Finance", changed_since="2w")
        assert "Sales overview" in {each["title"] for each in by_tag.value["items"]}

    async def test_health_finds_a_broken_chart(self, here: Surroundings, world: World) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Сломан", dataset, filter_on="nope"))
        world.dashboard(DashboardToAdd("Здесь поломка", (chart,)))
        done = await here.run(get_health_summary.TOOL, None)
        [item] = done.value["items"]
        assert item["problem"] is None
        assert item["counts"]["databases"] >= 2
        assert 0 < item["charts"]["checked"] <= 50
        broken = {each["id"]: each for each in item["charts"]["broken"]}
        assert "nope" in broken[chart]["error"]
        assert [each["title"] for each in broken[chart]["dashboards"]] == ["Здесь поломка"]

    async def test_list_databases(self, here: Surroundings) -> None:
        here.role = Role.ANALYST
        done = await here.run(superset_list_databases.TOOL, ENV)
        backends = {each["title"]: each["backend"] for each in done.value["items"]}
        assert backends["retail"] == "sqlite"

    async def test_explore_shows_tables_columns_and_rows(self, here: Surroundings) -> None:
        here.role = Role.ANALYST
        tables = await here.run(superset_explore_database.TOOL, ENV, database_id="retail")
        assert {"orders", "customers"} <= {each["name"] for each in tables.value["items"]}
        table = await here.run(
            superset_explore_database.TOOL, ENV, database_id="retail", table="ORDERS"
        )
        assert "revenue" in {each["name"] for each in table.value["table_columns"]}
        assert len(table.value["sample"]["rows"]) == 5

    async def test_reading_sql_obeys_its_limit(self, here: Surroundings) -> None:
        here.role = Role.ANALYST
        sql = "SELECT id, revenue FROM orders ORDER BY id LIMIT 7"
        done = await here.run(superset_execute_sql.TOOL, ENV, database_id="retail", sql=sql)
        assert (done.value["row_count"], done.value["limited"]) == (7, False)
        assert [column["name"] for column in done.value["columns"]] == ["id", "revenue"]
        cut = await here.run(superset_execute_sql.TOOL, ENV, database_id="retail", sql=sql, limit=3)
        assert (cut.value["row_count"], cut.value["limited"]) == (3, True)

    async def test_writing_sql_is_blocked_or_runs(self, here: Surroundings, world: World) -> None:
        sql = "DELETE FROM cities WHERE name = 'Oslo'"
        closed = await here.plan(
            superset_execute_sql.TOOL, ENV, database_id=world.database(), sql=sql
        )
        assert [each.key for each in closed.blocked] == ["execute-sql-no-dml"]
        database = world.database(allow_dml=True)
        plan = await here.plan(superset_execute_sql.TOOL, ENV, database_id=database, sql=sql)
        assert plan.blocked == ()
        assert plan.target is not None
        ran = await here.try_run(
            superset_execute_sql.TOOL, ENV, plan.target.uuid, database_id=database, sql=sql
        )
        assert ran.unwrap().summary.key == "execute-sql-written"
        left = await here.run(superset_execute_sql.TOOL, ENV, database_id=database, sql=COUNT)
        assert left.value["rows"] == [[CITY_COUNT - 1]]

    async def test_create_a_dataset_both_ways(self, here: Surroundings, world: World) -> None:
        database = world.database()
        here.role = Role.ANALYST
        for arguments in (
            {"table": "big_cities"},
            {"name": "small cities", "sql": "SELECT name, people FROM cities WHERE people < 1e6"},
        ):
            plan = await here.plan(
                superset_create_dataset.TOOL, ENV, database_id=database, **arguments
            )
            assert plan.blocked == ()
            assert "name" in str({field.name: field.new for field in plan.resources[0].fields})
            done = await here.run(
                superset_create_dataset.TOOL, ENV, database_id=database, **arguments
            )
            assert done.outcome.undo is not None
            again = await here.plan(
                superset_create_dataset.TOOL, ENV, database_id=database, **arguments
            )
            assert [each.key for each in again.blocked] == ["create-dataset-exists"]

    async def test_delete_a_dashboard_after_a_backup(
        self, here: Surroundings, world: World
    ) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Города", dataset))
        world.dashboard(DashboardToAdd("Останется", (chart,)))
        world.dashboard(DashboardToAdd("Лишний дашборд", (chart,), tags=("old",)))
        plan = await here.plan(delete_dashboard.TOOL, ENV, dashboard_id="лишний ДАШБОРД")
        assert plan.blocked == ()
        assert plan.target is not None
        assert [each.title for each in plan.touched][:1] == ["Города"]
        ran = await here.try_run(
            delete_dashboard.TOOL, ENV, plan.target.uuid, dashboard_id="Лишний дашборд"
        )
        backup = ran.unwrap().snapshot
        assert backup is not None
        assert here.backups.archives[backup].startswith(b"PK")
        gone = await here.try_plan(delete_dashboard.TOOL, ENV, dashboard_id=plan.target.uuid)
        assert failure_of(gone).text.key == "dashboard-unknown"
        stays = await here.plan(delete_dashboard.TOOL, ENV, dashboard_id="Останется")
        assert [each.title for each in stays.resources] == ["Останется", "Города"]

    async def test_a_report_blocks_the_deletion(self, here: Surroundings, world: World) -> None:
        world.dashboard(DashboardToAdd("Рассылка по утрам", report="утренняя рассылка"))
        plan = await here.plan(delete_dashboard.TOOL, ENV, dashboard_id="Рассылка по утрам")
        [blocked] = plan.blocked
        assert "утренняя рассылка" in here.say(blocked)
