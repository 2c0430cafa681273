"""Archives in the making: written piece by piece, so that a large one fits in no memory."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Protocol

from returns.result import Result

from domain.backups import Backup, BackupFailed


@dataclass(frozen=True, slots=True)
class PiecedBackup:
    """
    An archive to make of its pieces.

    Args:
        id: as `begin` gave it.
        pieces: the numbers of the pieces that must be there, in their order.
        merge: writes the archive from its pieces; runs in a thread.

    """

    id: str
    env_id: str
    reason: str
    titles: tuple[str, ...]
    made_at: datetime
    pieces: tuple[int, ...]
    merge: Callable[[Sequence[BinaryIO], BinaryIO], None]


class BackupPieces(Protocol):
    """Pieces survive a crash; as long as they are not combined there is no archive."""

    @abstractmethod
    async def begin(self, env_id: str, made_at: datetime) -> Result[str, BackupFailed]:
        """
        The id of a new archive in the making.

        Failures:
            BackupFailed("not_written"): the disk is full or not writable.
        """

    @abstractmethod
    async def put(self, backup_id: str, number: int, content: bytes) -> Result[None, BackupFailed]:
        """
        Keep a piece durably; the same number again replaces it.

        Failures:
            BackupFailed("not_written"): the disk is full or not writable.
            BackupFailed("unknown"): no archive of this id is in the making.
        """

    @abstractmethod
    async def combine(self, new: PiecedBackup) -> Result[Backup, BackupFailed]:
        """
        Make the archive, verify it, and drop the pieces; done again, it gives the same archive.

        Failures:
            BackupFailed("not_written"): the disk is full, or what was written does not read back.
            BackupFailed("damaged"): a piece is missing. The other pieces stay.
        """

    @abstractmethod
    async def drop(self, backup_id: str) -> None:
        """Give an archive in the making up; a no-op when there is none."""
