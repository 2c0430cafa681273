"""What every Assets adapter promises."""

import io
import zipfile

import pytest
import yaml

from contracts.superset_world import (
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
from domain.superset import SupersetFault

NOBODY = "999999999"


def contents(bundle: bytes) -> dict[str, list[dict[str, object]]]:
    """The files of a bundle by their folder, the bundle's own folder left aside."""
    found: dict[str, list[dict[str, object]]] = {}
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        for name in archive.namelist():
            folder = name.split("/")[1]
            found.setdefault(folder, []).append(yaml.safe_load(archive.read(name)))
    return found


class AssetsContract:
    async def test_bundle_holds_all_that_a_dashboard_needs(self, world: SupersetWorld) -> None:
        database = world.database()
        dataset = world.dataset(DatasetToAdd("cities", database))
        chart = world.chart(ChartToAdd("In the bundle", dataset))
        made = world.dashboard(DashboardToAdd("Выгрузка", (chart,)))
        superset = opened(world)
        bundle = contents((await superset.assets.export_dashboards([made])).unwrap())
        assert bundle["metadata.yaml"][0]["type"] == "Dashboard"
        dashboard = (await superset.dashboards.get(made)).unwrap()
        assert [each["uuid"] for each in bundle["dashboards"]] == [dashboard.uuid]
        assert [each["dashboard_title"] for each in bundle["dashboards"]] == ["Выгрузка"]
        assert [each["slice_name"] for each in bundle["charts"]] == ["In the bundle"]
        assert [each["table_name"] for each in bundle["datasets"]] == ["cities"]
        assert len(bundle["databases"]) == 1
        assert bundle["datasets"][0]["database_uuid"] == bundle["databases"][0]["uuid"]

    async def test_several_dashboards_go_into_one_bundle(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Shared by both", dataset))
        made = [
            world.dashboard(DashboardToAdd(title, (chart,)))
            for title in ("One of two", "Two of two")
        ]
        bundle = contents((await opened(world).assets.export_dashboards(made)).unwrap())
        titles = {each["dashboard_title"] for each in bundle["dashboards"]}
        assert titles == {"One of two", "Two of two"}
        assert len(bundle["charts"]) == 1

    async def test_one_unknown_dashboard_is_not_found(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Known"))
        assets = opened(world).assets
        for ids in ([NOBODY], [made, NOBODY], ["Known"], []):
            exported = await assets.export_dashboards(ids)
            assert exported.failure().fault is SupersetFault.NOT_FOUND

    async def test_export_without_the_right_is_forbidden(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Not for strangers"))
        account = world.account_without_rights()
        assert (await world.sign_in(account)).unwrap().username == account.username
        stranger = caller(Role.VIEWER, f"superset:{world.env_id}:{account.username}", world.env_id)
        assets = world.supersets.open(world.env_id, stranger).unwrap().assets
        exported = await assets.export_dashboards([made])
        assert exported.failure().fault is SupersetFault.FORBIDDEN

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        made = world.dashboard(DashboardToAdd("Any"))
        faults = await faults_of(
            world, fault, lambda superset: superset.assets.export_dashboards([made])
        )
        assert faults == {fault}
