"""What every Databases adapter promises."""

import pytest
from returns.result import Success

from contracts.superset_world import COMMON_FAULTS, Call, SupersetWorld, faults_of, opened
from domain.superset import Column, SupersetFault, Table

UNKNOWN = ("999999999", "retail", "")


def inside(database_id: str) -> tuple[Call, ...]:
    """Every call that looks inside a connection."""
    return (
        lambda superset: superset.databases.schemas(database_id),
        lambda superset: superset.databases.tables(database_id, "main"),
        lambda superset: superset.databases.columns(database_id, "main", "cities"),
    )


class DatabasesContract:
    async def test_all_are_in_the_order_of_their_ids(self, world: SupersetWorld) -> None:
        first, second = world.database(), world.database(allow_dml=True)
        listed = (await opened(world).databases.all()).unwrap()
        ids = [int(each.id) for each in listed]
        assert ids == sorted(ids)
        by_id = {each.id: each for each in listed}
        assert by_id[first].backend == "sqlite"
        assert (by_id[first].allow_dml, by_id[second].allow_dml) == (False, True)
        assert len({each.uuid for each in listed}) == len(listed)

    async def test_no_address_is_told(self, world: SupersetWorld) -> None:
        world.database()
        assert "sqlite:" not in repr(await opened(world).databases.all())

    async def test_schemas_are_named(self, world: SupersetWorld) -> None:
        assert await opened(world).databases.schemas(world.database()) == Success(("main",))

    async def test_tables_and_views_are_in_the_order_of_their_names(
        self, world: SupersetWorld
    ) -> None:
        tables = await opened(world).databases.tables(world.database(), "main")
        assert tables == Success(
            (Table("big_cities", "view"), Table("cities", "table"), Table("rivers", "table"))
        )

    async def test_columns_are_in_their_own_order(self, world: SupersetWorld) -> None:
        columns = await opened(world).databases.columns(world.database(), "main", "cities")
        assert columns == Success(
            (Column("name", "TEXT"), Column("people", "INTEGER"), Column("area", "REAL"))
        )

    @pytest.mark.parametrize("unknown", UNKNOWN)
    async def test_unknown_connection_is_not_found(
        self, world: SupersetWorld, unknown: str
    ) -> None:
        superset = opened(world)
        faults = {(await call(superset)).failure().fault for call in inside(unknown)}
        assert faults == {SupersetFault.NOT_FOUND}

    @pytest.mark.parametrize("table", ["no_such_table", "cities; DROP TABLE cities"])
    async def test_unknown_table_is_not_found(self, world: SupersetWorld, table: str) -> None:
        found = await opened(world).databases.columns(world.database(), "main", table)
        assert found.failure().fault is SupersetFault.NOT_FOUND

    async def test_database_that_does_not_answer_is_refused(self, world: SupersetWorld) -> None:
        database = world.database()
        world.switch_off(database)
        superset = opened(world)
        faults = {(await call(superset)).failure().fault for call in inside(database)}
        assert faults == {SupersetFault.REFUSED}

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        database = world.database()
        faults = await faults_of(
            world, fault, lambda superset: superset.databases.all(), *inside(database)
        )
        assert faults == {fault}
