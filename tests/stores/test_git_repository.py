"""A git repository on a disk: first use, trouble, crashes, several processes."""

import asyncio
import os
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from returns.result import Failure

from adapters.git.repository import GitDashboardRepository
from contracts.dashboard_repository import SALES, committed, failure, new
from domain.repository import Commit, RepositoryFailed
from git_program import git
from stores.processes import run_together, start

PLUMBING = ("hash-object", "read-tree", "update-index", "write-tree", "commit-tree", "update-ref")
WRAPPER = """#!/bin/sh
case " $* " in *" {step} "*)
  [ {when} = after ] && {git} "$@" >/dev/null
  kill -9 $PPID $$ ;;
esac
exec {git} "$@"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "dashboards"


@pytest.fixture
def own(path: Path) -> GitDashboardRepository:
    """The repository that the service makes for itself."""
    return GitDashboardRepository(path, create=True)


async def tip(repository: GitDashboardRepository, branch: str = "main") -> Commit:
    return (await repository.resolve(f"branch:{branch}")).unwrap()


class TestFirstUse:
    async def test_repository_is_made_with_a_commit_to_begin_from(
        self, own: GitDashboardRepository, path: Path
    ) -> None:
        made = (await own.create_branch("feature/x", "main")).unwrap()
        assert made.commit_id == (await tip(own)).id
        assert git(path, "rev-parse", "--is-bare-repository") == "true"
        assert git(path, "fsck", "--strict") == ""
        assert names_in(path.parent) == ["dashboards"]

    async def test_made_once_however_many_ask_for_it(self, path: Path) -> None:
        many = [GitDashboardRepository(path, create=True) for _ in range(4)]
        found = await asyncio.gather(*(each.resolve("main") for each in many))
        assert len({each.unwrap().id for each in found}) == 1
        assert names_in(path.parent) == ["dashboards"]

    async def test_own_repository_is_readable_to_its_owner_alone(
        self, own: GitDashboardRepository, path: Path
    ) -> None:
        await tip(own)
        assert path.stat().st_mode & 0o077 == 0

    async def test_configured_folder_must_be_a_repository(self, tmp_path: Path) -> None:
        for folder in (tmp_path / "missing", tmp_path):
            refused = failure(await GitDashboardRepository(folder).branches())
            assert refused == RepositoryFailed("not-a-repository", str(folder))
        assert names_in(tmp_path) == []

    async def test_folder_with_other_things_is_not_filled(self, path: Path) -> None:
        path.mkdir(parents=True)
        (path / "important.txt").write_text("x")
        refused = failure(await GitDashboardRepository(path, create=True).branches())
        assert refused.code == "not-a-repository"
        assert names_in(path) == ["important.txt"]

    async def test_without_git_that_is_said(self, path: Path) -> None:
        without = GitDashboardRepository(path, create=True, program="git-is-not-here")
        assert await without.branches() == Failure(RepositoryFailed("no-git"))
        assert not path.exists()
        await tip(GitDashboardRepository(path, create=True))
        assert await without.branches() == Failure(RepositoryFailed("no-git"))


class TestTrouble:
    async def test_stale_lock_of_a_branch_is_told_and_kept(
        self, own: GitDashboardRepository, path: Path
    ) -> None:
        """T07: who holds it is not known, so it is not ours to delete."""
        before = await tip(own)
        lock = path / "refs" / "heads" / "main.lock"
        lock.touch()
        refused = failure(await own.commit(new({f"{SALES}/a": b"1"}, before)))
        assert refused.code == "locked"
        assert str(lock) in refused.detail
        assert lock.exists()
        lock.unlink()
        await committed(own, new({f"{SALES}/a": b"1"}, before))

    async def test_full_disk_changes_nothing(self, own: GitDashboardRepository, path: Path) -> None:
        before = await tip(own)
        content = os.urandom(300_000)
        with files_at_most(100_000):
            refused = failure(await own.commit(new({f"{SALES}/a": content}, before)))
        assert refused.code == "not-written"
        assert await tip(own) == before
        await committed(own, new({f"{SALES}/a": content}, before))
        assert git(path, "fsck", "--strict", "--no-dangling") == ""

    async def test_damaged_repository_says_what_git_said(
        self, own: GitDashboardRepository, path: Path
    ) -> None:
        made = await begun_on(own)
        shutil.rmtree(path / "objects")
        (path / "objects").mkdir()
        refused = failure(await own.read(made.id, SALES))
        assert refused.code == "broken"
        assert refused.detail

    async def test_given_up_call_leaves_no_lock(
        self, own: GitDashboardRepository, path: Path
    ) -> None:
        before = await tip(own)
        given_up = 0
        for pause in range(0, 60, 5):
            try:
                wanted = new({f"{SALES}/{pause}": b"1"}, before)
                await asyncio.wait_for(own.commit(wanted), timeout=pause / 1_000)
            except TimeoutError:
                given_up += 1
        assert given_up > 1
        assert list(path.rglob("*.lock")) == []
        now = await tip(own)
        await committed(own, new({f"{SALES}/last": b"1"}, now))


class TestKilled:
    @pytest.fixture
    async def started(self, own: GitDashboardRepository) -> Commit:
        return await begun_on(own)

    @pytest.mark.parametrize("when", ["before", "after"])
    @pytest.mark.parametrize("step", PLUMBING)
    async def test_killed_at_any_step_it_is_before_or_after_the_commit(
        self,
        path: Path,
        own: GitDashboardRepository,
        started: Commit,
        step: str,
        when: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("TMPDIR", str(path.parent))
        program = path.parent / "git-that-kills"
        program.write_text(WRAPPER.format(step=step, when=when, git=shutil.which("git")))
        program.chmod(0o755)
        child = await start("git_commit_that_is_killed", path)
        await child.communicate()
        assert child.returncode == -signal.SIGKILL
        has_landed = (step, when) == ("update-ref", "after")
        now = await tip(own)
        assert (now.id == started.id) is not has_landed
        assert git(path, "fsck", "--strict", "--no-dangling") == ""
        await committed(own, new({f"{SALES}/after": b"1"}, now))


class TestSeveralProcesses:
    async def test_commits_of_several_processes_all_land(
        self, path: Path, own: GitDashboardRepository
    ) -> None:
        await tip(own)
        said = await run_together("git_commits", path, 3)
        ids = {commit_id for each in said for commit_id in each}
        assert len(ids) == 12
        history = set(git(path, "rev-list", "main").split())
        assert ids < history
        folders = (await own.folders((await tip(own)).id)).unwrap()
        assert len([folder for folder in folders if folder.count("/") == 1]) == 12


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


async def begun_on(repository: GitDashboardRepository) -> Commit:
    """A second commit, upon the one that the repository began with."""
    first = await tip(repository)
    return await committed(repository, new({f"{SALES}/dashboard.yaml": b"title: one\n"}, first))


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """The nearest thing to a full disk: whoever writes more into a file is stopped."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
