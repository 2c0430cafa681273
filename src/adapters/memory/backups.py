"""Archives in memory."""

import hashlib

from returns.result import Failure, Result, Success

from application.ports.backups import Backups
from domain.backups import Backup, BackupFailed, NewBackup


class MemoryBackups(Backups):
    """`archives` are the kept bytes by id."""

    def __init__(self) -> None:
        self.archives: dict[str, bytes] = {}
        self._kept: dict[str, Backup] = {}

    async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        backup = Backup(
            id=f"backup-{len(self._kept) + 1}",
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
