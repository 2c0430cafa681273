"""
The audit log as a file of JSON lines, bound by hashes (domain.audit).

Several processes may write to one file: each line is written under a lock beside the file, and is
on the disk before `append` returns. The file grows for ever; to start a new one, move it away.

A line that a crash left half written is reported by `verify` until the next append. That one
moves the half line into a file of its own beside the log, and notes in the chain where it is and
what its hash is: nothing is lost, and the lines after it can be verified. A last whole line that
is not as written stops every append: the log was tampered with, and goes on only when a person
has moved it away.
"""

import asyncio
import hashlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout
from returns.result import Failure, Result, Success

from adapters.files.disk import sync_folder, write_all
from adapters.files.log_tail import Tail, hash_if_follows, last_lines, read_tail
from application.ports.audit_log import AuditLog
from application.ports.store import StoreUnavailable
from domain.audit import FIRST_HASH, AuditBroken, AuditEntry, AuditLine, chain
from domain.plain_json import plain_object

_LOCK_TIMEOUT_S = 10.0
_LOCK_POLL_S = 0.005

T = TypeVar("T")


class FileAuditLog(AuditLog):
    """
    Appends and verifies one file.

    Every method raises StoreUnavailable when the disk or the lock does not allow it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(
            f"{path}.lock", timeout=_LOCK_TIMEOUT_S, poll_interval=_LOCK_POLL_S, mode=0o600
        )
        # One thread, so that writers of this process queue instead of polling for the lock.
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="audit-log")

    async def append(self, entry: AuditEntry) -> AuditLine:
        plain = replace(entry, facts=plain_object(entry.facts))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, _translated, lambda: self._append(plain))

    async def newest(self, limit: int) -> tuple[AuditLine, ...]:
        return await asyncio.to_thread(_translated, lambda: last_lines(self._path, limit))

    async def verify(self) -> Result[int, AuditBroken]:
        return await asyncio.to_thread(_translated, self._verify)

    def _append(self, entry: AuditEntry) -> AuditLine:
        with self._opened() as log:
            tail = read_tail(log)
            if tail.fragment:
                tail = self._settle(log, tail, entry)
            return _write(log, tail, entry)[0]

    @contextmanager
    def _opened(self) -> Iterator[int]:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._lock:
            is_new = not self._path.exists()
            log = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                if is_new:
                    sync_folder(self._path.parent)
                yield log
            finally:
                os.close(log)

    def _settle(self, log: int, tail: Tail, entry: AuditEntry) -> Tail:
        """Make the file end with a whole line again, and keep what was half of one."""
        own_hash = hash_if_follows(tail.fragment, tail.number + 1, tail.hash)
        if own_hash is not None:
            # The line is whole, only its end is missing.
            write_all(log, b"\n")
            return Tail(tail.number + 1, own_hash, tail.end + len(tail.fragment) + 1)
        sha256 = hashlib.sha256(tail.fragment).hexdigest()
        kept_in = self._path.with_name(f"{self._path.name}.torn-{tail.number + 1}-{sha256[:12]}")
        kept = os.open(kept_in, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            write_all(kept, tail.fragment)
            os.fsync(kept)
        finally:
            os.close(kept)
        sync_folder(kept_in.parent)
        os.ftruncate(log, tail.end)
        note = AuditEntry(
            kind="log",
            at=entry.at,
            user="system",
            facts={"torn_line": tail.number + 1, "kept_in": kept_in.name, "sha256": sha256},
        )
        return _write(log, tail, note)[1]

    def _verify(self) -> Result[int, AuditBroken]:
        if not self._path.exists():
            return Success(0)
        # What is written meanwhile is not looked at, so no line is seen half written.
        with self._lock:
            size = self._path.stat().st_size
        number, previous, offset = 0, FIRST_HASH, 0
        with self._path.open("rb") as log:
            while offset < size:
                number += 1
                line = log.readline()
                offset += len(line)
                is_whole = line.endswith(b"\n")
                own_hash = hash_if_follows(line[:-1], number, previous) if is_whole else None
                if own_hash is None:
                    return Failure(AuditBroken(number))
                previous = own_hash
        return Success(number)


def _write(log: int, tail: Tail, entry: AuditEntry) -> tuple[AuditLine, Tail]:
    line = chain(entry, tail.number + 1, tail.hash)
    encoded = line.text.encode() + b"\n"
    try:
        write_all(log, encoded)
        os.fsync(log)
    except OSError:
        # A full disk takes the beginning of a line; what was not written whole was not written.
        os.ftruncate(log, tail.end)
        raise
    return line, Tail(line.number, line.hash, tail.end + len(encoded))


def _translated(call: Callable[[], T]) -> T:
    try:
        return call()
    except Timeout as busy:
        raise StoreUnavailable("the audit log is locked by another process") from busy
    except OSError as broken:
        raise StoreUnavailable(f"audit log: {broken.strerror}") from broken
