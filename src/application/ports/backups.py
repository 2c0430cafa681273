"""Archives of Superset objects, kept before something is changed."""

from abc import abstractmethod
from typing import Protocol

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
