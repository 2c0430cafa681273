"""Processes that are gone before they were given anything, on the event loop that serves."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvloop

from adapters.git.process import Git, GitFailed
from adapters.sql_process.sql_judge import ProcessSqlJudge


class SlowGit(Git):
    """A busy machine: git is over before anybody looks at it again."""

    async def _start(
        self, command: Sequence[str], environ: Mapping[str, str], stdin: int
    ) -> asyncio.subprocess.Process:
        process = await super()._start(command, environ, stdin)
        await process.wait()
        return process


def test_what_a_quick_git_said_is_read(tmp_path: Path) -> None:
    said = uvloop.run(SlowGit(None).ask("version"))
    assert said.startswith(b"git version")


def test_a_git_that_read_nothing_has_failed() -> None:
    async def fail() -> str:
        try:
            await SlowGit(None).ask("no-such-command", given=b"unread")
        except GitFailed as gone:
            return gone.failed.code
        return "well"

    assert uvloop.run(fail()) == "broken"


def test_a_judge_that_died_while_idle_is_replaced() -> None:
    async def judge_twice() -> list[bool]:
        judge = ProcessSqlJudge()
        long = "select " + ", ".join(f"{n} as n{n}" for n in range(300))
        try:
            first = await judge.judge(long, "postgresql")
            (worker,) = judge._workers
            worker.kill()
            await worker.wait()
            again = await judge.judge(long, "postgresql")
            return [first.is_read, again.is_read]
        finally:
            await judge.close()

    assert uvloop.run(judge_twice()) == [True, True]
