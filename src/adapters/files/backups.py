"""
Archives in a folder: `<id>.zip` and beside it `<id>.json`, its manifest.

The manifest is renamed into place last, so an archive exists only when it is whole and on the
disk. Ids are made here from time, environment and chance, and are safe as file names.
"""

import asyncio
import contextlib
import hashlib
from pathlib import Path
from typing import BinaryIO

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.files.backup_files import BackupFolder, from_json, is_id, new_id, unfinished
from adapters.files.disk import write_new
from application.ports.backups import Backups
from domain.backups import Backup, BackupFailed, NewBackup


class FileBackups(Backups):
    def __init__(self, folder: Path) -> None:
        self._folder = BackupFolder(folder)

    async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        return await asyncio.to_thread(self._keep, new)

    async def get(self, backup_id: str) -> Result[Backup, BackupFailed]:
        return await asyncio.to_thread(self._get, backup_id)

    async def content(self, backup_id: str) -> Result[bytes, BackupFailed]:
        return await asyncio.to_thread(self._content, backup_id)

    async def open(self, backup_id: str) -> Result[BinaryIO, BackupFailed]:
        return await asyncio.to_thread(self._open, backup_id)

    async def all(self) -> tuple[Backup, ...]:
        return await asyncio.to_thread(self._all)

    async def remove(self, backup_id: str) -> None:
        await asyncio.to_thread(self._remove, backup_id)

    def _keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        backup = Backup(
            id=new_id(new.env_id, new.made_at),
            env_id=new.env_id,
            reason=new.reason,
            titles=tuple(new.titles),
            made_at=new.made_at,
            size=len(new.content),
            sha256=hashlib.sha256(new.content).hexdigest(),
        )
        try:
            self._write(backup, new.content)
        except OSError as broken:
            self._discard(backup.id)
            return Failure(BackupFailed("not_written", broken.strerror or str(broken)))
        verified = self._content(backup.id)
        if not is_successful(verified):
            self._discard(backup.id)
            return Failure(BackupFailed("not_written", "not readable after writing"))
        return Success(backup)

    def _write(self, backup: Backup, content: bytes) -> None:
        self._folder.make()
        write_new(unfinished(self._folder.archive(backup.id)), content)
        self._folder.finish(backup)

    def _discard(self, backup_id: str) -> None:
        for path in (self._folder.manifest(backup_id), self._folder.archive(backup_id)):
            # A folder that cannot be written to holds nothing of ours either.
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                unfinished(path).unlink(missing_ok=True)

    def _get(self, backup_id: str) -> Result[Backup, BackupFailed]:
        if not is_id(backup_id):
            return Failure(BackupFailed("unknown"))
        try:
            manifest = self._folder.manifest(backup_id).read_bytes()
        except FileNotFoundError:
            return Failure(BackupFailed("unknown"))
        except OSError as broken:
            return Failure(BackupFailed("damaged", broken.strerror or str(broken)))
        backup = from_json(manifest)
        if backup is None or backup.id != backup_id:
            return Failure(BackupFailed("damaged", "manifest"))
        return Success(backup)

    def _content(self, backup_id: str) -> Result[bytes, BackupFailed]:
        found = self._get(backup_id)
        if not is_successful(found):
            return Failure(found.failure())
        try:
            content = self._folder.archive(backup_id).read_bytes()
        except OSError as broken:
            return Failure(BackupFailed("damaged", broken.strerror or str(broken)))
        if hashlib.sha256(content).hexdigest() != found.unwrap().sha256:
            return Failure(BackupFailed("damaged", "checksum"))
        return Success(content)

    def _open(self, backup_id: str) -> Result[BinaryIO, BackupFailed]:
        found = self._get(backup_id)
        if not is_successful(found):
            return Failure(found.failure())
        try:
            archive = self._folder.archive(backup_id).open("rb")
        except OSError as broken:
            return Failure(BackupFailed("damaged", broken.strerror or str(broken)))
        if hashlib.file_digest(archive, "sha256").hexdigest() != found.unwrap().sha256:
            archive.close()
            return Failure(BackupFailed("damaged", "checksum"))
        archive.seek(0)
        return Success(archive)

    def _all(self) -> tuple[Backup, ...]:
        names = (path.stem for path in self._folder.path.glob("*.json"))
        found = [kept.unwrap() for kept in map(self._get, names) if is_successful(kept)]
        return tuple(sorted(found, key=lambda backup: (backup.made_at, backup.id), reverse=True))

    def _remove(self, backup_id: str) -> None:
        if is_id(backup_id):
            # The manifest first: without it there is no archive.
            self._discard(backup_id)
