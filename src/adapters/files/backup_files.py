"""How archives lie in their folder: names, ids, manifests."""

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from adapters.files.disk import sync_folder, write_new
from domain.backups import Backup

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,99}")
_NOT_IN_A_NAME = re.compile(r"[^0-9A-Za-z]+")
_MAX_ENV = 40


@dataclass(frozen=True, slots=True)
class BackupFolder:
    """`<id>.zip` is an archive, `<id>.json` its manifest, `<id>.pieces` one in the making."""

    path: Path

    def archive(self, backup_id: str) -> Path:
        return self.path / f"{backup_id}.zip"

    def manifest(self, backup_id: str) -> Path:
        return self.path / f"{backup_id}.json"

    def pieces(self, backup_id: str) -> Path:
        return self.path / f"{backup_id}.pieces"

    def make(self) -> None:
        """Make the folder, for its owner alone."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)

    def finish(self, backup: Backup) -> None:
        """
        Make an archive that is written as unfinished exist: its manifest comes into place last.

        Raises:
            OSError: the disk is full or not writable.

        """
        archive, manifest = self.archive(backup.id), self.manifest(backup.id)
        write_new(unfinished(manifest), to_json(backup))
        unfinished(archive).rename(archive)
        sync_folder(self.path)
        unfinished(manifest).rename(manifest)
        sync_folder(self.path)


def unfinished(path: Path) -> Path:
    return path.with_name(f"{path.name}.unfinished")


def new_id(env_id: str, made_at: datetime) -> str:
    """An id that is safe as a file name and sorts by time."""
    at = made_at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    env = _NOT_IN_A_NAME.sub("-", env_id)[:_MAX_ENV].strip("-")
    return "-".join(part for part in (at, env, secrets.token_hex(8)) if part)


def is_id(name: str) -> bool:
    """Whether a name can be an id of ours, and so is safe in a path."""
    return _ID.fullmatch(name) is not None


def to_json(backup: Backup) -> bytes:
    written = {**asdict(backup), "made_at": backup.made_at.astimezone(UTC).isoformat()}
    return json.dumps(written, indent=2).encode() + b"\n"


def from_json(manifest: bytes) -> Backup | None:
    """None for anything but what `to_json` writes: a manifest on a disk is data."""
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
