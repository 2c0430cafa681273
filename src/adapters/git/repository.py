"""
Versions of dashboards in a git repository, through git's plumbing.

The git program is used rather than a library: it is what wrote the clones that people bring, with
every format and setting that they may have.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from returns.result import Failure, Result, Success

from adapters.git import landing, objects, references
from adapters.git.begin import find_repository
from adapters.git.process import Git, GitFailed
from application.ports.dashboard_repository import DashboardRepository
from domain.repository import Branch, Commit, Files, NewCommit, RepositoryFailed

T = TypeVar("T")


class GitDashboardRepository(DashboardRepository):
    """
    The repository at `path`: a clone with or without a working tree.

    Args:
        create: make one without a working tree there when there is nothing.
        program: name or path of git.

    """

    def __init__(self, path: Path, *, create: bool = False, program: str = "git") -> None:
        self._path = path.absolute()
        self._create = create
        self._program = program
        # Saves attempts; other processes are held off by how a branch is moved.
        self._writing = asyncio.Lock()

    async def branches(self) -> Result[tuple[Branch, ...], RepositoryFailed]:
        return await self._with_git(references.branches)

    async def resolve(self, reference: str) -> Result[Commit, RepositoryFailed]:
        return await self._with_git(lambda git: references.resolve(git, reference))

    async def create_branch(self, name: str, start: str) -> Result[Branch, RepositoryFailed]:
        async with self._writing:
            return await self._with_git(lambda git: references.create_branch(git, name, start))

    async def commit(self, new: NewCommit) -> Result[Commit | None, RepositoryFailed]:
        async with self._writing:
            return await self._with_git(lambda git: landing.commit(git, new))

    async def folders(self, commit_id: str) -> Result[tuple[str, ...], RepositoryFailed]:
        return await self._with_git(lambda git: objects.folders(git, commit_id))

    async def read(self, commit_id: str, folder: str) -> Result[Files, RepositoryFailed]:
        return await self._with_git(lambda git: objects.read(git, commit_id, folder))

    async def log(
        self, commit_id: str, folder: str, limit: int
    ) -> Result[tuple[Commit, ...], RepositoryFailed]:
        return await self._with_git(
            lambda git: references.log(git, commit_id, f"-{limit}", "--", folder)
        )

    async def _with_git(self, work: Callable[[Git], Awaitable[T]]) -> Result[T, RepositoryFailed]:
        try:
            git = await find_repository(self._path, self._program, create=self._create)
            return Success(await work(git))
        except GitFailed as stopped:
            return Failure(stopped.failed)
