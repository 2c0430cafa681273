"""Archives that are kept before something is changed."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class NewBackup:
    """
    An archive to keep.

    Args:
        reason: why it is made, e.g. "before delete_dashboard".
        content: a ZIP as Superset exported it.

    """

    env_id: str
    reason: str
    titles: tuple[str, ...]
    made_at: datetime
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Backup:
    """A kept archive; `sha256` in hex, `size` in bytes."""

    id: str
    env_id: str
    reason: str
    titles: tuple[str, ...]
    made_at: datetime
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupFailed:
    """Why there is no archive; `detail` is the system's own word, e.g. "No space left"."""

    code: Literal["not_written", "unknown", "damaged"]
    detail: str = ""
