"""Archives on a disk: nothing half written, and a manifest is data."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from returns.pipeline import is_successful
from returns.result import Success

from adapters.files.backups import FileBackups
from contracts.backups import CONTENT, NEW
from stores.test_audit_file import no_file_over


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


async def test_full_disk_leaves_nothing_half_written(folder: Path) -> None:
    backups = FileBackups(folder)
    kept = (await backups.keep(NEW)).unwrap()
    before = sorted(folder.iterdir())
    with no_file_over(1_000):
        failed = (await backups.keep(NEW)).failure()
    assert (failed.code, failed.detail) == ("not_written", "File too large")
    assert sorted(folder.iterdir()) == before
    assert await backups.content(kept.id) == Success(CONTENT)


async def test_full_disk_at_the_manifest_leaves_nothing(folder: Path) -> None:
    backups = FileBackups(folder)
    with no_file_over(100):
        failed = (await backups.keep(replace(NEW, content=b"tiny"))).failure()
    assert failed.code == "not_written"
    assert list(folder.iterdir()) == []


async def test_place_that_cannot_be_written_is_reported() -> None:
    failed = (await FileBackups(Path("/proc/backups")).keep(NEW)).failure()
    assert failed.code == "not_written"
    assert failed.detail


async def test_archive_without_its_manifest_does_not_exist(folder: Path) -> None:
    """So a process that was killed between the two files has kept nothing."""
    backups = FileBackups(folder)
    kept = (await backups.keep(NEW)).unwrap()
    (folder / f"{kept.id}.json").unlink()
    assert (await backups.get(kept.id)).failure().code == "unknown"
    assert (await backups.content(kept.id)).failure().code == "unknown"


@pytest.mark.parametrize(
    "manifest",
    [b"", b"{}", b"[]", b"null", b"\xff", b'{"id": 5}', b"[" * 100_000],
)
async def test_broken_manifest_is_damage(folder: Path, manifest: bytes) -> None:
    backups = FileBackups(folder)
    kept = (await backups.keep(NEW)).unwrap()
    (folder / f"{kept.id}.json").write_bytes(manifest)
    assert (await backups.get(kept.id)).failure().code == "damaged"
    assert (await backups.content(kept.id)).failure().code == "damaged"


async def test_manifest_of_another_archive_is_damage(folder: Path) -> None:
    backups = FileBackups(folder)
    one, other = [(await backups.keep(NEW)).unwrap().id for _ in range(2)]
    (folder / f"{one}.json").write_bytes((folder / f"{other}.json").read_bytes())
    assert (await backups.get(one)).failure().code == "damaged"


async def test_manifest_beside_the_archive_can_be_read(folder: Path) -> None:
    kept = (await FileBackups(folder).keep(NEW)).unwrap()
    manifest = json.loads((folder / f"{kept.id}.json").read_text())
    assert manifest["titles"] == ["Продажи", "Sales"]
    assert (manifest["size"], manifest["sha256"]) == (kept.size, kept.sha256)
    assert manifest["made_at"] == "2026-11-30T12:00:00.123456+00:00"


async def test_only_its_owner_can_read_them(folder: Path) -> None:
    await FileBackups(folder).keep(NEW)
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("env_id", ["ss-dev", "../x", "прод", "x" * 500])
async def test_ids_are_safe_as_file_names(folder: Path, env_id: str) -> None:
    kept = (await FileBackups(folder).keep(replace(NEW, env_id=env_id))).unwrap()
    assert kept.id.replace("-", "").isalnum()
    assert kept.id.isascii()
    assert is_successful(await FileBackups(folder).get(kept.id))
    assert sorted(file.name for file in folder.iterdir()) == [f"{kept.id}.json", f"{kept.id}.zip"]
