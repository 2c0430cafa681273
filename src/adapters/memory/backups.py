"""Archives in memory."""

import hashlib
import io
from typing import BinaryIO

from returns.result import Failure, Result, Success

from application.ports.backups import Backups
from domain.backups import Backup, BackupFailed, NewBackup


class MemoryBackups(Backups):
    """`archives` are the kept bytes by id."""

    def __init__(self) -> None:
        self.archives: dict[str, bytes] = {}
        self._made = 0
        self._kept: dict[str, Backup] = {}

    def new_id(self) -> str:
        """An id that was never used."""
        self._made += 1
        return f"backup-{self._made}"

    async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        backup = Backup(
            id=self.new_id(),
            env_id=new.env_id,
            reason=new.reason,
            titles=new.titles,
            made_at=new.made_at,
            size=len(new.content),
            sha256=hashlib.sha256(new.content).hexdigest(),
        )
        self._kept[backup.id] = backup
        self.archives[backup.id] = bytes(new.content)
        return Success(backup)

    async def get(self, backup_id: str) -> Result[Backup, BackupFailed]:
        backup = self._kept.get(backup_id)
        return Failure(BackupFailed("unknown")) if backup is None else Success(backup)

    async def content(self, backup_id: str) -> Result[bytes, BackupFailed]:
        backup = self._kept.get(backup_id)
        if backup is None:
            return Failure(BackupFailed("unknown"))
        archive = self.archives.get(backup_id)
        if archive is None or hashlib.sha256(archive).hexdigest() != backup.sha256:
            return Failure(BackupFailed("damaged"))
        return Success(archive)

    async def open(self, backup_id: str) -> Result[BinaryIO, BackupFailed]:
        return (await self.content(backup_id)).map(io.BytesIO)

    async def all(self) -> tuple[Backup, ...]:
        newest = reversed(self._kept.values())
        return tuple(sorted(newest, key=lambda backup: backup.made_at, reverse=True))

    async def remove(self, backup_id: str) -> None:
        self._kept.pop(backup_id, None)
        self.archives.pop(backup_id, None)

    def put(self, backup: Backup, archive: bytes) -> None:
        """Keep an archive that was made elsewhere."""
        self._kept[backup.id] = backup
        self.archives[backup.id] = archive
