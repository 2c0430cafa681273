"""Archives in the making, as a folder of pieces beside the archives."""

import asyncio
import contextlib
import hashlib
import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.files.backup_files import BackupFolder, from_json, is_id, new_id, unfinished
from adapters.files.disk import sync_folder, write_new
from application.ports.backup_pieces import BackupPieces, PiecedBackup
from domain.backups import Backup, BackupFailed


class FileBackupPieces(BackupPieces):
    """
    Args:
        folder: that of the archives.

    """

    def __init__(self, folder: Path) -> None:
        self._folder = BackupFolder(folder)

    async def begin(self, env_id: str, made_at: datetime) -> Result[str, BackupFailed]:
        return await asyncio.to_thread(self._begin, new_id(env_id, made_at))

    async def put(self, backup_id: str, number: int, content: bytes) -> Result[None, BackupFailed]:
        return await asyncio.to_thread(self._put, backup_id, number, content)

    async def combine(self, new: PiecedBackup) -> Result[Backup, BackupFailed]:
        return await asyncio.to_thread(self._combine, new)

    async def drop(self, backup_id: str) -> None:
        if is_id(backup_id):
            await asyncio.to_thread(self._drop, backup_id)

    def _begin(self, backup_id: str) -> Result[str, BackupFailed]:
        try:
            self._folder.make()
            self._folder.pieces(backup_id).mkdir(mode=0o700)
        except OSError as broken:
            return Failure(_not_written(broken))
        return Success(backup_id)

    def _put(self, backup_id: str, number: int, content: bytes) -> Result[None, BackupFailed]:
        if not is_id(backup_id) or not self._folder.pieces(backup_id).is_dir():
            return Failure(BackupFailed("unknown"))
        piece = self._piece(backup_id, number)
        try:
            unfinished(piece).unlink(missing_ok=True)
            write_new(unfinished(piece), content)
            unfinished(piece).rename(piece)
            sync_folder(piece.parent)
        except OSError as broken:
            with contextlib.suppress(OSError):
                unfinished(piece).unlink(missing_ok=True)
            return Failure(_not_written(broken))
        return Success(None)

    def _combine(self, new: PiecedBackup) -> Result[Backup, BackupFailed]:
        made = self._made(new.id)
        if made is None:
            paths = [self._piece(new.id, number) for number in new.pieces]
            if not is_id(new.id) or not all(path.is_file() for path in paths):
                return Failure(BackupFailed("damaged", "pieces"))
            written = self._write(new, paths)
            if not is_successful(written):
                return written
            made = written.unwrap()
        self._drop(new.id)
        return Success(made)

    def _write(self, new: PiecedBackup, paths: list[Path]) -> Result[Backup, BackupFailed]:
        archive = unfinished(self._folder.archive(new.id))
        try:
            # What a crash left half written is written anew.
            archive.unlink(missing_ok=True)
            write_new(archive, b"")
            self._merge(new, paths, archive)
            size, sha256 = _measure(archive)
            backup = Backup(
                id=new.id,
                env_id=new.env_id,
                reason=new.reason,
                titles=tuple(new.titles),
                made_at=new.made_at,
                size=size,
                sha256=sha256,
            )
            unfinished(self._folder.manifest(new.id)).unlink(missing_ok=True)
            self._folder.finish(backup)
        except OSError as broken:
            for path in (archive, unfinished(self._folder.manifest(new.id))):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            return Failure(_not_written(broken))
        return Success(backup)

    def _merge(self, new: PiecedBackup, paths: list[Path], archive: Path) -> None:
        with contextlib.ExitStack() as stack:
            pieces: list[BinaryIO] = [stack.enter_context(path.open("rb")) for path in paths]
            out = stack.enter_context(archive.open("r+b"))
            new.merge(pieces, out)
            out.flush()
            os.fsync(out.fileno())

    def _made(self, backup_id: str) -> Backup | None:
        if not is_id(backup_id):
            return None
        try:
            return from_json(self._folder.manifest(backup_id).read_bytes())
        except OSError:
            return None

    def _piece(self, backup_id: str, number: int) -> Path:
        return self._folder.pieces(backup_id) / f"{number:06d}.zip"

    def _drop(self, backup_id: str) -> None:
        shutil.rmtree(self._folder.pieces(backup_id), ignore_errors=True)


def _measure(path: Path) -> tuple[int, str]:
    """Size and checksum, read back from the disk."""
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        return file.tell(), sha256


def _not_written(broken: OSError) -> BackupFailed:
    return BackupFailed("not_written", broken.strerror or str(broken))
