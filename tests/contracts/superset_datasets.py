"""What every Datasets adapter promises."""

from uuid import uuid4

import pytest
from returns.result import Success

from contracts.superset_world import (
    COMMON_FAULTS,
    ChartToAdd,
    DatasetToAdd,
    SupersetWorld,
    faults_of,
    opened,
)
from domain.roles import Role
from domain.superset import NewDataset, SupersetFault


class DatasetsContract:
    async def test_all_shows_the_newest_change_first(self, world: SupersetWorld) -> None:
        database = world.database()
        older = world.dataset(DatasetToAdd("cities", database))
        newer = world.dataset(DatasetToAdd("rivers", database))
        listed = (await opened(world).datasets.all()).unwrap()
        ids = [each.id for each in listed]
        assert ids.index(newer) < ids.index(older)

    async def test_the_newest_is_the_first_of_all(self, world: SupersetWorld) -> None:
        made = world.dataset(DatasetToAdd("rivers", world.database()))
        datasets = opened(world).datasets
        newest = (await datasets.newest()).unwrap()
        assert newest is not None
        assert newest.id == made
        assert newest == (await datasets.all()).unwrap()[0]

    async def test_all_has_no_limit(self, world: SupersetWorld) -> None:
        before = len((await opened(world).datasets.all()).unwrap())
        world.many("datasets", 120)
        assert len((await opened(world).datasets.all()).unwrap()) == before + 120

    async def test_number_and_uuid_name_the_same(self, world: SupersetWorld) -> None:
        database = world.database()
        made = world.dataset(DatasetToAdd("cities", database))
        datasets = opened(world).datasets
        found = (await datasets.get(made)).unwrap()
        assert (found.id, found.title, found.schema) == (made, "cities", "main")
        assert (found.sql, found.database.id) == (None, database)
        assert await datasets.get(found.uuid) == Success(found)
        assert found in (await datasets.all()).unwrap()

    @pytest.mark.parametrize("unknown", ["999999999", str(uuid4()), "cities", ""])
    async def test_unknown_dataset_is_not_found(self, world: SupersetWorld, unknown: str) -> None:
        found = await opened(world).datasets.get(unknown)
        assert found.failure().fault is SupersetFault.NOT_FOUND

    async def test_table_becomes_a_dataset(self, world: SupersetWorld) -> None:
        database = world.database()
        made = await opened(world).datasets.create(NewDataset(database, "cities", "main"))
        dataset = made.unwrap()
        assert (dataset.title, dataset.sql, dataset.database.id) == ("cities", None, database)
        assert await opened(world).datasets.get(dataset.id) == Success(dataset)

    async def test_sql_becomes_a_virtual_dataset(self, world: SupersetWorld) -> None:
        sql = "SELECT name AS город FROM cities WHERE people > 1000000"
        wanted = NewDataset(world.database(), "Большие города", "main", sql)
        made = (await opened(world).datasets.create(wanted)).unwrap()
        assert (made.title, made.sql) == ("Большие города", sql)

    async def test_second_of_the_same_is_refused(self, world: SupersetWorld) -> None:
        wanted = NewDataset(world.database(), "cities", "main")
        datasets = opened(world).datasets
        assert (await datasets.create(wanted)).unwrap().title == "cities"
        refused = (await datasets.create(wanted)).failure()
        assert refused.fault is SupersetFault.REFUSED
        assert "cities" in refused.detail

    @pytest.mark.parametrize(
        ("name", "sql"),
        [("no_such_table", None), ("bad", "SELECT nothing FROM nowhere"), ("worse", "SELEC 1")],
    )
    async def test_what_does_not_run_is_refused(
        self, world: SupersetWorld, name: str, sql: str | None
    ) -> None:
        database = world.database()
        datasets = opened(world).datasets
        refused = await datasets.create(NewDataset(database, name, "main", sql))
        assert refused.failure().fault is SupersetFault.REFUSED
        made = [each.title for each in (await datasets.all()).unwrap()]
        assert name not in made

    @pytest.mark.parametrize("database", ["999999999", "retail"])
    async def test_unknown_database_is_refused(self, world: SupersetWorld, database: str) -> None:
        refused = await opened(world).datasets.create(NewDataset(database, "cities", "main"))
        assert refused.failure().fault is SupersetFault.REFUSED

    async def test_viewer_may_not_create(self, world: SupersetWorld) -> None:
        wanted = NewDataset(world.database(), "cities", "main")
        refused = await opened(world, Role.VIEWER).datasets.create(wanted)
        assert refused.failure().fault is SupersetFault.FORBIDDEN

    async def test_analyst_may_create_and_then_delete_it(self, world: SupersetWorld) -> None:
        datasets = opened(world, Role.ANALYST).datasets
        made = (await datasets.create(NewDataset(world.database(), "cities", "main"))).unwrap()
        assert await datasets.delete(made.id) == Success(None)

    async def test_lost_answer_to_a_creation_is_unknown(self, world: SupersetWorld) -> None:
        wanted = NewDataset(world.database(), "Maybe there", "main", "SELECT 1 AS one")
        lost = await faults_of(
            world, SupersetFault.UNKNOWN_OUTCOME, lambda superset: superset.datasets.create(wanted)
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        made = [
            each
            for each in (await opened(world).datasets.all()).unwrap()
            if (each.title, each.database.id) == ("Maybe there", wanted.database_id)
        ]
        assert len(made) == 1

    async def test_charts_of_a_deleted_dataset_stay(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Left behind", dataset))
        superset = opened(world)
        assert await superset.datasets.delete(dataset) == Success(None)
        assert (await superset.datasets.get(dataset)).failure().fault is SupersetFault.NOT_FOUND
        assert (await superset.charts.get(chart)).unwrap().title == "Left behind"

    async def test_deleting_twice_is_not_found(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        datasets = opened(world).datasets
        assert await datasets.delete(dataset) == Success(None)
        assert (await datasets.delete(dataset)).failure().fault is SupersetFault.NOT_FOUND

    async def test_foreign_dataset_may_not_be_deleted(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        refused = await opened(world, Role.ANALYST).datasets.delete(dataset)
        assert refused.failure().fault is SupersetFault.FORBIDDEN
        assert (await opened(world).datasets.get(dataset)).unwrap().id == dataset

    async def test_lost_answer_to_a_deletion_is_unknown(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        lost = await faults_of(
            world, SupersetFault.UNKNOWN_OUTCOME, lambda superset: superset.datasets.delete(dataset)
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        found = await opened(world).datasets.get(dataset)
        assert found.failure().fault is SupersetFault.NOT_FOUND

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.datasets.all(),
            lambda superset: superset.datasets.get("1"),
        )
        assert faults == {fault}
