"""Access, maintenance and quality on the suite's own Superset, seeded as "ss-dev"."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from adapters.memory.clock import MemoryClock
from application.tools import superset_audit_permissions
from contracts.superset_real_world import Arranger, OnRealSuperset
from contracts.superset_world import ChartToAdd, DashboardToAdd, DatasetToAdd
from contracts.superset_world import SupersetWorld as World
from domain.environments import Environment
from domain.roles import Role
from tool_surroundings import Surroundings

ENV = "ss-test"

pytestmark = pytest.mark.superset


class TestQuality(OnRealSuperset):
    @pytest.fixture
    async def here(self, world: World, arranger: Arranger) -> AsyncIterator[Surroundings]:
        url = arranger.superset.environment.url
        surroundings = Surroundings(
            clock=MemoryClock(datetime.now(UTC)),
            environments=(Environment(ENV, url),),
            supersets=world.supersets,
        )
        yield surroundings
        await surroundings.judge.close()

    async def test_audit_of_a_dashboard_agrees_with_superset(
        self, here: Surroundings, world: World
    ) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        chart = world.chart(ChartToAdd("Audited", dataset))
        world.dashboard(DashboardToAdd("Audited dashboard", (chart,)))
        world.person("granted", world.role_for(dataset))
        done = await here.run(
            superset_audit_permissions.TOOL, ENV, dashboard_id="Audited dashboard"
        )
        people = {each["username"]: each for each in done.value["people"]}
        assert people["agent-admin"]["may_change"] is True
        assert people["agent-viewer"]["through"] == ["agent_viewer_data"]
        assert people["agent-viewer"]["may_change"] is False
        # The data alone opens no dashboard: that takes can_read on Dashboard too.
        assert "granted" not in people

    async def test_audit_of_the_environment(self, here: Surroundings, world: World) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        world.dataset(DatasetToAdd("big_cities", world.database()))
        world.row_rule("Audited rule", dataset, "Gamma")
        done = await here.run(superset_audit_permissions.TOOL, ENV)
        assert done.value["not_readable"] == []
        found = {each["code"]: each["names"] for each in done.value["findings"]}
        assert "agent-viewer" in found["all-data-role"] or "agent-analyst" in found["all-data-role"]
        assert found["few-admins"] == ["agent-admin"]

    async def test_analyst_is_told_what_could_not_be_read(self, here: Surroundings) -> None:
        here.role = Role.ANALYST
        done = await here.run(superset_audit_permissions.TOOL, ENV, dashboard_id="Sales overview")
        assert done.value["not_readable"] == ["roles", "users", "row-rules"]
        assert done.value["object"]["owners"] == ["Agent Admin"]
