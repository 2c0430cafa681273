"""Archives in the making, in memory."""

import hashlib
import io
from datetime import datetime

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.memory.backups import MemoryBackups
from application.ports.backup_pieces import BackupPieces, PiecedBackup
from domain.backups import Backup, BackupFailed


class MemoryBackupPieces(BackupPieces):
    """
    Args:
        backups: where a finished archive goes.

    """

    def __init__(self, backups: MemoryBackups) -> None:
        self._backups = backups
        self.pieces: dict[str, dict[int, bytes]] = {}

    async def begin(self, env_id: str, made_at: datetime) -> Result[str, BackupFailed]:
        del env_id, made_at
        backup_id = self._backups.new_id()
        self.pieces[backup_id] = {}
        return Success(backup_id)

    async def put(self, backup_id: str, number: int, content: bytes) -> Result[None, BackupFailed]:
        if backup_id not in self.pieces:
            return Failure(BackupFailed("unknown"))
        self.pieces[backup_id][number] = content
        return Success(None)

    async def combine(self, new: PiecedBackup) -> Result[Backup, BackupFailed]:
        made = await self._backups.get(new.id)
        if is_successful(made):
            return made
        pieces = self.pieces.get(new.id, {})
        if not pieces.keys() >= set(new.pieces) or new.id not in self.pieces:
            return Failure(BackupFailed("damaged", "pieces"))
        out = io.BytesIO()
        new.merge([io.BytesIO(pieces[number]) for number in new.pieces], out)
        archive = out.getvalue()
        backup = Backup(
            id=new.id,
            env_id=new.env_id,
            reason=new.reason,
            titles=tuple(new.titles),
            made_at=new.made_at,
            size=len(archive),
            sha256=hashlib.sha256(archive).hexdigest(),
        )
        self._backups.put(backup, archive)
        del self.pieces[new.id]
        return Success(backup)

    async def drop(self, backup_id: str) -> None:
        self.pieces.pop(backup_id, None)
