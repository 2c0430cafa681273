"""Starts children that share files with the test, and kills them."""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCES = TESTS.parent / "src"


async def start(what: str, path: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stores.child", what, str(path)),
        env=os.environ | {"PYTHONPATH": f"{SOURCES}{os.pathsep}{TESTS}"},
        stdout=asyncio.subprocess.PIPE,
    )


async def run_together(what: str, path: Path, count: int) -> list[list[str]]:
    """What each of several children said, all running at once."""
    children = [await start(what, path) for _ in range(count)]
    said = await asyncio.gather(*(child.communicate() for child in children))
    assert [child.returncode for child in children] == [0] * count
    return [out.decode().split() for out, _ in said]


async def killed_after(what: str, path: Path, lines: int) -> list[str]:
    """What a child said that was killed with -9 in the middle of its work."""
    child = await start(what, path)
    assert child.stdout is not None
    said = [(await child.stdout.readline()).decode().strip() for _ in range(lines)]
    with suppress(ProcessLookupError):
        child.kill()
    rest, _ = await child.communicate()
    # The last word may be cut.
    whole = rest.decode().rpartition("\n")[0]
    return [*said, *whole.split()]
