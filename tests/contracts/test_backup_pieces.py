from pathlib import Path

import pytest

from adapters.files.backup_pieces import FileBackupPieces
from adapters.files.backups import FileBackups
from adapters.memory.backup_pieces import MemoryBackupPieces
from adapters.memory.backups import MemoryBackups
from contracts.backup_pieces import BackupPiecesContract


class TestMemoryBackupPieces(BackupPiecesContract):
    @pytest.fixture
    def backups(self) -> MemoryBackups:
        return MemoryBackups()

    @pytest.fixture
    def backup_pieces(self, backups: MemoryBackups) -> MemoryBackupPieces:
        return MemoryBackupPieces(backups)


class TestFileBackupPieces(BackupPiecesContract):
    @pytest.fixture
    def backups(self, tmp_path: Path) -> FileBackups:
        return FileBackups(tmp_path / "backups")

    @pytest.fixture
    def backup_pieces(self, tmp_path: Path) -> FileBackupPieces:
        return FileBackupPieces(tmp_path / "backups")
