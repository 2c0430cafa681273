import pytest

from adapters.memory.superset.objects import MemoryDataset
from application.toolkit.failure import FailureKind
from application.tools.superset_create_dataset import TOOL
from domain.superset import SupersetFault
from tool_surroundings import Json, Surroundings, failure_of

VIRTUAL = {"name": "big", "sql": "SELECT id, revenue FROM orders WHERE revenue > 15"}


class TestRefused:
    @pytest.mark.parametrize(
        "arguments",
        [
            {},
            {"schema": "main"},
            {"name": "big"},
            {"sql": "SELECT 1"},
            {"table": "customers", "sql": "SELECT 1"},
            {"table": "customers", "name": "big"},
            {"table": "customers", **VIRTUAL},
            {"table": "", "name": "", "sql": ""},
        ],
    )
    async def test_two_ways_or_none(self, arguments: dict[str, Json]) -> None:
        here = Surroundings()
        for attempt in (here.try_plan, here.try_run):
            failure = failure_of(await attempt(TOOL, database_id="1", **arguments))
            assert failure.text.key == "create-dataset-one-way"
        assert here.dev.calls["datasets.create"] == 0

    @pytest.mark.parametrize(
        "sql",
        [
            "DELETE FROM orders",
            "SELECT 1; DROP TABLE orders",
            "WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d",
            "SELECT * FROM {{ tbl }}",
            "SELECT " + "(" * 3000 + "1" + ")" * 3000,
        ],
    )
    async def test_sql_that_is_not_a_read(self, sql: str) -> None:
        here = Surroundings()
        for attempt in (here.try_plan, here.try_run):
            failure = failure_of(await attempt(TOOL, database_id="2", name="x", sql=sql))
            assert failure.text.key == "create-dataset-not-a-read"
        assert here.dev.calls["sql_lab.run"] == 0
        assert here.dev.calls["datasets.create"] == 0
        await here.judge.close()

    async def test_sql_that_does_not_run(self) -> None:
        here = Surroundings()
        failed = await here.try_plan(TOOL, database_id="1", name="x", sql="SELECT nope FROM orders")
        assert "no such column: nope" in here.say(failure_of(failed).text)

    async def test_an_unknown_table_blocks_and_tells_what_is_near(self) -> None:
        here = Surroundings()
        plan = await here.plan(TOOL, database_id="1", table="order")
        [blocked] = plan.blocked
        assert "Close to it: orders, big_orders." in here.say(blocked)
        failure = failure_of(await here.try_run(TOOL, database_id="1", table="order"))
        assert failure.text == blocked
        assert here.dev.calls["datasets.create"] == 0

    async def test_an_unknown_schema(self) -> None:
        here = Surroundings()
        failed = await here.try_plan(TOOL, database_id="1", schema="sales", table="orders")
        assert "It has one: main." in here.say(failure_of(failed).text)

    async def test_what_exists_already_blocks(self) -> None:
        here = Surroundings()
        plan = await here.plan(TOOL, database_id="1", table="ORDERS")
        assert "“orders” (#1)" in here.say(plan.blocked[0])
        # The same name on another connection is another dataset.
        assert (await here.plan(TOOL, database_id="2", table="orders")).blocked == ()

    async def test_an_existing_virtual_name_blocks(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDataset("5", "big", "1", sql="SELECT 1 AS a", schema=None))
        assert (await here.plan(TOOL, database_id="1", **VIRTUAL)).blocked
        assert here.dev.calls["sql_lab.run"] == 0

    async def test_a_namesake_is_told_before_and_after(self) -> None:
        """A Superset with its metadata in SQLite says only that it could not be created."""
        here = Surroundings()
        arguments = {"name": "orders", "sql": "SELECT id FROM orders"}
        plan = await here.plan(TOOL, database_id="2", **arguments)
        assert plan.blocked == ()
        assert ["(#1)" in here.say(each) for each in plan.warnings] == [True]
        here.dev.fail_next(SupersetFault.REFUSED, "datasets.create")
        failure = failure_of(await here.try_run(TOOL, database_id="2", **arguments))
        assert failure.text.key == "create-dataset-name-taken"

    async def test_a_recycled_connection(self) -> None:
        here = Surroundings()
        planned = here.dev.databases["1"].uuid
        ran = await here.try_run(TOOL, planned_uuid=planned, database_id="2", table="customers")
        assert failure_of(ran).text.key == "create-dataset-moved"
        assert here.dev.calls["datasets.create"] == 0

    async def test_an_unknown_outcome_says_how_to_check(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME)
        failure = failure_of(await here.try_run(TOOL, database_id="1", table="customers"))
        assert failure.kind is FailureKind.UNKNOWN
        assert "list of datasets on ss-dev" in here.say(failure.text)
        assert here.dev.calls["datasets.create"] == 1


class TestPlan:
    async def test_of_a_table_shows_its_columns(self) -> None:
        here = Surroundings()
        plan = await here.plan(TOOL, database_id="retail", table="Customers")
        [resource] = plan.resources
        assert (resource.kind, resource.change, resource.title) == (
            "dataset",
            "create",
            "customers",
        )
        assert [(field.name, field.old, field.new) for field in resource.fields] == [
            ("database", None, "retail"),
            ("schema", None, "main"),
            ("table", None, "customers"),
            ("columns", None, "id INTEGER, name TEXT"),
        ]
        assert plan.target is not None
        assert plan.target.uuid == plan.state["database_uuid"] == here.dev.databases["1"].uuid
        assert here.dev.calls["datasets.create"] == 0

    async def test_of_a_select_shows_all_of_it_and_what_it_gives(self) -> None:
        plan = await Surroundings().plan(TOOL, database_id="1", **VIRTUAL)
        shown = {field.name: field.new for field in plan.resources[0].fields}
        assert shown["sql"] == VIRTUAL["sql"]
        assert shown["columns"] == "id INT, revenue FLOAT"
        assert plan.blocked == ()

    async def test_without_sql_lab_the_columns_stay_unknown(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "sql_lab.run")
        plan = await here.plan(TOOL, database_id="1", **VIRTUAL)
        assert "columns" not in {field.name for field in plan.resources[0].fields}

    async def test_state_moves_with_the_columns(self) -> None:
        here = Surroundings()
        before = await here.plan(TOOL, database_id="2", table="customers")
        here.dev.connections["2"].execute("ALTER TABLE customers ADD COLUMN email TEXT")
        after = await here.plan(TOOL, database_id="2", table="customers")
        assert after.state != before.state


class TestCreating:
    async def test_over_a_table(self) -> None:
        here = Surroundings()
        done = await here.run(TOOL, database_id="1", table="customers")
        assert done.value["kind"] == "physical"
        made = here.dev.datasets[done.value["id"]]
        assert (made.title, made.schema, made.sql) == ("customers", "main", None)
        assert done.outcome.undo == {"created": {"dataset": [made.uuid]}, "title": made.title}
        assert done.said == f"Dataset “customers” (#{made.id}) was created on ss-dev."
        assert set(here.prod.datasets) == {"1"}

    async def test_over_a_table_with_its_schema(self) -> None:
        here = Surroundings()
        plan = await here.plan(TOOL, database_id="1", table="main.customers")
        assert {f.name: f.new for f in plan.resources[0].fields}["schema"] == "main"
        assert not plan.blocked

    async def test_from_a_select(self) -> None:
        here = Surroundings()
        done = await here.run(TOOL, database_id="1", **VIRTUAL)
        assert done.value["kind"] == "virtual"
        assert here.dev.datasets[done.value["id"]].sql == VIRTUAL["sql"]
