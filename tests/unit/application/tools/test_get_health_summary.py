import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from returns.result import Result

from adapters.memory.superset.charts import MemoryCharts
from adapters.memory.superset.gateway import MemorySupersets
from adapters.memory.superset.objects import MemoryChart
from application.tools import get_health_summary
from application.tools.get_health_summary import TOOL
from domain.quality_facts import KeptFacts
from domain.superset import ChartRun, SupersetError, SupersetFault
from tool_surroundings import Json, Surroundings, only_on, retail


class NoAccounts(MemorySupersets):
    def __init__(self) -> None:
        super().__init__([retail("ss-dev"), retail("ss-prod")], {"ss-dev": {}, "ss-prod": {}})


def item(value: Json, env_id: str) -> Json:
    return next(each for each in value["items"] if each["env_id"] == env_id)


class TestTrouble:
    async def test_an_environment_that_is_down_does_not_spoil_the_rest(self) -> None:
        here = Surroundings()
        here.prod.fail_next(SupersetFault.UNREACHABLE, "access.status")
        done = await here.run(TOOL, None)
        assert item(done.value, "ss-prod")["reachable"] is False
        assert item(done.value, "ss-prod")["problem"] == "does not answer"
        assert item(done.value, "ss-dev")["counts"]["dashboards"] == 3
        assert done.said.startswith("Trouble with ss-prod.")
        assert here.prod.calls["dashboards.all"] == 0

    async def test_a_wrong_password_is_reported_not_raised(self) -> None:
        here = Surroundings()
        for call in ("dashboards.all", "charts.all", "datasets.all", "databases.all"):
            here.dev.fail_next(SupersetFault.BAD_CREDENTIALS, call)
        dev = item((await here.run(TOOL)).value, "ss-dev")
        assert dev["reachable"] is True
        assert set(dev["counts"].values()) == {None}
        assert "does not accept the name or the password" in dev["problem"]

    async def test_no_account_for_the_role_is_reported(self) -> None:
        here = Surroundings()
        ctx = replace(here.ctx(None), services=replace(here.ctx().services, supersets=NoAccounts()))
        value: Json = (await TOOL.run(TOOL.arguments(), ctx)).unwrap().value
        assert [each["reachable"] for each in value["items"]] == [None, None]
        assert "No Superset account" in value["items"][0]["problem"]

    async def test_a_list_that_cannot_be_read_is_unknown(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "datasets.all")
        dev = item((await here.run(TOOL)).value, "ss-dev")
        assert dev["counts"] == {"dashboards": 3, "charts": 2, "datasets": None, "databases": 2}
        assert "lacks the right" in dev["problem"]

    async def test_a_sign_in_for_one_environment_sees_that_one(self) -> None:
        here = Surroundings()
        done = await TOOL.run(TOOL.arguments(), only_on("ss-prod", here.ctx()))
        value: Json = done.unwrap().value
        assert [each["env_id"] for each in value["items"]] == ["ss-prod"]


class TestHealthy:
    async def test_tells_version_counts_and_connections(self) -> None:
        here = Surroundings()
        done = await here.run(TOOL)
        dev = item(done.value, "ss-dev")
        assert (dev["reachable"], dev["version"], dev["tier"]) == (True, "6.1.0", "dev")
        assert dev["connections"] == [
            {"id": "1", "title": "retail", "backend": "sqlite"},
            {"id": "2", "title": "sandbox", "backend": "sqlite"},
        ]
        assert dev["charts"] == {"total": 2, "checked": 2, "broken": []}
        assert done.said == "ss-dev: no broken charts, 2 of 2 charts checked."

    async def test_one_environment_asks_no_other(self) -> None:
        here = Surroundings()
        await here.run(TOOL)
        assert sum(here.prod.calls.values()) == 0


class TestCharts:
    async def test_a_broken_one_is_told_with_its_error_and_dashboards(self) -> None:
        here = Surroundings()
        here.dev.add(replace(here.dev.charts["1"], sql="SELECT nope FROM orders"))
        done = await here.run(TOOL)
        [broken] = item(done.value, "ss-dev")["charts"]["broken"]
        assert broken["title"] == "Revenue"
        assert "no such column: nope" in broken["error"]
        assert done.said.endswith(f"Superset answered: Revenue (“{broken['error'].rstrip('.')}”).")
        assert [each["title"] for each in broken["dashboards"]] == ["Sales overview", "Customers"]
        assert "no such column" in done.for_model

    async def test_a_chart_that_may_not_be_run_is_not_called_broken(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "charts.run")
        charts = item((await here.run(TOOL)).value, "ss-dev")["charts"]
        assert (charts["checked"], charts["total"], charts["broken"]) == (1, 2, [])

    async def test_at_most_fifty_those_on_dashboards_first(self) -> None:
        here = Surroundings()
        here.dev.add(*(MemoryChart(str(n), f"Loose {n}", "1") for n in range(10, 90)))
        here.dev.add(replace(here.dev.charts["1"], sql="SELECT nope FROM orders"))
        charts = item((await here.run(TOOL)).value, "ss-dev")["charts"]
        assert (charts["checked"], charts["total"]) == (50, 82)
        assert [each["title"] for each in charts["broken"]] == ["Revenue"]
        assert here.dev.calls["charts.run"] == 50

    async def test_four_at_once_and_no_longer_than_the_time_allows(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        running: set[str] = set()
        most = 0

        async def slow(self: MemoryCharts, chart_id: str) -> Result[ChartRun, SupersetError]:
            nonlocal most
            running.add(chart_id)
            most = max(most, len(running))
            await asyncio.sleep(0.02 if int(chart_id) < 14 else 60)
            running.discard(chart_id)
            return await quick(self, chart_id)

        quick = MemoryCharts.run
        monkeypatch.setattr(MemoryCharts, "run", slow)
        monkeypatch.setattr(get_health_summary, "_CHARTS_WITHIN_S", 0.3)
        here = Surroundings()
        here.dev.add(*(MemoryChart(str(n), f"Loose {n}", "1") for n in range(10, 30)))
        charts = item((await here.run(TOOL)).value, "ss-dev")["charts"]
        assert most == 4
        assert (charts["checked"], charts["total"]) == (6, 22)


class TestAfterAValidation:
    async def test_what_it_found_working_is_not_run_again_what_it_found_broken_is(self) -> None:
        here = Surroundings()
        good, bad = here.dev.charts["1"], here.dev.charts["2"]
        here.dev.add(replace(bad, sql="SELECT nope FROM orders"))
        now = here.clock.now()
        facts = [
            KeptFacts(good.uuid, now, {"error": None}),
            KeptFacts(bad.uuid, now, {"error": "x"}),
        ]
        await here.run_facts.keep("ss-dev", facts)
        charts = item((await here.run(TOOL)).value, "ss-dev")["charts"]
        assert (charts["checked"], charts["total"]) == (2, 2)
        assert [each["id"] for each in charts["broken"]] == ["2"]
        assert here.dev.calls["charts.run"] == 1

    async def test_one_of_yesterday_holds_no_more(self) -> None:
        here = Surroundings()
        old = here.clock.now() - timedelta(hours=25)
        await here.run_facts.keep(
            "ss-dev", [KeptFacts(here.dev.charts["1"].uuid, old, {"error": None})]
        )
        await here.run(TOOL)
        assert here.dev.calls["charts.run"] == 2
