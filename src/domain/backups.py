"""Archives that are kept before something is changed."""

from collections.abc import Iterable
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


def superfluous(
    backups: Iterable[Backup], env_id: str, reason: str, keep: int, coming: int = 0
) -> tuple[Backup, ...]:
    """
    The backups of one kind and environment beyond the newest ones.

    Args:
        keep: how many stay; 0 keeps them all.
        coming: how many newer ones will be there by then.

    """
    of_kind = [b for b in backups if (b.env_id, b.reason) == (env_id, reason)]
    newest_first = sorted(of_kind, key=lambda b: (b.made_at, b.id), reverse=True)
    return tuple(newest_first[max(keep - coming, 0) :]) if keep > 0 else ()
