from pathlib import Path

import pytest

from adapters.files.backups import FileBackups
from adapters.memory.backups import MemoryBackups
from contracts.backups import BackupsContract, Damage


class TestMemoryBackups(BackupsContract):
    @pytest.fixture
    def backups(self) -> MemoryBackups:
        return MemoryBackups()

    @pytest.fixture
    def damage(self, backups: MemoryBackups) -> Damage:
        def damage(backup_id: str, changed: bytes | None) -> None:
            if changed is None:
                del backups.archives[backup_id]
            else:
                backups.archives[backup_id] = changed

        return damage


class TestFileBackups(BackupsContract):
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return tmp_path / "backups"

    @pytest.fixture
    def backups(self, folder: Path) -> FileBackups:
        return FileBackups(folder)

    @pytest.fixture
    def damage(self, folder: Path) -> Damage:
        def damage(backup_id: str, changed: bytes | None) -> None:
            archive = folder / f"{backup_id}.zip"
            if changed is None:
                archive.unlink()
            else:
                archive.write_bytes(changed)

        return damage
