"""T10: a name that we take is one that git takes, and two that we take can be side by side."""

import asyncio
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.git.repository import GitDashboardRepository
from domain.repository import author_of, is_branch_name, name_refused
from git_program import git

# What refs give a meaning, and letters of several scripts.
LETTERS = "ab/.-_@{}~^:?*[\\ \t\"'<>|lock\u200b\u0301ёЁ日🚀HEAD"
NAMES = st.one_of(
    st.text(LETTERS, min_size=1, max_size=12), st.from_regex(r"[a-z]+/[a-z.]+", fullmatch=True)
)


@settings(max_examples=150, deadline=None)
@given(NAMES)
@example("a/@")
@example("-")
@example("a.lock/b")
@example("ё" * 100)
def test_git_takes_every_name_that_we_take(name: str) -> None:
    if is_branch_name(name):
        assert git(Path("/"), "check-ref-format", "--branch", name) == name


@settings(max_examples=10, deadline=None)
@given(st.lists(NAMES, min_size=5, max_size=8))
def test_branches_that_we_take_stand_side_by_side(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    repository = GitDashboardRepository(tmp_path_factory.mktemp("git") / "own", create=True)

    async def make_all() -> None:
        made = ["main"]
        for name in names:
            is_free = name_refused(name, made) is None
            created = await repository.create_branch(name, "main")
            assert (created.value_or(None) is not None) is is_free
            made += [name] if is_free else []
        known = (await repository.branches()).unwrap()
        assert sorted(made) == sorted(branch.name for branch in known)

    asyncio.run(make_all())


@given(st.text())
def test_everybody_can_be_an_author(user: str) -> None:
    author = author_of(user)
    assert author.name.strip() == author.name != ""
    assert not any(unicodedata.category(char)[0] == "C" for char in author.name + author.email)
    assert not set("<>\n\0") & set(author.name + author.email)
    assert author.email.endswith("@superset-agent.invalid")
    assert " " not in author.email
