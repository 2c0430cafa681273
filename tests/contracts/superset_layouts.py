"""What every Layouts adapter promises."""

import json
from uuid import uuid4

import pytest
from returns.result import Success

from contracts.superset_payloads import layout
from contracts.superset_world import (
    COMMON_FAULTS,
    ChartToAdd,
    DashboardToAdd,
    DatasetToAdd,
    SupersetWorld,
    faults_of,
    opened,
)
from domain.roles import Role
from domain.superset import SupersetFault

EMPTY = json.dumps(layout(()))
TITLED = json.dumps({**layout(()), "HEADER_ID": {"type": "HEADER", "meta": {"text": "Отчёт 🚀"}}})


class LayoutsContract:
    @pytest.fixture
    def filled(self, world: SupersetWorld) -> str:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Laid out", dataset))
        return world.dashboard(DashboardToAdd("Filled", (chart,)))

    async def test_layout_of_charts_is_sound(self, world: SupersetWorld, filled: str) -> None:
        found = (await opened(world).layouts.get(filled)).unwrap()
        nodes = json.loads(found.position_json or "")
        assert nodes["ROOT_ID"]["children"] == ["GRID_ID"]
        assert any(str(key).startswith("CHART-") for key in nodes)

    async def test_metadata_comes_with_the_layout(self, world: SupersetWorld, filled: str) -> None:
        superset = opened(world)
        metadata = {"native_filter_configuration": [{"id": "NATIVE_FILTER-1", "name": "Город"}]}
        written = await superset.dashboards.write_back(filled, json.dumps(metadata))
        assert written == Success(None)
        found = (await superset.layouts.get(filled)).unwrap()
        assert found.json_metadata is not None
        kept = json.loads(found.json_metadata)["native_filter_configuration"]
        assert kept == metadata["native_filter_configuration"]

    async def test_never_laid_out_is_none(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Bare"))
        assert (await opened(world).layouts.get(made)).unwrap().position_json is None

    async def test_number_and_uuid_name_the_same(self, world: SupersetWorld, filled: str) -> None:
        superset = opened(world)
        dashboard = (await superset.dashboards.get(filled)).unwrap()
        by_number = (await superset.layouts.get(filled)).unwrap()
        assert await superset.layouts.get(dashboard.uuid) == Success(by_number)
        assert by_number.changed_at == dashboard.changed_at

    async def test_put_keeps_keys_values_and_charts(
        self, world: SupersetWorld, filled: str
    ) -> None:
        superset = opened(world)
        before = (await superset.layouts.get(filled)).unwrap()
        charts = (await superset.dashboards.charts(filled)).unwrap()
        assert await superset.layouts.put(filled, TITLED) == Success(None)
        after = (await superset.layouts.get(filled)).unwrap()
        assert after.position_json == TITLED
        assert after.changed_at > before.changed_at
        assert (await superset.dashboards.charts(filled)).unwrap() == charts

    async def test_layout_is_put_back(self, world: SupersetWorld, filled: str) -> None:
        layouts = opened(world).layouts
        before = (await layouts.get(filled)).unwrap().position_json or ""
        await layouts.put(filled, EMPTY)
        assert await layouts.put(filled, before) == Success(None)
        after = (await layouts.get(filled)).unwrap().position_json or ""
        assert json.dumps(json.loads(after)) == json.dumps(json.loads(before))

    async def test_none_takes_the_layout_away(self, world: SupersetWorld, filled: str) -> None:
        layouts = opened(world).layouts
        assert await layouts.put(filled, None) == Success(None)
        assert (await layouts.get(filled)).unwrap().position_json is None

    async def test_rubbish_is_refused(self, world: SupersetWorld, filled: str) -> None:
        layouts = opened(world).layouts
        before = (await layouts.get(filled)).unwrap()
        refused = (await layouts.put(filled, "{bad json")).failure()
        assert refused.fault is SupersetFault.REFUSED
        assert (await layouts.get(filled)).unwrap() == before

    async def test_broken_layout_bars_every_change(self, world: SupersetWorld, filled: str) -> None:
        broken = layout(())
        broken["GRID_ID"]["children"] = ["ROW-none"]
        layouts = opened(world).layouts
        assert await layouts.put(filled, json.dumps(broken)) == Success(None)
        assert (await layouts.put(filled, EMPTY)).failure().fault is SupersetFault.REFUSED

    @pytest.mark.parametrize("unknown", ["999999999", str(uuid4()), "sales-overview", ""])
    async def test_unknown_dashboard_is_not_found(self, world: SupersetWorld, unknown: str) -> None:
        layouts = opened(world).layouts
        assert (await layouts.get(unknown)).failure().fault is SupersetFault.NOT_FOUND
        assert (await layouts.put(unknown, EMPTY)).failure().fault is SupersetFault.NOT_FOUND

    async def test_foreign_layout_may_not_be_changed(
        self, world: SupersetWorld, filled: str
    ) -> None:
        refused = await opened(world, Role.ANALYST).layouts.put(filled, EMPTY)
        assert refused.failure().fault is SupersetFault.FORBIDDEN

    async def test_lost_answer_to_a_change_is_unknown(
        self, world: SupersetWorld, filled: str
    ) -> None:
        lost = await faults_of(
            world,
            SupersetFault.UNKNOWN_OUTCOME,
            lambda superset: superset.layouts.put(filled, EMPTY),
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        assert (await opened(world).layouts.get(filled)).unwrap().position_json == EMPTY

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault, filled: str
    ) -> None:
        faults = await faults_of(world, fault, lambda superset: superset.layouts.get(filled))
        assert faults == {fault}
