"""Versions of a real Superset's dashboards in a real git repository."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from adapters.git.repository import GitDashboardRepository
from adapters.memory.clock import MemoryClock
from adapters.memory.dashboard_repository import MemoryDashboardRepository
from application.toolkit.moving.places import Place, find_in
from application.tools import commit_changes, create_branch
from contracts.superset_arranger import Arranger
from contracts.superset_real_world import OnRealSuperset
from contracts.superset_world import ChartToAdd, DashboardToAdd, DatasetToAdd
from contracts.superset_world import SupersetWorld as World
from domain.bundle_changes import compare, is_equal
from domain.environments import Environment
from domain.plan import Plan
from git_program import git
from tool_surroundings import Surroundings

ENV = "ss-test"
COMMIT = commit_changes.TOOL
SQL = "SELECT name,  \n\tpeople -- сколько 🚀\nFROM cities"

pytestmark = pytest.mark.superset


class TestVersions(OnRealSuperset):
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "dashboards"

    @pytest.fixture
    async def here(
        self, world: World, arranger: Arranger, path: Path
    ) -> AsyncIterator[Surroundings]:
        repository = GitDashboardRepository(path, create=True)
        surroundings = Surroundings(
            clock=MemoryClock(datetime.now(UTC)),
            environments=(Environment(ENV, arranger.superset.environment.url),),
            supersets=world.supersets,
            repository=cast("MemoryDashboardRepository", repository),
        )
        yield surroundings
        await surroundings.judge.close()

    async def test_commit_shows_what_was_edited_and_nothing_else(
        self, here: Surroundings, world: World, arranger: Arranger, path: Path
    ) -> None:
        database = world.database()
        chart = world.chart(ChartToAdd("Города", world.dataset(DatasetToAdd("cities", database))))
        by_sql = world.chart(
            ChartToAdd("By SQL", world.dataset(DatasetToAdd("sql", database, SQL)))
        )
        board = world.dashboard(DashboardToAdd("Продажи/2026", (chart, by_sql), tags=("a",)))
        await here.run(COMMIT, ENV, dashboard_id=board, message="Первая версия")
        assert not (await planned(here, board)).is_needed
        again = await here.run(COMMIT, ENV, dashboard_id=board, message="Ещё раз")
        assert again.value["changed"] is False
        arranger.api.call(
            "PUT", f"/api/v1/chart/{chart}", {"params": json.dumps({"viz_type": "pie"})}
        )
        plan = await planned(here, board)
        assert [(each.kind, each.title) for each in plan.resources] == [
            ("branch", "main"),
            ("chart", "Города"),
        ]
        assert [each.name for each in plan.resources[1].fields] == ["params.viz_type"]
        await here.run(COMMIT, ENV, dashboard_id=board, message="Круговая")
        assert not (await planned(here, board)).is_needed
        shown = git(path, "-c", "core.quotePath=false", "show", "--numstat", "--format=%s|%an")
        subject, _, change = shown.splitlines()
        assert subject == "Круговая|local:someone"
        added, removed, name = change.split("\t")
        assert (added, removed) == ("1", "1")
        assert name.startswith("dashboards/Продажи_2026_")
        assert "/charts/Города_" in name
        assert f"sql: |-\n  {SQL.replace(chr(10), chr(10) + '  ')}\n" in whole(path)

    async def test_branch_gives_back_what_was_committed(
        self, here: Surroundings, path: Path
    ) -> None:
        """The whole seeded dashboard: filters, layout, charts, datasets."""
        await here.run(create_branch.TOOL, None, name="feature/x")
        title = "Sales overview"
        await here.run(COMMIT, ENV, dashboard_id=title, message="x", branch="feature/x")
        ctx = here.ctx(ENV)
        live = (await find_in(Place("environment", ENV), title, ctx)).unwrap()
        kept = (await find_in(Place("branch", "feature/x"), title, ctx)).unwrap()
        assert len(kept.bundle.charts) > 2
        assert kept.bundle.charts.keys() == live.bundle.charts.keys()
        assert is_equal(compare(live.bundle, kept.bundle))
        assert git(path, "fsck", "--strict") == ""
        noise = (
            "query_context_id",
            "changed_on",
            "sqlalchemy_uri",
            "chartId",
            "__table",
            "slice_id",
        )
        assert [word for word in noise if word in whole(path, "feature/x")] == []


async def planned(here: Surroundings, board: str) -> Plan:
    return await here.plan(COMMIT, ENV, dashboard_id=board, message="x")


def whole(path: Path, branch: str = "main") -> str:
    """Every line of a branch."""
    names = git(path, "ls-tree", "-r", "-z", "--name-only", branch).split("\0")
    return "\n".join(git(path, "show", f"{branch}:{name}") for name in names if name) + "\n"
