import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.sql_process.sql_judge import DEADLINE_S, ProcessSqlJudge
from contracts.sql_judge import ENDLESS, LONG, SqlJudgeContract
from domain.sql_verdict import SqlReason

SRC = Path(__file__).parents[2] / "src"
# Asks, prints the worker's number, and dies as a crashed service dies.
DYING_PARENT = """
import asyncio, os, signal, sys
from adapters.sql_process.sql_judge import ProcessSqlJudge

async def main():
    judge = ProcessSqlJudge(deadline_s=60)
    await judge.judge(sys.argv[1], None)
    asking = asyncio.create_task(judge.judge(sys.argv[2], None))
    await asyncio.sleep(0.3)
    print(*(worker.pid for worker in judge._workers), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def environment_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


class TestProcessSqlJudge(SqlJudgeContract):
    @pytest.fixture
    async def judge(self) -> AsyncIterator[ProcessSqlJudge]:
        judge = ProcessSqlJudge(deadline_s=0.5)
        yield judge
        await judge.close()

    def test_the_deadline_is_100_ms(self) -> None:
        assert DEADLINE_S == 0.1

    async def test_short_text_starts_no_process(self, judge: ProcessSqlJudge) -> None:
        await judge.judge("SELECT a FROM t", None)
        assert judge._workers == set()

    async def test_a_warm_worker_is_kept(self, judge: ProcessSqlJudge) -> None:
        await judge.judge(LONG, None)
        first = set(judge._workers)
        await judge.judge(LONG, "mysql")
        assert judge._workers == first
        assert len(first) == 1

    async def test_a_slow_worker_is_gone(self, judge: ProcessSqlJudge) -> None:
        await judge.judge(LONG, None)
        (worker,) = judge._workers
        await judge.judge(ENDLESS, None)
        assert worker.returncode == -signal.SIGKILL
        assert judge._workers == set()

    async def test_two_workers_are_the_most(self, judge: ProcessSqlJudge) -> None:
        asking = [asyncio.create_task(judge.judge(ENDLESS, None)) for _ in range(5)]
        most = 0
        while not all(task.done() for task in asking):
            most = max(most, len(judge._workers))
            await asyncio.sleep(0.01)
        assert most == 2

    async def test_a_worker_that_died_idle_is_replaced(self, judge: ProcessSqlJudge) -> None:
        await judge.judge(LONG, None)
        (worker,) = judge._workers
        os.kill(worker.pid, signal.SIGSEGV)
        assert (await judge.judge(LONG, None)).is_read

    async def test_a_crash_of_the_parser_is_too_complex(self) -> None:
        judge = ProcessSqlJudge(deadline_s=30)
        await judge.judge(LONG, None)
        (worker,) = judge._workers
        asking = asyncio.create_task(judge.judge(ENDLESS, None))
        await asyncio.sleep(0.2)
        os.kill(worker.pid, signal.SIGSEGV)
        assert (await asking).reason is SqlReason.TOO_COMPLEX
        assert (await judge.judge(LONG, None)).is_read
        await judge.close()

    async def test_closing_leaves_no_process(self, judge: ProcessSqlJudge) -> None:
        await judge.judge(LONG, None)
        asking = [asyncio.create_task(judge.judge(ENDLESS, None)) for _ in range(2)]
        await asyncio.sleep(0.05)
        pids = [worker.pid for worker in judge._workers]
        await judge.close()
        verdicts = await asyncio.gather(*asking)
        assert {verdict.reason for verdict in verdicts} == {SqlReason.TOO_COMPLEX}
        assert pids
        assert not any(is_alive(pid) for pid in pids)

    async def test_a_closed_judge_finds_all_too_complex(self, judge: ProcessSqlJudge) -> None:
        await judge.judge(LONG, None)
        await judge.close()
        assert (await judge.judge("SELECT 1", None)).reason is SqlReason.TOO_COMPLEX
        assert (await judge.judge(LONG, None)).reason is SqlReason.TOO_COMPLEX
        assert (await judge.format(LONG, None)).failure() is SqlReason.TOO_COMPLEX

    async def test_a_worker_holds_no_secret(
        self, judge: ProcessSqlJudge, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("AGENT_AUTH__JWT_SECRET", "canary-of-the-environment")
        await judge.judge(LONG, None)
        (worker,) = judge._workers
        environment = environment_of(worker.pid)
        assert b"PYTHONPATH" in environment
        assert b"canary" not in environment

    @pytest.mark.parametrize("last", [LONG, ENDLESS], ids=["idle", "busy"])
    def test_a_worker_dies_with_its_parent(self, last: str) -> None:
        parent = subprocess.run(
            [sys.executable, "-c", DYING_PARENT, LONG, last],
            env={**os.environ, "PYTHONPATH": str(SRC)},
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert parent.returncode == -signal.SIGKILL
        pids = [int(pid) for pid in parent.stdout.split()]
        assert pids
        deadline = time.monotonic() + 10
        while any(is_alive(pid) for pid in pids):
            assert time.monotonic() < deadline
            time.sleep(0.05)
