"""Processes that work on a task, and are killed at one of its steps."""

import asyncio
import os
import sys
from pathlib import Path

from adapters.sqlite.database import Database
from adapters.sqlite.task_records import SqliteTaskRecords
from domain.tasks import Task

TESTS = Path(__file__).parents[1]
SOURCES = TESTS.parent / "src"
PATIENCE_S = 60


async def begun(
    folder: Path, kind: str, hold_at: int, module: str = "tasks.child"
) -> asyncio.subprocess.Process:
    """A module of this suite as a program, which holds at a step (-1: at none)."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, str(folder), kind, str(hold_at)),
        env=os.environ | {"PYTHONPATH": f"{SOURCES}{os.pathsep}{TESTS}"},
        stdout=asyncio.subprocess.PIPE,
    )


async def killed_at(
    folder: Path, kind: str, position: int, module: str = "tasks.child"
) -> list[str]:
    """What a child said that was killed while it held at a step."""
    child = await begun(folder, kind, position, module)
    assert child.stdout is not None
    said: list[str] = []
    async with asyncio.timeout(PATIENCE_S):
        while "holding" not in said:
            line = await child.stdout.readline()
            assert line, said
            said.append(line.decode().strip())
    child.kill()
    await child.wait()
    return said


async def gone_on(folder: Path, kind: str, module: str = "tasks.child") -> list[str]:
    """What a child said that went on to the end of the task."""
    child = await begun(folder, kind, -1, module)
    out, _ = await asyncio.wait_for(child.communicate(), PATIENCE_S)
    assert child.returncode == 0
    return out.decode().split()


async def task_in(folder: Path) -> Task:
    """The task of a folder, as its store has it."""
    database = Database()
    await database.open(folder / "agent.sqlite")
    task = await SqliteTaskRecords(database).get("k1")
    await database.close()
    assert task is not None
    return task


def done(folder: Path) -> list[int]:
    """The positions of the steps that were begun, in order, repetitions too."""
    return [int(line) for line in (folder / "done").read_text().split()]
