"""The audit log on a disk: crashes, several processes, a full disk, tampering."""

import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_mock import MockerFixture
from returns.result import Failure, Success

from adapters.files.audit_log import FileAuditLog
from application.ports.store import StoreUnavailable
from contracts.audit_log import entry
from domain.audit import AuditBroken
from stores.processes import killed_after, run_together


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


async def test_new_process_goes_on_with_the_chain(path: Path) -> None:
    for n in range(1, 4):
        assert (await FileAuditLog(path).append(entry(n))).number == n
    assert await FileAuditLog(path).verify() == Success(3)


async def test_several_processes_write_one_chain(path: Path) -> None:
    said = await run_together("write_some_audit", path, 3)
    numbers = sorted(int(number) for numbers in said for number in numbers)
    assert numbers == list(range(1, len(numbers) + 1))
    assert await FileAuditLog(path).verify() == Success(150)


async def test_killed_writer_leaves_a_chain_that_holds(path: Path) -> None:
    said = await killed_after("write_audit", path, 30)
    audit_log = FileAuditLog(path)
    count = (await audit_log.verify()).unwrap()
    assert count in {len(said), len(said) + 1}
    assert (await audit_log.append(entry())).number == count + 1
    assert await audit_log.verify() == Success(count + 1)


@pytest.mark.parametrize("kept_bytes", [1, 50, -1])
async def test_half_a_line_is_reported_then_kept_aside(path: Path, kept_bytes: int) -> None:
    audit_log = FileAuditLog(path)
    for n in range(1, 4):
        await audit_log.append(entry(n))
    whole = path.read_bytes()
    third = whole.splitlines(keepends=True)[2]
    # One byte less than the line would leave it whole but for its end.
    torn = third[: kept_bytes if kept_bytes > 0 else -2]
    path.write_bytes(whole[: -len(third)] + torn)

    assert await audit_log.verify() == Failure(AuditBroken(3))
    assert [line.number for line in await audit_log.newest(9)] == [2, 1]
    assert (await audit_log.append(entry(4))).number == 4

    assert await audit_log.verify() == Success(4)
    note = json.loads(path.read_text().splitlines()[2])
    assert (note["kind"], note["facts"]["torn_line"]) == ("log", 3)
    assert (path.parent / note["facts"]["kept_in"]).read_bytes() == torn


async def test_whole_line_without_its_end_is_taken_as_it_is(path: Path) -> None:
    audit_log = FileAuditLog(path)
    for n in range(1, 3):
        await audit_log.append(entry(n))
    path.write_bytes(path.read_bytes()[:-1])
    assert await audit_log.verify() == Failure(AuditBroken(2))
    assert (await audit_log.append(entry(3))).number == 3
    assert await audit_log.verify() == Success(3)
    assert list(path.parent.glob("*torn*")) == []


async def test_zeros_of_a_power_cut_are_kept_aside(path: Path) -> None:
    audit_log = FileAuditLog(path)
    await audit_log.append(entry(1))
    with path.open("ab") as log:
        log.write(bytes(100_000))
    await audit_log.append(entry(2))
    assert await audit_log.verify() == Success(3)


@pytest.mark.parametrize("last", ["{}", "", "not JSON", "[" * 50_000, '{"number":1,"hash":"x"}'])
async def test_log_that_was_changed_takes_no_more_lines(path: Path, last: str) -> None:
    audit_log = FileAuditLog(path)
    await audit_log.append(entry(1))
    with path.open("a") as log:
        log.write(f"{last}\n")
    before = path.read_bytes()
    with pytest.raises(StoreUnavailable, match="verify"):
        await audit_log.append(entry(2))
    assert path.read_bytes() == before
    assert await audit_log.verify() == Failure(AuditBroken(2))


async def test_log_that_was_moved_away_begins_anew(path: Path) -> None:
    audit_log = FileAuditLog(path)
    await audit_log.append(entry(1))
    path.rename(path.with_suffix(".2026-11"))
    assert (await audit_log.append(entry(1))).number == 1
    assert await audit_log.verify() == Success(1)


async def test_line_longer_than_a_block_is_found_again(path: Path) -> None:
    audit_log = FileAuditLog(path)
    long = [await audit_log.append(entry(n, text="x" * 200_000)) for n in range(1, 4)]
    assert await FileAuditLog(path).newest(2) == (long[2], long[1])
    assert (await FileAuditLog(path).append(entry(4))).number == 4
    assert await audit_log.verify() == Success(4)


async def test_full_disk_leaves_the_chain_as_it_was(path: Path) -> None:
    audit_log = FileAuditLog(path)
    await audit_log.append(entry(1))
    before = path.read_bytes()
    with no_file_over(len(before) + 100), pytest.raises(StoreUnavailable, match="too large"):
        await audit_log.append(entry(2, text="x" * 1_000))
    assert path.read_bytes() == before
    await audit_log.append(entry(2))
    assert await audit_log.verify() == Success(2)


async def test_line_is_on_the_disk_when_append_returns(path: Path, mocker: MockerFixture) -> None:
    audit_log = FileAuditLog(path)
    await audit_log.append(entry(1))
    synced = mocker.spy(os, "fsync")
    await audit_log.append(entry(2))
    assert synced.call_count == 1


async def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "audit.jsonl"
    await FileAuditLog(path).append(entry(1))
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


async def test_place_that_cannot_be_written_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        await FileAuditLog(Path("/proc/audit.jsonl")).append(entry(1))


@contextmanager
def no_file_over(size: int) -> Iterator[None]:
    """The nearest thing to a full disk: a write is cut at this size, the next one fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
