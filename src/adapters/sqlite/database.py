"""
One SQLite file: a thread that writes, a thread that reads.

Each step is one function that runs in one transaction on the thread of its connection. So a
cancelled task cannot leave a transaction half done, steps of two tasks cannot mix, and a step
costs one change of threads however many statements it has.
"""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from adapters.sqlite.schema import prepare
from adapters.sqlite.transaction import Begin, Step, transact
from application.ports.store import StoreUnavailable

# How long a step waits for another process that writes to the same file.
BUSY_TIMEOUT_S = 10.0
# Enough for the statements of every store at once.
_CACHED_STATEMENTS = 256

T = TypeVar("T")


class Database:
    """The connections of one process to one file; open it once, before anything uses it."""

    def __init__(self, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self._busy_timeout_s = busy_timeout_s
        self._writer = _Worker("sqlite-write")
        self._reader = _Worker("sqlite-read")

    async def open(self, path: Path) -> None:
        """
        Open the file, made readable to its owner alone if it is new, and bring up its tables.

        Raises:
            StoreUnavailable: not writable, no database, or made by a newer version.

        """
        await asyncio.to_thread(_make_private_file, path)
        await self._writer.open(path, self._busy_timeout_s, prepare)
        await self._reader.open(path, self._busy_timeout_s, _only_read)

    async def close(self) -> None:
        """Finish the steps that were handed in, then close. Closing twice is a no-op."""
        await self._reader.close()
        await self._writer.close()

    async def read(self, step: Step[T]) -> T:
        """
        Run a step that only reads; it sees every write that has returned.

        Raises:
            StoreUnavailable: the database cannot be read.

        """
        return await self._reader.run(lambda connection: transact(connection, step, "BEGIN"))

    async def write(self, step: Step[T], *, durable: bool = False) -> T:
        """
        Run a step in one transaction that no other writer of any process shares.

        A step that raises changes nothing. Every step survives a killed process; a `durable` one
        is on the disk when it returns, so it survives a power cut too.

        Raises:
            StoreUnavailable: locked for too long, disk full, database damaged.

        """
        run = _transact_durably if durable else transact
        return await self._writer.run(lambda connection: run(connection, step, "BEGIN IMMEDIATE"))


def _make_private_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        # Of somebody else's file, the mode is theirs to decide.
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)
    except OSError as broken:
        raise StoreUnavailable(f"{path}: {broken.strerror}") from broken


class _Worker:
    """One thread with one connection."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._connection: sqlite3.Connection | None = None

    async def open(
        self, path: Path, busy_timeout_s: float, prepare: Callable[[sqlite3.Connection], None]
    ) -> None:
        def connect() -> None:
            connection = sqlite3.connect(
                path,
                timeout=busy_timeout_s,
                isolation_level=None,
                cached_statements=_CACHED_STATEMENTS,
            )
            try:
                prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection

        await self._on_thread(connect)

    async def run(self, step: Step[T]) -> T:
        connection = self._connection
        if connection is None:
            raise StoreUnavailable("the database is not open")
        return await self._on_thread(lambda: step(connection))

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._on_thread(connection.close)
        self._thread.shutdown(wait=False)

    async def _on_thread(self, call: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, call)
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # a bug of ours, not the world's
        except sqlite3.DatabaseError as broken:
            raise StoreUnavailable(str(broken)) from broken


def _only_read(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")


def _transact_durably(connection: sqlite3.Connection, step: Step[T], begin: Begin) -> T:
    connection.execute("PRAGMA synchronous = FULL")
    try:
        return transact(connection, step, begin)
    finally:
        connection.execute("PRAGMA synchronous = NORMAL")
