"""
Archives in a folder: `<id>.zip` and beside it `<id>.json`, its manifest.

The manifest is renamed into place last, so an archive exists only when it is whole and on the
disk. Ids are made here from time, environment and chance, and are safe as file names.
"""

import asyncio
import contextlib
import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.files.disk import sync_folder, write_new
from application.ports.backups import Backups
from domain.backups import Backup, BackupFailed, NewBackup

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,99}")
_NOT_IN_A_NAME = re.compile(r"[^0-9A-Za-z]+")
_MAX_ENV = 40


class FileBackups(Backups):
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        return await asyncio.to_thread(self._keep, new)

    async def get(self, backup_id: str) -> Result[Backup, BackupFailed]:
        return await asyncio.to_thread(self._get, backup_id)

    async def content(self, backup_id: str) -> Result[bytes, BackupFailed]:
        return await asyncio.to_thread(self._content, backup_id)

    def _keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        backup = Backup(
            id=_new_id(new),
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
        archive, manifest = self._archive(backup.id), self._manifest(backup.id)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for path, data in ((archive, content), (manifest, _to_json(backup))):
            write_new(_unfinished(path), data)
        _unfinished(archive).rename(archive)
        sync_folder(self._folder)
        _unfinished(manifest).rename(manifest)
        sync_folder(self._folder)

    def _discard(self, backup_id: str) -> None:
        for path in (self._manifest(backup_id), self._archive(backup_id)):
            # A folder that cannot be written to holds nothing of ours either.
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                _unfinished(path).unlink(missing_ok=True)

    def _get(self, backup_id: str) -> Result[Backup, BackupFailed]:
        if _ID.fullmatch(backup_id) is None:
            return Failure(BackupFailed("unknown"))
        try:
            manifest = self._manifest(backup_id).read_bytes()
        except FileNotFoundError:
            return Failure(BackupFailed("unknown"))
        except OSError as broken:
            return Failure(BackupFailed("damaged", broken.strerror or str(broken)))
        backup = _from_json(manifest)
        if backup is None or backup.id != backup_id:
            return Failure(BackupFailed("damaged", "manifest"))
        return Success(backup)

    def _content(self, backup_id: str) -> Result[bytes, BackupFailed]:
        found = self._get(backup_id)
        if not is_successful(found):
            return Failure(found.failure())
        try:
            content = self._archive(backup_id).read_bytes()
        except OSError as broken:
            return Failure(BackupFailed("damaged", broken.strerror or str(broken)))
        if hashlib.sha256(content).hexdigest() != found.unwrap().sha256:
            return Failure(BackupFailed("damaged", "checksum"))
        return Success(content)

    def _archive(self, backup_id: str) -> Path:
        return self._folder / f"{backup_id}.zip"

    def _manifest(self, backup_id: str) -> Path:
        return self._folder / f"{backup_id}.json"


def _unfinished(path: Path) -> Path:
    return path.with_name(f"{path.name}.unfinished")


def _new_id(new: NewBackup) -> str:
    made_at = new.made_at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    env = _NOT_IN_A_NAME.sub("-", new.env_id)[:_MAX_ENV].strip("-")
    return "-".join(part for part in (made_at, env, secrets.token_hex(8)) if part)


def _to_json(backup: Backup) -> bytes:
    written = {**asdict(backup), "made_at": backup.made_at.astimezone(UTC).isoformat()}
    return json.dumps(written, indent=2).encode() + b"\n"


def _from_json(manifest: bytes) -> Backup | None:
    """None for anything but what `_to_json` writes: a manifest on a disk is data."""
    try:
        read = json.loads(manifest)
        return _backup(read) if isinstance(read, dict) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _backup(read: Mapping[str, object]) -> Backup:
    titles, size = read["titles"], read["size"]
    if not isinstance(titles, list) or not isinstance(size, int):
        raise TypeError("manifest")
    return Backup(
        id=str(read["id"]),
        env_id=str(read["env_id"]),
        reason=str(read["reason"]),
        titles=tuple(map(str, titles)),
        made_at=datetime.fromisoformat(str(read["made_at"])),
        size=size,
        sha256=str(read["sha256"]),
    )
