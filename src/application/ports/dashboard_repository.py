"""The git repository that holds versions of dashboards."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.repository import Branch, Commit, Files, NewCommit, RepositoryFailed


class DashboardRepository(Protocol):
    """
    Branches and commits. No method checks anything out, runs a hook or asks a question.

    Any method may also fail with: no-git (it is not installed), not-a-repository (the configured
    folder is none), too-large, broken (git's own words are in `detail`).

    A reference is `branch:<name>`, `commit:<4 or more hex digits>`, or either without the word
    before it; then a branch of that name comes first. Resolving can fail with: unknown-branch,
    unknown-commit, ambiguous-commit; empty when there is no commit at all.
    """

    @abstractmethod
    async def branches(self) -> Result[tuple[Branch, ...], RepositoryFailed]:
        """All branches by name; none in a repository without a commit."""

    @abstractmethod
    async def resolve(self, reference: str) -> Result[Commit, RepositoryFailed]:
        """The commit that a reference means now."""

    @abstractmethod
    async def create_branch(self, name: str, start: str) -> Result[Branch, RepositoryFailed]:
        """
        Begin a branch at a reference; nothing is ever forced.

        Failures:
            bad-branch: git, or some file system, cannot have a branch of that name.
            branch-exists: there is one of that name, or one that differs in case alone (`detail`).
            branch-conflict: `detail` is a branch whose name begins with this one, or the reverse.
            locked: another process holds the branch, or a dead one left its lock behind.
            not-written: the disk is full or not writable.
        """

    @abstractmethod
    async def commit(self, new: NewCommit) -> Result[Commit | None, RepositoryFailed]:
        """
        Put files on top of a branch; None when that changes nothing.

        Commits at the same time all land, one upon the other. In a repository without a commit,
        any branch may take the first one. What is not named stays as it is; a crash leaves the
        branch either before or after the commit.

        Failures:
            checked-out: somebody works on this branch in the folder `detail`, and would find its
                files undone there.
            moved: the folder is no longer what it was at `base`.
            too-large: the file `name`, or all of them together.
            bad-branch, unknown-branch, branch-conflict, locked, not-written: as above.
        """

    @abstractmethod
    async def folders(self, commit_id: str) -> Result[tuple[str, ...], RepositoryFailed]:
        """The paths of all folders of a commit, in order."""

    @abstractmethod
    async def read(self, commit_id: str, folder: str) -> Result[Files, RepositoryFailed]:
        """
        The plain files below a folder of a commit, at any depth, by their whole paths.

        No such folder is no files. Links and submodules are left out. Content is data of unknown
        origin, at most MAX_FILE bytes each and MAX_FILES together.
        """

    @abstractmethod
    async def log(
        self, commit_id: str, folder: str, limit: int
    ) -> Result[tuple[Commit, ...], RepositoryFailed]:
        """The commits up to this one that changed a folder, newest first."""
