from pathlib import Path

import pytest

from adapters.git.repository import GitDashboardRepository
from adapters.memory.dashboard_repository import MemoryDashboardRepository
from contracts.dashboard_repository import DashboardRepositoryContract, begun
from git_program import git


class TestMemoryDashboardRepository(DashboardRepositoryContract):
    @pytest.fixture
    def repository(self) -> MemoryDashboardRepository:
        return MemoryDashboardRepository()

    @pytest.fixture
    async def checked_out(self) -> MemoryDashboardRepository:
        repository = MemoryDashboardRepository()
        await begun(repository)
        await repository.create_branch("free", "main")
        repository.checked_out["main"] = "/home/somebody/dashboards"
        return repository


class TestGitDashboardRepository(DashboardRepositoryContract):
    @pytest.fixture
    def repository(self, tmp_path: Path) -> GitDashboardRepository:
        path = tmp_path / "bare.git"
        git(tmp_path, "init", "-q", "--bare", "-b", "main", path.name)
        return GitDashboardRepository(path)

    @pytest.fixture
    async def checked_out(self, tmp_path: Path) -> GitDashboardRepository:
        path = tmp_path / "clone"
        git(tmp_path, "init", "-q", "-b", "other", path.name)
        repository = GitDashboardRepository(path)
        await begun(repository)
        await repository.create_branch("free", "main")
        git(path, "checkout", "-q", "main")
        return repository
