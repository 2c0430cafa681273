"""What every Charts adapter promises."""

from uuid import uuid4

import pytest
from returns.result import Success

from application.ports.superset.sql_lab import Query
from contracts.superset_world import (
    CITY_COUNT,
    COMMON_FAULTS,
    ChartToAdd,
    DashboardToAdd,
    DatasetToAdd,
    SupersetWorld,
    caller,
    faults_of,
    opened,
)
from domain.roles import Role
from domain.superset import ChartRun, Named, SupersetFault


class ChartsContract:
    @pytest.fixture
    def dataset(self, world: SupersetWorld) -> str:
        return world.dataset(DatasetToAdd("cities", world.database()))

    async def test_all_shows_the_newest_change_first(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        older = world.chart(ChartToAdd("Older", dataset))
        newer = world.chart(ChartToAdd("Newer", dataset))
        ids = [each.id for each in (await opened(world).charts.all()).unwrap()]
        assert ids.index(newer) < ids.index(older)

    async def test_all_has_no_limit(self, world: SupersetWorld) -> None:
        before = len((await opened(world).charts.all()).unwrap())
        world.many("charts", 120)
        assert len((await opened(world).charts.all()).unwrap()) == before + 120

    async def test_number_and_uuid_name_the_same(self, world: SupersetWorld, dataset: str) -> None:
        made = world.chart(ChartToAdd("Города", dataset))
        charts = opened(world).charts
        found = (await charts.get(made)).unwrap()
        assert (found.id, found.title, found.viz_type) == (made, "Города", "table")
        assert found.dataset_id == dataset
        assert await charts.get(found.uuid) == Success(found)
        assert found in (await charts.all()).unwrap()

    async def test_chart_names_all_its_dashboards(self, world: SupersetWorld, dataset: str) -> None:
        made = world.chart(ChartToAdd("Shared", dataset))
        first = world.dashboard(DashboardToAdd("First", (made,)))
        second = world.dashboard(DashboardToAdd("Second", (made,)))
        found = (await opened(world).charts.get(made)).unwrap()
        assert set(found.dashboards) == {Named(first, "First"), Named(second, "Second")}
        (on_first,) = (await opened(world).dashboards.charts(first)).unwrap()
        assert set(on_first.dashboards) == set(found.dashboards)

    @pytest.mark.parametrize("unknown", ["999999999", str(uuid4()), "Shared", ""])
    async def test_unknown_chart_is_not_found(self, world: SupersetWorld, unknown: str) -> None:
        charts = opened(world).charts
        assert (await charts.get(unknown)).failure().fault is SupersetFault.NOT_FOUND
        assert (await charts.run(unknown)).failure().fault is SupersetFault.NOT_FOUND

    async def test_run_tells_rows_and_columns(self, world: SupersetWorld, dataset: str) -> None:
        made = world.chart(ChartToAdd("Runs", dataset, ("name", "people")))
        ran = await opened(world).charts.run(made)
        assert ran == Success(ChartRun(CITY_COUNT, ("name", "people"), None))

    async def test_run_goes_past_the_cache(self, world: SupersetWorld) -> None:
        database = world.database(allow_dml=True)
        made = world.chart(ChartToAdd("Fresh", world.dataset(DatasetToAdd("cities", database))))
        superset = opened(world)
        assert (await superset.charts.run(made)).unwrap().row_count == CITY_COUNT
        insert = Query(database, "INSERT INTO cities VALUES ('Bern', 1, 1.0)", 10, writes=True)
        assert (await superset.sql_lab.run(insert)).unwrap().rows == ()
        assert (await superset.charts.run(made)).unwrap().row_count == CITY_COUNT + 1

    async def test_failing_query_is_an_error_of_the_chart(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Broken", dataset, ("no_such_column",)))
        ran = (await opened(world).charts.run(made)).unwrap()
        assert ran.row_count == 0
        assert "no_such_column" in (ran.error or "")

    async def test_dropped_filter_is_an_error_of_the_chart(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Filtered", dataset, filter_on="no_such_column"))
        ran = (await opened(world).charts.run(made)).unwrap()
        assert "no_such_column" in (ran.error or "")

    async def test_chart_without_its_dataset_is_broken(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("rivers", world.database()))
        made = world.chart(ChartToAdd("Orphan", dataset))
        superset = opened(world)
        assert await superset.datasets.delete(dataset) == Success(None)
        assert (await superset.charts.get(made)).unwrap().dataset_id is None
        assert (await superset.charts.run(made)).unwrap().error

    async def test_data_without_the_right_is_forbidden_or_hidden(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Secret", dataset))
        account = world.account_without_rights()
        await world.sign_in(account)
        stranger = caller(Role.VIEWER, f"superset:{world.env_id}:{account.username}", world.env_id)
        charts = world.supersets.open(world.env_id, stranger).unwrap().charts
        assert (await charts.run(made)).failure().fault is SupersetFault.FORBIDDEN

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, dataset: str, fault: SupersetFault
    ) -> None:
        made = world.chart(ChartToAdd("Any", dataset))
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.charts.all(),
            lambda superset: superset.charts.get(made),
            lambda superset: superset.charts.run(made),
        )
        assert faults == {fault}
