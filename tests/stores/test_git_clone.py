"""Somebody's own clone as the repository: what they work on stays as it is."""

from pathlib import Path

import pytest
from returns.result import Success

from adapters.git.repository import GitDashboardRepository
from contracts.dashboard_repository import SALES, committed, failure, new
from domain.repository import Commit, RepositoryFailed
from git_program import git


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Somebody's clone: a working tree with a commit on main, which is checked out."""
    folder = tmp_path / "clone"
    git(tmp_path, "init", "-q", "-b", "main", folder.name)
    (folder / "notes.txt").write_text("notes\n")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Notes")
    git(folder, "branch", "free")
    return folder


async def tip(repository: GitDashboardRepository) -> Commit:
    return (await repository.resolve("branch:main")).unwrap()


async def test_working_tree_index_and_branch_stay_as_they_are(clone: Path) -> None:
    (clone / "notes.txt").write_text("being edited\n")
    (clone / "staged.txt").write_text("staged\n")
    git(clone, "add", "staged.txt")
    before = git(clone, "status", "--porcelain=v2", "--branch")
    repository = GitDashboardRepository(clone)
    await committed(repository, new({f"{SALES}/a": b"1"}, await tip(repository), "free"))
    assert git(clone, "status", "--porcelain=v2", "--branch") == before
    assert git(clone, "show", f"free:{SALES}/a") == "1"
    assert git(clone, "show", "free:notes.txt") == "notes"


async def test_branch_open_in_a_linked_working_tree_is_refused(clone: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(clone, "worktree", "add", "-q", str(linked), "free")
    for folder in (clone, linked):
        repository = GitDashboardRepository(folder)
        wanted = new({f"{SALES}/a": b"1"}, await tip(repository), "free")
        refused = failure(await repository.commit(wanted))
        assert refused == RepositoryFailed("checked-out", "free", str(linked))


async def test_detached_head_frees_the_branch(clone: Path) -> None:
    git(clone, "checkout", "-q", "--detach")
    repository = GitDashboardRepository(clone)
    await committed(repository, new({f"{SALES}/a": b"1"}, await tip(repository)))
    assert git(clone, "status", "--porcelain") == ""


async def test_unborn_branch_of_an_empty_clone_is_checked_out(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    repository = GitDashboardRepository(tmp_path)
    refused = failure(await repository.commit(new({f"{SALES}/a": b"1"})))
    assert refused == RepositoryFailed("checked-out", "main", str(tmp_path))
    await committed(repository, new({f"{SALES}/a": b"1"}, branch="dashboards"))


async def test_stale_lock_of_the_index_stops_nothing(clone: Path) -> None:
    """T07: the index of the clone is not ours."""
    (clone / ".git" / "index.lock").touch()
    repository = GitDashboardRepository(clone)
    await committed(repository, new({f"{SALES}/a": b"1"}, await tip(repository), "free"))
    assert (clone / ".git" / "index.lock").exists()


async def test_hooks_filters_and_settings_do_not_run(clone: Path) -> None:
    ran = clone.parent / "ran"
    hooks = clone / ".git" / "hooks"
    for name in ("reference-transaction", "post-commit", "pre-commit", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
        (hooks / name).chmod(0o755)
    (clone / ".git" / "info" / "attributes").write_text("* text filter=spy eol=crlf\n")
    for key, value in (
        ("filter.spy.clean", f"touch {ran}"),
        ("core.fsmonitor", f"touch {ran}"),
        ("core.autocrlf", "true"),
        ("commit.gpgSign", "true"),
        ("core.quotePath", "true"),
        ("i18n.commitEncoding", "cp1251"),
    ):
        git(clone, "config", key, value)
    repository = GitDashboardRepository(clone)
    content = "Ё\r\nx\n".encode()
    made = await committed(repository, new({f"{SALES}/ё": content}, await tip(repository), "free"))
    assert made.message == "Цвета и фильтры"
    assert await repository.read(made.id, SALES) == Success({f"{SALES}/ё": content})
    assert not ran.exists()


async def test_persons_environment_is_not_used(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Wrong")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    repository = GitDashboardRepository(clone)
    wanted = new({f"{SALES}/a": b"1"}, await tip(repository), "free")
    made = await committed(repository, wanted)
    assert made.author == wanted.author
    monkeypatch.undo()
    assert git(clone, "log", "-1", "--format=%cn <%ce>", "free") == (
        "Superset Agent <agent@superset-agent.invalid>"
    )


async def test_links_and_submodules_are_left_out(clone: Path) -> None:
    folder = clone / SALES
    folder.mkdir(parents=True)
    (folder / "a").write_text("1")
    (folder / "secrets").symlink_to("/etc/passwd")
    git(clone, "add", ".")
    git(clone, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},{SALES}/module")
    git(clone, "commit", "-q", "-m", "Links")
    repository = GitDashboardRepository(clone)
    found = await repository.read((await tip(repository)).id, SALES)
    assert found == Success({f"{SALES}/a": b"1"})


async def test_tag_is_no_branch(clone: Path) -> None:
    git(clone, "tag", "v1")
    refused = failure(await GitDashboardRepository(clone).resolve("v1"))
    assert refused == RepositoryFailed("unknown-branch", "v1", "free, main")


async def test_repository_around_a_folder_is_not_taken_for_it(clone: Path) -> None:
    (clone / "inner").mkdir()
    refused = failure(await GitDashboardRepository(clone / "inner").branches())
    assert refused.code == "not-a-repository"
