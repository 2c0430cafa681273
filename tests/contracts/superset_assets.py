"""What every Assets adapter promises."""

import io
import zipfile
from typing import cast
from uuid import uuid4

import pytest
import yaml
from returns.result import Success

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


def importable(bundle: bytes, only: str = "", **changes: object) -> bytes:
    """The bundle as an assets import takes it, with other values where its files have the key."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(bundle)) as archive,
        zipfile.ZipFile(packed, "w") as changed,
    ):
        for name in archive.namelist():
            content = yaml.safe_load(archive.read(name))
            folder = name.split("/")[1]
            if folder == "databases" or (only and folder not in {only, "metadata.yaml"}):
                continue
            if folder == "metadata.yaml":
                content["type"] = "assets"
            content |= {key: value for key, value in changes.items() if key in content}
            changed.writestr(name, yaml.safe_dump(content))
    return packed.getvalue()


def charts(world: SupersetWorld) -> tuple[str, ...]:
    dataset = world.dataset(DatasetToAdd("cities", world.database()))
    return (world.chart(ChartToAdd("On the move", dataset)),)


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

    async def test_charts_and_datasets_are_exported_alone(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Alone", dataset))
        assets = opened(world).assets
        with_chart = contents((await assets.export_charts([chart])).unwrap())
        assert [each["slice_name"] for each in with_chart["charts"]] == ["Alone"]
        assert [each["table_name"] for each in with_chart["datasets"]] == ["cities"]
        assert "dashboards" not in with_chart
        with_dataset = contents((await assets.export_datasets([dataset])).unwrap())
        assert with_dataset["datasets"] == with_chart["datasets"]
        assert "charts" not in with_dataset
        for ids in ([NOBODY], ["Alone"], []):
            for export in (assets.export_charts, assets.export_datasets):
                assert (await export(ids)).failure().fault is SupersetFault.NOT_FOUND

    async def test_import_creates_what_is_missing(self, world: SupersetWorld) -> None:
        superset, made = opened(world), world.dashboard(DashboardToAdd("Template", charts(world)))
        dashboard = (await superset.dashboards.get(made)).unwrap()
        archive = importable((await superset.assets.export_dashboards([made])).unwrap())
        (gone,) = [each.id for each in (await superset.dashboards.charts(made)).unwrap()]
        assert await superset.charts.delete(gone) == Success(None)
        assert await superset.dashboards.delete(made) == Success(None)
        assert await superset.assets.import_assets(archive) == Success(None)
        again = (await superset.dashboards.get(dashboard.uuid)).unwrap()
        assert (again.title, again.published) == ("Template", True)
        (chart,) = (await superset.dashboards.charts(again.id)).unwrap()
        assert chart.title == "On the move"
        assert (await superset.charts.run(chart.id)).unwrap().row_count == CITY_COUNT

    async def test_import_overwrites_what_is_there(self, world: SupersetWorld) -> None:
        superset, made = opened(world), world.dashboard(DashboardToAdd("Old title", charts(world)))
        known = (await superset.dashboards.get(made)).unwrap()
        (chart,) = (await superset.dashboards.charts(made)).unwrap()
        export = (await superset.assets.export_dashboards([made])).unwrap()
        changed = importable(export, dashboard_title="New title", slice_name="Renamed", css="a {}")
        assert await superset.assets.import_assets(changed) == Success(None)
        assert await superset.assets.import_assets(changed) == Success(None)
        after = (await superset.dashboards.get(known.uuid)).unwrap()
        assert (after.id, after.title) == (made, "New title")
        assert after.changed_at >= known.changed_at
        (renamed,) = (await superset.dashboards.charts(made)).unwrap()
        assert (renamed.id, renamed.uuid, renamed.title) == (chart.id, chart.uuid, "Renamed")
        written = contents((await superset.assets.export_dashboards([made])).unwrap())
        assert written["dashboards"][0]["css"] == "a {}"

    async def test_import_finds_what_it_does_not_hold(self, world: SupersetWorld) -> None:
        """A dashboard alone, of charts that are here."""
        superset, made = opened(world), world.dashboard(DashboardToAdd("Sparse", charts(world)))
        export = (await superset.assets.export_dashboards([made])).unwrap()
        assert await superset.dashboards.delete(made) == Success(None)
        alone = importable(export, only="dashboards")
        assert await superset.assets.import_assets(alone) == Success(None)
        (again,) = [d for d in (await superset.dashboards.all()).unwrap() if d.title == "Sparse"]
        assert len((await superset.dashboards.charts(again.id)).unwrap()) == 1

    async def test_charts_are_those_of_the_layout_after_an_import(
        self, world: SupersetWorld
    ) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        stays, leaves = (world.chart(ChartToAdd(title, dataset)) for title in ("Stays", "Leaves"))
        superset, made = opened(world), world.dashboard(DashboardToAdd("Smaller", (stays, leaves)))
        uuid = (await superset.charts.get(leaves)).unwrap().uuid
        export = (await superset.assets.export_dashboards([made])).unwrap()
        (dashboard,) = contents(export)["dashboards"]
        layout = cast("dict[str, dict[str, dict[str, str]]]", dashboard["position"])
        smaller = {
            key: node
            for key, node in layout.items()
            if not isinstance(node, dict) or node.get("meta", {}).get("uuid") != uuid
        }
        archive = importable(export, only="dashboards", position=smaller)
        assert await superset.assets.import_assets(archive) == Success(None)
        on_it = (await superset.dashboards.charts(made)).unwrap()
        assert [chart.title for chart in on_it] == ["Stays"]
        left = (await superset.charts.get(leaves)).unwrap()
        assert (left.title, left.dashboards) == ("Leaves", ())

    async def test_dashboard_without_charts_is_imported(self, world: SupersetWorld) -> None:
        superset, made = opened(world), world.dashboard(DashboardToAdd("Empty so far"))
        export = (await superset.assets.export_dashboards([made])).unwrap()
        archive = importable(export, dashboard_title="Still empty")
        assert await superset.assets.import_assets(archive) == Success(None)
        assert (await superset.dashboards.get(made)).unwrap().title == "Still empty"
        assert await superset.dashboards.charts(made) == Success(())

    async def test_import_that_does_not_fit_changes_nothing(self, world: SupersetWorld) -> None:
        superset, made = opened(world), world.dashboard(DashboardToAdd("As it was", charts(world)))
        export = (await superset.assets.export_dashboards([made])).unwrap()
        nowhere = importable(export, dashboard_title="Half done", database_uuid=str(uuid4()))
        for archive in (nowhere, export, b"no zip"):
            refused = (await superset.assets.import_assets(archive)).failure()
            assert refused.fault is SupersetFault.REFUSED
        assert (await superset.dashboards.get(made)).unwrap().title == "As it was"

    async def test_viewer_may_not_import(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Guarded", charts(world)))
        export = (await opened(world).assets.export_dashboards([made])).unwrap()
        archive = importable(export, dashboard_title="By a viewer")
        refused = await opened(world, Role.VIEWER).assets.import_assets(archive)
        assert refused.failure().fault is SupersetFault.FORBIDDEN
        assert (await opened(world).dashboards.get(made)).unwrap().title == "Guarded"

    async def test_lost_answer_to_an_import_is_unknown(self, world: SupersetWorld) -> None:
        superset, made = opened(world), world.dashboard(DashboardToAdd("Before", charts(world)))
        export = (await superset.assets.export_dashboards([made])).unwrap()
        archive = importable(export, dashboard_title="After")
        lost = await faults_of(
            world,
            SupersetFault.UNKNOWN_OUTCOME,
            lambda superset: superset.assets.import_assets(archive),
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        assert (await superset.dashboards.get(made)).unwrap().title == "After"

    async def test_tags_become_exactly_those(self, world: SupersetWorld) -> None:
        superset = opened(world)
        made = world.dashboard(DashboardToAdd("Tagged", charts(world), tags=("old", "a b+c")))
        assert await superset.assets.set_tags("dashboard", made, ["план+", "old"]) == Success(None)
        assert sorted((await superset.dashboards.get(made)).unwrap().tags) == ["old", "план+"]
        assert await superset.assets.set_tags("dashboard", made, []) == Success(None)
        assert (await superset.dashboards.get(made)).unwrap().tags == ()
        (chart,) = (await superset.dashboards.charts(made)).unwrap()
        assert await superset.assets.set_tags("chart", chart.id, ["weekly"]) == Success(None)
        assert world.tags_of_chart(chart.id) == ["weekly"]
        written = contents((await superset.assets.export_charts([chart.id])).unwrap())
        assert written["charts"][0]["tags"] == ["weekly"]
        missing = await superset.assets.set_tags("dashboard", NOBODY, ["x"])
        assert missing.failure().fault is SupersetFault.NOT_FOUND

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        made = world.dashboard(DashboardToAdd("Any"))
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.assets.export_dashboards([made]),
            lambda superset: superset.assets.export_charts(["1"]),
            lambda superset: superset.assets.export_datasets(["1"]),
        )
        assert faults == {fault}
