"""Versions of dashboards in memory."""

import hashlib
from dataclasses import dataclass
from datetime import UTC

from returns.result import Failure, Result, Success

from application.ports.dashboard_repository import DashboardRepository
from domain.repository import (
    MAX_FILE,
    MAX_FILES,
    Branch,
    Commit,
    Files,
    NewCommit,
    RepositoryFailed,
    is_branch_name,
    name_refused,
)

_SHOWN = 10


@dataclass(frozen=True)
class _Kept:
    commit: Commit
    parent: str | None
    files: Files


class MemoryDashboardRepository(DashboardRepository):
    """
    `checked_out` are branches that somebody works on: name -> folder.

    With `troubles`, the next calls fail with them, in order.
    """

    def __init__(self) -> None:
        self.checked_out: dict[str, str] = {}
        self.troubles: list[RepositoryFailed] = []
        self._tips: dict[str, str] = {}
        self._kept: dict[str, _Kept] = {}

    async def branches(self) -> Result[tuple[Branch, ...], RepositoryFailed]:
        if self.troubles:
            return Failure(self.troubles.pop(0))
        return Success(
            tuple(
                Branch(name, tip, self.checked_out.get(name))
                for name, tip in sorted(self._tips.items())
            )
        )

    async def resolve(self, reference: str) -> Result[Commit, RepositoryFailed]:
        if self.troubles:
            return Failure(self.troubles.pop(0))
        word, _, rest = reference.strip().rpartition(":")
        name = rest.strip()
        if word not in {"", "branch", "commit"}:
            return Failure(RepositoryFailed("unknown-branch", reference, self._named()))
        if word != "commit" and name in self._tips:
            return Success(self._kept[self._tips[name]].commit)
        found = [] if word == "branch" else self._beginning(name)
        if len(found) == 1:
            return Success(found[0])
        return Failure(self._not_one(found, word, name))

    async def create_branch(self, name: str, start: str) -> Result[Branch, RepositoryFailed]:
        if self.troubles:
            return Failure(self.troubles.pop(0))
        refused = name_refused(name, sorted(self._tips))
        if refused is not None:
            return Failure(refused)
        begins = await self.resolve(start)
        if isinstance(begins, Failure):
            return Failure(begins.failure())
        self._tips[name] = begins.unwrap().id
        return Success(Branch(name, self._tips[name]))

    async def commit(self, new: NewCommit) -> Result[Commit | None, RepositoryFailed]:
        refused = self.troubles.pop(0) if self.troubles else self._refusal(new)
        if refused is not None:
            return Failure(refused)
        parent = self._tips.get(new.branch)
        before = self._files(parent)
        after = {path: each for path, each in {**before, **new.files}.items() if each is not None}
        if after == before:
            return Success(None)
        at = new.at.astimezone(UTC).replace(microsecond=0)
        message = new.message.strip()
        facts = repr((parent, sorted(after.items()), message, new.author, at))
        commit_id = hashlib.sha1(facts.encode(errors="replace"), usedforsecurity=False).hexdigest()
        made = Commit(commit_id, new.author, at, message)
        self._kept[commit_id] = _Kept(made, parent, after)
        self._tips[new.branch] = commit_id
        return Success(made)

    async def folders(self, commit_id: str) -> Result[tuple[str, ...], RepositoryFailed]:
        found: set[str] = set()
        for path in self._files(commit_id):
            parts = path.split("/")[:-1]
            found |= {"/".join(parts[:depth]) for depth in range(1, len(parts) + 1)}
        return Success(tuple(sorted(found)))

    async def read(self, commit_id: str, folder: str) -> Result[Files, RepositoryFailed]:
        return Success(self._folder(commit_id, folder))

    async def log(
        self, commit_id: str, folder: str, limit: int
    ) -> Result[tuple[Commit, ...], RepositoryFailed]:
        found: list[Commit] = []
        at: str | None = commit_id
        while at is not None and len(found) < limit:
            kept = self._kept[at]
            if self._folder(at, folder) != self._folder(kept.parent, folder):
                found.append(kept.commit)
            at = kept.parent
        return Success(tuple(found))

    def _refusal(self, new: NewCommit) -> RepositoryFailed | None:
        if not is_branch_name(new.branch):
            return RepositoryFailed("bad-branch", new.branch)
        sizes = {path: len(content or b"") for path, content in new.files.items()}
        large = next((path for path, size in sizes.items() if size > MAX_FILE), None)
        if large is not None or sum(sizes.values()) > MAX_FILES:
            return RepositoryFailed("too-large", large or "all")
        if self._tips and new.branch not in self._tips:
            return RepositoryFailed("unknown-branch", new.branch, self._named())
        if new.branch in self.checked_out:
            return RepositoryFailed("checked-out", new.branch, self.checked_out[new.branch])
        tip = self._tips.get(new.branch)
        if self._folder(tip, new.folder) != self._folder(new.base, new.folder):
            return RepositoryFailed("moved", new.branch, new.folder)
        return None

    def _not_one(self, found: list[Commit], word: str, name: str) -> RepositoryFailed:
        if found:
            ids = sorted(commit.id for commit in found)
            return RepositoryFailed("ambiguous-commit", name, ", ".join(ids[:_SHOWN]))
        if not self._tips:
            return RepositoryFailed("empty", name)
        if word == "commit":
            return RepositoryFailed("unknown-commit", name)
        return RepositoryFailed("unknown-branch", name, self._named())

    def _named(self) -> str:
        names = sorted(self._tips)
        return ", ".join([*names[:_SHOWN], *(["…"] if len(names) > _SHOWN else [])])

    def _beginning(self, digits: str) -> list[Commit]:
        if not 4 <= len(digits) <= 64:  # noqa: PLR2004  # what git takes for an id
            return []
        return [kept.commit for id_, kept in self._kept.items() if id_.startswith(digits.lower())]

    def _files(self, commit_id: str | None) -> Files:
        return {} if commit_id is None else self._kept[commit_id].files

    def _folder(self, commit_id: str | None, folder: str) -> Files:
        inside = f"{folder}/"
        return {
            path: each for path, each in self._files(commit_id).items() if path.startswith(inside)
        }
