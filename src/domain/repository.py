"""Versions of dashboards: branches, commits, and how asking for one fails."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

# Path inside the repository, with "/" -> content.
Files: TypeAlias = Mapping[str, bytes]

MAX_FILE: Final = 20 * 1024 * 1024  # bytes
MAX_FILES: Final = 200 * 1024 * 1024  # bytes, of all files that are read or written at once

FailureCode: TypeAlias = Literal[
    "no-git",
    "not-a-repository",
    "empty",
    "bad-branch",
    "unknown-branch",
    "unknown-commit",
    "ambiguous-commit",
    "branch-exists",
    "branch-conflict",
    "checked-out",
    "moved",
    "locked",
    "too-large",
    "not-written",
    "broken",
]

_AGENT_DOMAIN: Final = "superset-agent.invalid"
_MAX_NAME: Final = 200  # bytes
_SHORTEST_WHOLE_ID: Final = 40


@dataclass(frozen=True, slots=True)
class Author:
    """Who is named as the author of a commit."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; `id` in hex, `at` UTC in whole seconds, `message` without the line end after it."""

    id: str
    author: Author
    at: datetime
    message: str

    @property
    def short_id(self) -> str:
        """As people write it."""
        return self.id[:10]

    @property
    def subject(self) -> str:
        """The first line of its message."""
        return self.message.partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Branch:
    """
    A branch and the id of its last commit.

    Args:
        checked_out: the folder in which somebody works on it, None when nobody does.

    """

    name: str
    commit_id: str
    checked_out: str | None = None


@dataclass(frozen=True, slots=True)
class NewCommit:
    """
    A commit to make.

    Args:
        folder: the only folder that it changes.
        files: paths below that folder -> content; None removes the file. Files that are not
            named stay.
        base: id of the commit that the change was worked out from; None when the repository had
            none.

    """

    branch: str
    folder: str
    files: Mapping[str, bytes | None]
    message: str
    author: Author
    at: datetime
    base: str | None

    def __post_init__(self) -> None:
        """Nothing outside its folder is touched, whatever made the paths."""
        for path in self.files:
            parts = path.removeprefix(f"{self.folder}/").split("/")
            if not path.startswith(f"{self.folder}/") or {"", ".", "..", ".git"} & set(parts):
                raise ValueError(f"{path!r} is not inside {self.folder!r}")


@dataclass(frozen=True, slots=True)
class RepositoryFailed:
    """
    Why the repository gave nothing; the text `repository-<code>` says it.

    Args:
        name: the branch, commit, file or folder that it is about.
        detail: another name that matters, or the system's own word, e.g. "No space left".

    """

    code: FailureCode
    name: str = ""
    detail: str = ""


def is_branch_name(name: str) -> bool:
    """
    Whether a new branch may be called so; stricter than git, which must agree.

    Also refused is what looks like the id of a commit, and what cannot be seen.
    """
    if not 0 < len(name.encode(errors="replace")) <= _MAX_NAME or name in {"@", "HEAD"}:
        return False
    if any(char in ' ~^:?*[\\"<>|' or unicodedata.category(char)[0] in "CZ" for char in name):
        return False
    if ".." in name or "@{" in name or name.startswith("-") or name.endswith("."):
        return False
    if len(name) >= _SHORTEST_WHOLE_ID and set(name.lower()) <= set("0123456789abcdef"):
        return False
    return all(
        part and not part.startswith(".") and not part.lower().endswith(".lock")
        for part in name.split("/")
    )


def name_refused(name: str, known: Iterable[str]) -> RepositoryFailed | None:
    """
    Why no branch of that name can be added to those there are; None when it can.

    Names that differ in case alone, or begin with another one and "/", cannot exist side by side
    on every file system.
    """
    if not is_branch_name(name):
        return RepositoryFailed("bad-branch", name)
    wanted = _folded(name)
    for other in known:
        there = _folded(other)
        if wanted == there:
            return RepositoryFailed("branch-exists", name, other)
        if wanted.startswith(f"{there}/") or there.startswith(f"{wanted}/"):
            return RepositoryFailed("branch-conflict", name, other)
    return None


def author_of(user: str) -> Author:
    """The author that stands for one of our users, e.g. "superset:ss-dev:boss"."""
    name = "".join(
        " " if char in "<>" or unicodedata.category(char)[0] in "CZ" else char for char in user
    ).strip(" .,:;\\\"'")
    mailbox = "".join(char if char.isalnum() else "-" for char in name).strip("-")
    return Author(name or "unknown", f"{mailbox or 'unknown'}@{_AGENT_DOMAIN}")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
