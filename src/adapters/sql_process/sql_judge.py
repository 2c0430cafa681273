"""SQL taken apart at once when that is surely quick, else in a process that can be killed."""

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from returns.result import Failure, Result, Success

from application.ports.sql_judge import SqlJudge
from domain.sql import format_sql, is_quick, judge_sql
from domain.sql_verdict import SqlReason, SqlVerdict

DEADLINE_S: Final = 0.1
# Formatting parses twice and writes once.
FORMAT_DEADLINE_S: Final = 0.5
_MAX_WORKERS: Final = 2
# Waiting for a free worker and for a new one to start; neither counts as judging.
_START_LIMIT_S: Final = 10.0
# Above the longest formatted text, escaped as JSON.
_LINE_BYTES: Final = 1024 * 1024
_NEVER_BEGAN: Final = b""
_IMPORT_ROOT: Final = Path(__file__).resolve().parents[2]
Task = Literal["judge", "format"]
_TOO_COMPLEX: Final = SqlVerdict(is_read=False, reason=SqlReason.TOO_COMPLEX, detail="")


class ProcessSqlJudge(SqlJudge):
    """
    Keeps up to two worker processes, started when first needed and then kept warm.

    A worker that misses the deadline or dies is gone; the next text that needs one starts
    another. Use it within one event loop, and close it at the end.
    """

    def __init__(self, deadline_s: float = DEADLINE_S) -> None:
        self._deadline_s = deadline_s
        self._free = asyncio.Semaphore(_MAX_WORKERS)
        self._idle: list[Process] = []
        self._workers: set[Process] = set()
        self._closed = False

    async def judge(self, sql: str, dialect: str | None) -> SqlVerdict:
        if self._closed:
            return _TOO_COMPLEX
        if is_quick(sql):
            return judge_sql(sql, dialect)
        answer = await self._answer("judge", sql, dialect, self._deadline_s)
        return _TOO_COMPLEX if answer is None else _verdict_of(answer)

    async def format(self, sql: str, dialect: str | None) -> Result[str, SqlReason]:
        if self._closed:
            return Failure(SqlReason.TOO_COMPLEX)
        if is_quick(sql):
            return format_sql(sql, dialect)
        answer = await self._answer("format", sql, dialect, FORMAT_DEADLINE_S)
        return Failure(SqlReason.TOO_COMPLEX) if answer is None else _formatted(answer)

    async def close(self) -> None:
        """End the workers, those that are judging too."""
        self._closed = True
        self._idle.clear()
        for worker in tuple(self._workers):
            await self._end(worker)

    async def _answer(
        self, task: Task, sql: str, dialect: str | None, deadline_s: float
    ) -> bytes | None:
        """What a worker says; None when none was free, or it died or was too slow."""
        try:
            async with asyncio.timeout(_START_LIMIT_S):
                await self._free.acquire()
        except TimeoutError:
            return None
        try:
            return await self._answer_of_worker(json.dumps([task, sql, dialect]), deadline_s)
        finally:
            self._free.release()

    async def _answer_of_worker(self, question: str, deadline_s: float) -> bytes | None:
        # A kept worker may have died while it was idle: that says nothing of this text.
        while self._idle:
            answer = await self._ask(self._idle.pop(), question, deadline_s)
            if answer != _NEVER_BEGAN:
                return answer
        answer = await self._ask(await self._start(), question, deadline_s)
        return None if answer == _NEVER_BEGAN else answer

    async def _ask(self, worker: Process, question: str, deadline_s: float) -> bytes | None:
        answer = None
        try:
            if not await self._begins(worker, question):
                return _NEVER_BEGAN
            answer = await self._read_answer(worker, deadline_s)
            return answer
        finally:
            # Also after a cancellation: an answer that nobody read would be taken for the next.
            if answer is None or self._closed:
                await self._end(worker)
            else:
                self._idle.append(worker)

    async def _start(self) -> Process:
        # An environment of its own: a process that parses hostile text holds no secret.
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "adapters.sql_process.worker",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=_LINE_BYTES,
            env={"PYTHONPATH": str(_IMPORT_ROOT), "PYTHONIOENCODING": "utf-8"},
        )
        self._workers.add(worker)
        return worker

    async def _begins(self, worker: Process, question: str) -> bool:
        if worker.stdin is None or worker.stdout is None or worker.stdin.is_closing():
            return False
        try:
            worker.stdin.write(question.encode() + b"\n")
            await worker.stdin.drain()
            async with asyncio.timeout(_START_LIMIT_S):
                return bool(await worker.stdout.readline())
        except (TimeoutError, OSError):
            return False

    async def _read_answer(self, worker: Process, deadline_s: float) -> bytes | None:
        if worker.stdout is None:
            return None
        try:
            async with asyncio.timeout(deadline_s):
                answer = await worker.stdout.readline()
        except (TimeoutError, OSError):
            return None
        return answer if answer.endswith(b"\n") else None

    async def _end(self, worker: Process) -> None:
        self._workers.discard(worker)
        if worker.returncode is None:
            # It may end by itself at any moment.
            with suppress(ProcessLookupError):
                worker.kill()
        await worker.wait()


def _verdict_of(answer: bytes) -> SqlVerdict:
    is_read, reason, detail = json.loads(answer)
    return SqlVerdict(is_read=is_read, reason=SqlReason(reason), detail=detail)


def _formatted(answer: bytes) -> Result[str, SqlReason]:
    is_formatted, text = json.loads(answer)
    return Success(text) if is_formatted else Failure(SqlReason(text))
