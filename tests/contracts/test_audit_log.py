from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.files.audit_log import FileAuditLog
from adapters.memory.audit_log import MemoryAuditLog
from contracts.audit_log import AuditLogContract, Tamper
from domain.audit import AuditLine


class TestMemoryAuditLog(AuditLogContract):
    @pytest.fixture
    def audit_log(self) -> MemoryAuditLog:
        return MemoryAuditLog()

    @pytest.fixture
    def tamper(self, audit_log: MemoryAuditLog) -> Tamper:
        def tamper(change: Callable[[list[str]], list[str]]) -> None:
            texts = change([line.text for line in audit_log.lines])
            audit_log.lines = [AuditLine(0, text, "") for text in texts]

        return tamper


class TestFileAuditLog(AuditLogContract):
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "logs" / "audit.jsonl"

    @pytest.fixture
    def audit_log(self, path: Path) -> FileAuditLog:
        return FileAuditLog(path)

    @pytest.fixture
    def tamper(self, path: Path) -> Tamper:
        def tamper(change: Callable[[list[str]], list[str]]) -> None:
            lines = path.read_text("utf-8").split("\n")[:-1]
            path.write_text("".join(f"{line}\n" for line in change(lines)), "utf-8")

        return tamper
