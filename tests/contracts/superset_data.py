"""What every Data adapter promises."""

from typing import Any, TypeAlias

import pytest
from returns.result import Success

from contracts.superset_world import (
    CITY_COUNT,
    COMMON_FAULTS,
    ChartToAdd,
    DatasetToAdd,
    SupersetWorld,
    caller,
    faults_of,
    opened,
)
from domain.reading import Aggregate
from domain.roles import Role
from domain.superset import SupersetFault

# Superset's JSON, which tests spell freely.
Json: TypeAlias = Any

COUNTED = (
    Aggregate("COUNT"),
    Aggregate("COUNT", "area"),
    Aggregate("COUNT_DISTINCT", "name"),
    Aggregate("MIN", "people"),
    Aggregate("MAX", "people"),
    Aggregate("AVG", "people"),
)


class DataContract:
    @pytest.fixture
    def dataset(self, world: SupersetWorld) -> str:
        return world.dataset(DatasetToAdd("cities", world.database()))

    async def test_chart_gives_its_rows(self, world: SupersetWorld, dataset: str) -> None:
        made = world.chart(ChartToAdd("Read", dataset, ("name", "people")))
        read = (await opened(world).data.chart(made)).unwrap()
        assert read.error is None
        assert [(column.name, column.kind) for column in read.columns] == [
            ("name", "text"),
            ("people", "number"),
        ]
        assert len(read.rows) == CITY_COUNT
        assert ("Казань", 1300000) in read.rows

    async def test_filters_of_a_dashboard_leave_fewer_rows(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        data = opened(world).data
        made = world.chart(ChartToAdd("Read through filters", dataset, ("name",)))
        large: Json = {"filters": [{"col": "people", "op": ">", "val": 1_500_000}]}
        read = (await data.chart(made, large)).unwrap()
        assert read.error is None
        assert set(read.rows) == {("Minsk",), ("Paris",)}
        none: Json = {"filters": [{"col": "name", "op": "IN", "val": ["Atlantis"]}]}
        assert (await data.chart(made, none)).unwrap().rows == ()
        assert len((await data.chart(made)).unwrap().rows) == CITY_COUNT

    async def test_filter_of_a_dashboard_on_a_missing_column_does_nothing(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        data = opened(world).data
        foreign: Json = {"filters": [{"col": "no_such_column", "op": "==", "val": 1}]}
        made = world.chart(ChartToAdd("Read past a filter", dataset))
        read = (await data.chart(made, foreign)).unwrap()
        assert (read.error, len(read.rows)) == (None, CITY_COUNT)
        own = world.chart(ChartToAdd("Read broken", dataset, filter_on="no_such_column"))
        assert "no_such_column" in ((await data.chart(own, foreign)).unwrap().error or "")

    async def test_failing_query_is_an_error_of_the_chart(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Read and broken", dataset, ("no_such_column",)))
        read = (await opened(world).data.chart(made)).unwrap()
        assert read.rows == ()
        assert "no_such_column" in (read.error or "")

    async def test_dropped_filter_is_an_error_of_the_chart(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Read filtered", dataset, filter_on="no_such_column"))
        read = (await opened(world).data.chart(made)).unwrap()
        assert "no_such_column" in (read.error or "")

    async def test_chart_without_its_dataset_is_not_found(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Read orphan", dataset))
        superset = opened(world)
        assert await superset.datasets.delete(dataset) == Success(None)
        assert (await superset.data.chart(made)).failure().fault is SupersetFault.NOT_FOUND

    async def test_sample_has_so_many_rows(self, world: SupersetWorld, dataset: str) -> None:
        read = (await opened(world).data.sample(dataset, ("name", "area"), 2)).unwrap()
        assert [column.name for column in read.columns] == ["name", "area"]
        assert len(read.rows) == 2

    async def test_sample_of_a_missing_column_is_an_error(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        await opened(world).datasets.get(dataset)
        read = (await opened(world).data.sample(dataset, ("no such column",), 2)).unwrap()
        assert read.error

    async def test_aggregates_come_in_order(self, world: SupersetWorld, dataset: str) -> None:
        numbers = (await opened(world).data.aggregates(dataset, COUNTED)).unwrap()
        assert numbers == (CITY_COUNT, CITY_COUNT, CITY_COUNT, 600000, 2100000, 1340000)

    async def test_virtual_dataset_is_read_too(self, world: SupersetWorld) -> None:
        sql = "SELECT name AS город FROM cities WHERE people > 1000000"
        made = world.dataset(DatasetToAdd("Read virtual", world.database(), sql))
        data = opened(world).data
        assert await data.aggregates(made, COUNTED[:1]) == Success((3,))
        assert ("Казань",) in (await data.sample(made, ("город",), 10)).unwrap().rows

    async def test_failing_aggregates_are_refused(self, world: SupersetWorld, dataset: str) -> None:
        refused = await opened(world).data.aggregates(dataset, [Aggregate("MAX", "no such one")])
        assert refused.failure().fault is SupersetFault.REFUSED

    @pytest.mark.parametrize("unknown", ["999999999", "cities", ""])
    async def test_unknown_objects_are_not_found(self, world: SupersetWorld, unknown: str) -> None:
        data = opened(world).data
        faults = {
            (await data.chart(unknown)).failure().fault,
            (await data.sample(unknown, ("name",), 2)).failure().fault,
            (await data.aggregates(unknown, COUNTED)).failure().fault,
        }
        assert faults == {SupersetFault.NOT_FOUND}

    async def test_data_without_the_right_is_forbidden(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        account = world.account_without_rights()
        await world.sign_in(account)
        stranger = caller(Role.VIEWER, f"superset:{world.env_id}:{account.username}", world.env_id)
        data = world.supersets.open(world.env_id, stranger).unwrap().data
        refused = await data.sample(dataset, ("name",), 2)
        assert refused.failure().fault is SupersetFault.FORBIDDEN

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, dataset: str, fault: SupersetFault
    ) -> None:
        made = world.chart(ChartToAdd("Read any", dataset))
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.data.chart(made),
            lambda superset: superset.data.sample(dataset, ("name",), 2),
            lambda superset: superset.data.aggregates(dataset, COUNTED),
        )
        assert faults == {fault}
