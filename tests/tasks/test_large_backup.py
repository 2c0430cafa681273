"""A backup of five hundred dashboards, in a process of its own: its memory stays bounded."""

import asyncio
import os
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCES = TESTS.parent / "src"
MAX_MIB = 300


async def test_five_hundred_dashboards_in_bounded_memory(tmp_path: Path) -> None:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tasks.large_backup", str(tmp_path)),
        env=os.environ | {"PYTHONPATH": f"{SOURCES}{os.pathsep}{TESTS}"},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await asyncio.wait_for(child.communicate(), 110)
    assert child.returncode == 0
    state, dashboards, charts, peak_mib, size_mib = out.decode().split()
    assert (state, dashboards, charts) == ("succeeded", "500", "5000")
    assert float(size_mib) > 2
    assert float(peak_mib) <= MAX_MIB, f"{peak_mib} MiB"
    left = sorted(path.suffix for path in (tmp_path / "backups").iterdir())
    assert left == [".json", ".zip"]
