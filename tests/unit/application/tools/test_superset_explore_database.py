import pytest
from returns.result import Result, Success

from adapters.memory.superset.databases import MemoryDatabases
from adapters.memory.superset.objects import MemoryDatabase
from application.tools.superset_explore_database import TOOL
from domain.superset import SupersetError, SupersetFault
from tool_surroundings import Surroundings, failure_of

ODD = 'CREATE TABLE "x"" UNION SELECT 1 --" (a INTEGER); CREATE TABLE "заказы 2026" (a INTEGER);'


class TestRefused:
    async def test_unknown_database(self) -> None:
        here = Surroundings()
        failure = failure_of(await here.try_run(TOOL, database_id="sales"))
        assert failure.text.key == "database-unknown"

    async def test_unknown_schema_tells_what_there_is(self) -> None:
        here = Surroundings()
        failure = failure_of(await here.try_run(TOOL, database_id="1", schema="public"))
        assert "It has one: main." in here.say(failure.text)

    async def test_unknown_table_tells_what_is_near(self) -> None:
        here = Surroundings()
        failure = failure_of(await here.try_run(TOOL, database_id="1", table="custommer"))
        assert "customers" in here.say(failure.text)

    async def test_unknown_table_without_anything_near(self) -> None:
        here = Surroundings(language="ru")
        failure = failure_of(await here.try_run(TOOL, database_id="1", table="zzz"))
        assert "всего 3 таблицы" in here.say(failure.text)

    async def test_a_database_that_does_not_answer(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDatabase("3", "gone", answers=False))
        failure = failure_of(await here.try_run(TOOL, database_id="gone"))
        assert failure.text.key == "superset-refused"
        assert "error connecting to the database" in here.say(failure.text)


class TestOverview:
    async def test_lists_schemas_and_the_tables_of_the_only_one(self) -> None:
        here = Surroundings()
        done = await here.run(TOOL, database_id="retail")
        assert done.value["schemas"] == ["main"]
        assert done.value["schema"] == "main"
        assert done.value["items"] == [
            {"name": "big_orders", "kind": "view"},
            {"name": "customers", "kind": "table"},
            {"name": "orders", "kind": "table"},
        ]
        assert done.value["database"]["uuid"] == here.dev.databases["1"].uuid
        assert done.said == "Schema “main” of “retail” has 3 tables."

    async def test_many_tables_fit_the_model(self) -> None:
        here = Surroundings()
        script = "".join(f"CREATE TABLE t{n:04} (a INTEGER);" for n in range(900))
        here.dev.add(MemoryDatabase("3", "wide", script))
        done = await here.run(TOOL, database_id="wide")
        assert done.value["total"] == 900
        assert len(done.for_model) <= 4000


class TestTable:
    async def test_shows_columns_and_at_most_five_rows(self) -> None:
        here = Surroundings()
        rows = "".join(f"INSERT INTO t VALUES ({n});" for n in range(9))
        here.dev.add(MemoryDatabase("3", "nine", f"CREATE TABLE t (a INTEGER);{rows}"))
        done = await here.run(TOOL, database_id="nine", schema="MAIN", table="T")
        assert done.value["table"] == "t"
        assert done.value["table_columns"] == [{"name": "a", "type": "INTEGER"}]
        assert done.value["sample"]["rows"] == [[0], [1], [2], [3], [4]]
        assert done.said == "Table “t” of “nine”: 1 column, 5 sample rows."

    async def test_without_sql_lab_the_columns_are_shown_alone(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "sql_lab.run")
        done = await here.run(TOOL, database_id="1", table="orders")
        assert len(done.value["table_columns"]) == 3
        assert done.value["sample"] is None
        assert "lacks the right" in done.value["sample_problem"]

    async def test_a_name_that_could_end_its_quotes_is_not_sampled(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDatabase("3", "odd", ODD))
        done = await here.run(TOOL, database_id="odd", table='x" UNION SELECT 1 --')
        assert done.value["sample"] is None
        assert len(done.value["table_columns"]) == 1
        assert here.dev.calls["sql_lab.run"] == 0

    async def test_a_name_with_spaces_in_another_script_is_sampled(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDatabase("3", "odd", ODD))
        done = await here.run(TOOL, database_id="odd", table="Заказы 2026")
        assert done.value["sample"]["rows"] == []


class TestManySchemas:
    @pytest.fixture
    def schemas(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        names = ["east", "west"]

        async def listed(
            self: MemoryDatabases, database_id: str
        ) -> Result[tuple[str, ...], SupersetError]:
            return Success(tuple(names))

        monkeypatch.setattr(MemoryDatabases, "schemas", listed)
        return names

    async def test_without_a_usual_one_a_table_needs_its_schema(self, schemas: list[str]) -> None:
        here = Surroundings()
        failure = failure_of(await here.try_run(TOOL, database_id="1", table="orders"))
        assert "Name the schema: east, west." in here.say(failure.text)

    async def test_without_a_usual_one_the_schemas_are_listed(self, schemas: list[str]) -> None:
        done = await Surroundings().run(TOOL, database_id="1")
        assert (done.value["schemas"], done.value["schema"]) == (["east", "west"], None)
        assert done.said == "Database “retail” has 2 schemas; name one to see its tables."

    async def test_the_usual_one_is_taken(self, schemas: list[str]) -> None:
        schemas.append("main")
        done = await Surroundings().run(TOOL, database_id="1")
        assert (done.value["schema"], done.value["total"]) == ("main", 3)

    async def test_a_schema_before_the_table_is_taken(self, schemas: list[str]) -> None:
        schemas.append("main")
        here = Surroundings()
        done = await here.run(TOOL, database_id="1", table="Main.orders")
        assert (done.value["schema"], done.value["table"]) == ("main", "orders")
        named = await here.run(TOOL, database_id="1", schema="main", table="main.orders")
        assert named.value["table"] == "orders"

    async def test_no_schema_at_all(self, schemas: list[str]) -> None:
        schemas.clear()
        done = await Surroundings(language="ru").run(TOOL, database_id="1")
        assert done.said == "В базе «retail» нет видимых вам схем."


async def test_a_name_that_is_nearly_right_tells_what_is_near() -> None:
    failure = failure_of(await Surroundings().try_run(TOOL, database_id="retial"))
    assert failure.text.key == "database-unknown-near"
    assert Surroundings().say(failure.text).endswith("Close to it: retail.")
