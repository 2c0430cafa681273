"""S22: an importer that leaves something out and reports success is not believed."""

import pytest
from returns.result import Result

from adapters.memory.superset.assets import MemoryAssets
from application.tools.deploy_dashboard import TOOL
from domain.superset import SupersetError
from moving_worlds import development, production
from tool_surroundings import Surroundings


async def test_a_chart_that_did_not_arrive_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    world = Surroundings(dev=development(), prod=production())
    really_import = MemoryAssets.import_assets
    before = set(world.prod.charts)

    async def loses_one(self: MemoryAssets, archive: bytes) -> Result[None, SupersetError]:
        done = await really_import(self, archive)
        lost = next(chart for chart in world.prod.charts if chart not in before)
        del world.prod.charts[lost]
        return done

    monkeypatch.setattr(MemoryAssets, "import_assets", loses_one)
    done = await world.run(
        TOOL, "ss-prod", dashboard_id="Sales", source="ss-dev", target_env="ss-prod"
    )

    assert any("1 missing" in each for each in done.value["left"])
    assert "The chart “Revenue” did not arrive" in done.said
