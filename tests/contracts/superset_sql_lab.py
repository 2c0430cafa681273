"""What every SqlLab adapter promises."""

import pytest
from returns.result import Result

from application.ports.superset.sql_lab import Query
from contracts.superset_world import (
    CITY_COUNT,
    COMMON_FAULTS,
    SupersetWorld,
    faults_of,
    opened,
)
from domain.roles import Role
from domain.superset import QueryResult, SupersetError, SupersetFault

ALL = 100
INSERT = "INSERT INTO cities VALUES ('Bern', 134000, 51.6)"


async def run(
    world: SupersetWorld, query: Query, role: Role = Role.ADMIN
) -> Result[QueryResult, SupersetError]:
    return await opened(world, role).sql_lab.run(query)


async def names(world: SupersetWorld, database: str, sql: str, limit: int = ALL) -> list[object]:
    """The first column of every row."""
    result = (await run(world, Query(database, sql, limit))).unwrap()
    return [row[0] for row in result.rows]


class SqlLabContract:
    @pytest.fixture
    def database(self, world: SupersetWorld) -> str:
        return world.database()

    async def test_rows_come_as_their_columns_say(
        self, world: SupersetWorld, database: str
    ) -> None:
        sql = "SELECT name AS город, people, NULL AS absent FROM cities WHERE name = 'Казань'"
        result = (await run(world, Query(database, sql, ALL, "main"))).unwrap()
        assert [column.name for column in result.columns] == ["город", "people", "absent"]
        assert result.rows == (("Казань", 1300000, None),)
        assert result.limited is False
        assert "cities" in result.executed_sql

    async def test_analyst_may_read(self, world: SupersetWorld, database: str) -> None:
        result = await run(world, Query(database, "SELECT 1 AS one", ALL), Role.ANALYST)
        assert result.unwrap().rows == ((1,),)

    async def test_no_rows_still_have_columns_where_superset_tells_them(
        self, world: SupersetWorld, database: str
    ) -> None:
        result = (await run(world, Query(database, "SELECT * FROM rivers", ALL))).unwrap()
        told = ["name"] if world.names_columns_of_no_rows else []
        assert [column.name for column in result.columns] == told
        assert result.rows == ()

    async def test_limit_cuts_rows_and_says_so(self, world: SupersetWorld, database: str) -> None:
        result = (await run(world, Query(database, "SELECT * FROM cities", 3))).unwrap()
        assert (len(result.rows), result.limited) == (3, True)

    async def test_exactly_the_limit_is_not_cut(self, world: SupersetWorld, database: str) -> None:
        query = Query(database, "SELECT * FROM cities", CITY_COUNT)
        result = (await run(world, query)).unwrap()
        assert (len(result.rows), result.limited) == (CITY_COUNT, False)

    async def test_limit_holds_behind_a_with(self, world: SupersetWorld, database: str) -> None:
        sql = "WITH big AS (SELECT * FROM cities) SELECT * FROM big"
        result = (await run(world, Query(database, sql, 2))).unwrap()
        assert (len(result.rows), result.limited) == (2, True)

    @pytest.mark.parametrize(
        ("sql", "expected"),
        [
            ("SELECT name FROM cities ORDER BY people LIMIT 2", ["Riga", "Oslo"]),
            ("SELECT name FROM cities ORDER BY people LIMIT 2 OFFSET 1;", ["Oslo", "Казань"]),
            ("SELECT name FROM cities ORDER BY people LIMIT 1, 2", ["Oslo", "Казань"]),
            ("SELECT name FROM cities ORDER BY people LIMIT 1 + 1", ["Riga", "Oslo"]),
            ("SELECT name FROM cities ORDER BY people LIMIT 0", []),
            ("SELECT name FROM cities ORDER BY people LIMIT 1 -- LIMIT 4", ["Riga"]),
            ("SELECT 'LIMIT 1' AS words UNION ALL SELECT 'b' LIMIT 2", ["LIMIT 1", "b"]),
            (
                "SELECT name FROM (SELECT name, people FROM cities ORDER BY people LIMIT 1)",
                ["Riga"],
            ),
        ],
    )
    async def test_own_limit_of_a_read_holds(
        self, world: SupersetWorld, database: str, sql: str, expected: list[str]
    ) -> None:
        assert await names(world, database, sql) == expected
        result = (await run(world, Query(database, sql, ALL))).unwrap()
        assert result.limited is False

    async def test_larger_own_limit_does_not_lift_ours(
        self, world: SupersetWorld, database: str
    ) -> None:
        query = Query(database, "SELECT * FROM cities LIMIT 4", 2)
        result = (await run(world, query)).unwrap()
        assert (len(result.rows), result.limited) == (2, True)

    async def test_unnamed_columns_are_called_as_written(
        self, world: SupersetWorld, database: str
    ) -> None:
        sql = "SELECT count(*), sum( people ) FROM cities"
        result = (await run(world, Query(database, sql, ALL))).unwrap()
        assert [column.name for column in result.columns] == ["count(*)", "sum( people )"]

    async def test_two_columns_of_one_name_are_kept_apart(
        self, world: SupersetWorld, database: str
    ) -> None:
        result = (await run(world, Query(database, "SELECT 1 AS a, 2 AS a", ALL))).unwrap()
        assert result.rows == ((1, 2),)
        assert len({column.name for column in result.columns}) == 2

    @pytest.mark.parametrize("unknown", ["999999999", "retail", ""])
    async def test_unknown_connection_is_not_found(
        self, world: SupersetWorld, unknown: str
    ) -> None:
        found = await run(world, Query(unknown, "SELECT 1", ALL))
        assert found.failure().fault is SupersetFault.NOT_FOUND

    async def test_viewer_may_not_use_sql_lab(self, world: SupersetWorld, database: str) -> None:
        refused = await run(world, Query(database, "SELECT 1", ALL), Role.VIEWER)
        assert refused.failure().fault is SupersetFault.FORBIDDEN

    @pytest.mark.parametrize(
        ("sql", "word"),
        [
            ("SELECT no_such_column FROM cities", "no_such_column"),
            ("SELECT * FROM no_such_table", "no_such_table"),
            ("SELEC 1", "near"),
        ],
    )
    async def test_failing_statement_is_refused_with_the_reason(
        self, world: SupersetWorld, database: str, sql: str, word: str
    ) -> None:
        refused = (await run(world, Query(database, sql, ALL))).failure()
        assert refused.fault is SupersetFault.REFUSED
        assert word in refused.detail

    async def test_write_changes_data(self, world: SupersetWorld) -> None:
        database = world.database(allow_dml=True)
        written = await run(world, Query(database, INSERT, ALL, writes=True))
        assert written.unwrap().rows == ()
        assert "Bern" in await names(world, database, "SELECT name FROM cities")

    async def test_text_of_a_write_is_sent_as_it_is(self, world: SupersetWorld) -> None:
        database = world.database(allow_dml=True)
        sql = "DELETE FROM cities WHERE name IN (SELECT name FROM cities ORDER BY people LIMIT 1)"
        written = await run(world, Query(database, sql, 3, writes=True))
        assert written.unwrap().limited is False
        assert len(await names(world, database, "SELECT name FROM cities")) == CITY_COUNT - 1

    async def test_write_is_refused_where_the_connection_is_read_only(
        self, world: SupersetWorld, database: str
    ) -> None:
        refused = (await run(world, Query(database, INSERT, ALL, writes=True))).failure()
        assert refused.fault is SupersetFault.REFUSED
        assert len(await names(world, database, "SELECT name FROM cities")) == CITY_COUNT

    async def test_lost_answer_to_a_write_is_unknown(self, world: SupersetWorld) -> None:
        database = world.database(allow_dml=True)
        query = Query(database, INSERT, ALL, writes=True)
        lost = await faults_of(
            world, SupersetFault.UNKNOWN_OUTCOME, lambda superset: superset.sql_lab.run(query)
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        assert "Bern" in await names(world, database, "SELECT name FROM cities")

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, database: str, fault: SupersetFault
    ) -> None:
        query = Query(database, "SELECT 1", ALL)
        faults = await faults_of(world, fault, lambda superset: superset.sql_lab.run(query))
        assert faults == {fault}
