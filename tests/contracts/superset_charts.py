"""What every Charts adapter promises."""

import io
import json
import zipfile
from uuid import uuid4

import pytest
import yaml
from returns.result import Success

from application.ports.superset.gateway import Superset
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


async def chart_file(superset: Superset, chart: str) -> dict[str, object]:
    """The file of a chart in an export."""
    bundle = (await superset.assets.export_charts([chart])).unwrap()
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        (name,) = [name for name in archive.namelist() if "/charts/" in name]
        content: dict[str, object] = yaml.safe_load(archive.read(name))
    return content


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

    async def test_form_and_query_are_written_back_as_they_were(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Written back", dataset))
        other = world.chart(ChartToAdd("Only names", dataset, columns=("name", "people")))
        superset = opened(world)
        wanted = await chart_file(superset, other)
        params = json.dumps({"viz_type": "table", "annotation_layers": [{"name": "x"}]})
        query = str(wanted["query_context"])
        assert await superset.charts.write_back(made, params, query) == Success(None)
        written = await chart_file(superset, made)
        assert written["params"] == json.loads(params)
        assert written["query_context"] == query
        assert (await superset.charts.run(made)).unwrap().columns == ("name", "people")
        missing = await superset.charts.write_back("999999999", params, query)
        assert missing.failure().fault is SupersetFault.NOT_FOUND
        foreign = await opened(world, Role.ANALYST).charts.write_back(made, "{}", None)
        assert foreign.failure().fault is SupersetFault.FORBIDDEN

    async def test_deleted_chart_leaves_its_dashboards(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("To be deleted", dataset))
        dashboard = world.dashboard(DashboardToAdd("Loses a chart", (made,)))
        superset = opened(world)
        foreign = await opened(world, Role.ANALYST).charts.delete(made)
        assert foreign.failure().fault is SupersetFault.FORBIDDEN
        assert await superset.charts.delete(made) == Success(None)
        assert await superset.dashboards.charts(dashboard) == Success(())
        assert (await superset.charts.delete(made)).failure().fault is SupersetFault.NOT_FOUND

    async def test_lost_answer_to_a_deletion_is_unknown(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        made = world.chart(ChartToAdd("Lost answer", dataset))
        lost = await faults_of(
            world, SupersetFault.UNKNOWN_OUTCOME, lambda superset: superset.charts.delete(made)
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        assert (await opened(world).charts.get(made)).failure().fault is SupersetFault.NOT_FOUND

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
