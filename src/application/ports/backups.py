"""Archives of Superset objects, kept before something is changed."""

from abc import abstractmethod
from typing import BinaryIO, Protocol

from returns.result import Result

from domain.backups import Backup, BackupFailed, NewBackup


class Backups(Protocol):
    """An archive is whole or it does not exist; names are made here and never reused."""

    @abstractmethod
    async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        """
        Write an archive durably and read it back to verify it.

        Failures:
            BackupFailed: the disk is full or not writable; nothing half written stays.
        """

    @abstractmethod
    async def get(self, backup_id: str) -> Result[Backup, BackupFailed]:
        """What is known of an archive: when, from where, its size and checksum."""

    @abstractmethod
    async def content(self, backup_id: str) -> Result[bytes, BackupFailed]:
        """
        The archive itself, its checksum verified.

        Failures:
            BackupFailed("unknown"): no such archive.
            BackupFailed("damaged"): it is not what was written.
        """

    @abstractmethod
    async def open(self, backup_id: str) -> Result[BinaryIO, BackupFailed]:
        """The archive as an open file at its start, for the caller to close; failures likewise."""

    @abstractmethod
    async def all(self) -> tuple[Backup, ...]:
        """Every archive, the newest first; one whose manifest cannot be read is left out."""

    @abstractmethod
    async def remove(self, backup_id: str) -> None:
        """Remove an archive for good; a no-op for an unknown one."""
