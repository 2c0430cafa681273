"""What git writes, read by its NULs: names may hold anything else."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from domain.repository import Author, Commit

LOG_FORMAT: Final = "%H%x00%an%x00%ae%x00%at%x00%B"
_FIELDS: Final = 5
_PLAIN_FILES: Final = frozenset({"100644", "100755"})


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a commit; `size` in bytes."""

    object_id: str
    size: int
    path: str


def heads_in(output: bytes) -> Iterator[tuple[str, str]]:
    """Name and commit of every branch; one that points at something else is no branch."""
    for line in output.decode(errors="replace").splitlines():
        name, object_id, kind = line.split("\0")
        if kind == "commit":
            yield name, object_id


def commits_in(output: bytes) -> tuple[Commit, ...]:
    """Of `git log -z` in LOG_FORMAT."""
    parts = output.decode(errors="replace").split("\0")
    rows = (parts[at : at + _FIELDS] for at in range(0, len(parts) - _FIELDS + 1, _FIELDS))
    return tuple(
        Commit(
            commit_id, Author(name, email), datetime.fromtimestamp(int(at), UTC), message.strip()
        )
        for commit_id, name, email, at, message in rows
    )


def names_in(output: bytes) -> list[str]:
    """Of anything that writes one name after the other."""
    return [name for name in output.decode(errors="replace").split("\0") if name]


def listed(output: bytes) -> list[Listed]:
    """The plain files of `git ls-tree -z -l`."""
    found: list[Listed] = []
    for line in names_in(output):
        facts, _, path = line.partition("\t")
        mode, kind, object_id, size = facts.split()
        if kind == "blob" and mode in _PLAIN_FILES:
            found.append(Listed(object_id, int(size), path))
    return found


def worktrees_in(output: bytes) -> dict[str, str]:
    """Branch -> the folder in which it is checked out, of `git worktree list --porcelain`."""
    found: dict[str, str] = {}
    place = ""
    for line in output.decode(errors="replace").splitlines():
        word, _, rest = line.partition(" ")
        if word == "worktree":
            place = rest
        elif word == "branch":
            found[rest] = place
    return found
