"""A process is killed in the middle of a task: reads go on, a write is not repeated."""

import asyncio
import sqlite3
from pathlib import Path

from tasks.child import STEPS
from tasks.killing import PATIENCE_S, begun, done, gone_on, killed_at, task_in


async def test_reading_task_goes_on_where_it_was(tmp_path: Path) -> None:
    await killed_at(tmp_path, "reading", 1)
    await killed_at(tmp_path, "reading", 2)
    said = await gone_on(tmp_path, "reading")
    assert said[-1] == "succeeded"
    # What ended is not repeated, what was cut off is.
    assert done(tmp_path) == [0, 1, 1, 2, 2, 3]
    task = await task_in(tmp_path)
    assert (task.result, task.done) == ([0, 1, 2, 3], STEPS)


async def test_writing_task_ends_unknown_and_repeats_nothing(tmp_path: Path) -> None:
    await killed_at(tmp_path, "writing", 2)
    said = await gone_on(tmp_path, "writing")
    assert said[-1] == "unknown"
    assert done(tmp_path) == [0, 1, 2]
    task = await task_in(tmp_path)
    assert (task.result, task.done) == ([0, 1], 2)
    line = task.log[2].text
    assert "“№ 2” was begun, and nobody knows whether it was carried out" in line["en"]
    assert "Look at the environment" in line["en"]
    assert "неизвестно" in line["ru"]
    # Once over, it stays over.
    assert (await gone_on(tmp_path, "writing"))[-1] == "unknown"
    assert done(tmp_path) == [0, 1, 2]


async def test_dbos_is_loaded_only_for_a_task(tmp_path: Path) -> None:
    said = await killed_at(tmp_path, "reading", 0)
    assert said[0] == "False"
    assert (await gone_on(tmp_path, "reading"))[0] == "True"
    assert (await gone_on(tmp_path, "reading"))[0] == "False"


async def test_intents_are_on_the_disk_before_the_write(tmp_path: Path) -> None:
    await killed_at(tmp_path, "writing", 0)
    with sqlite3.connect(tmp_path / "tasks" / "dbos.sqlite") as db:
        rows = db.execute("SELECT function_name FROM operation_outputs ORDER BY function_id")
        assert rows.fetchall() == [("intent",)]
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert (tmp_path / "tasks" / "dbos.sqlite").stat().st_mode & 0o777 == 0o600


async def test_nothing_secret_is_kept(tmp_path: Path) -> None:
    """DBOS knows a task by its id; who approved it stands in our own tables."""
    await killed_at(tmp_path, "writing", 0)
    kept = b"".join(file.read_bytes() for file in (tmp_path / "tasks").glob("dbos.sqlite*"))
    assert b"k1" in kept
    assert b"local:ann" not in kept


async def test_second_process_keeps_off(tmp_path: Path) -> None:
    child = await begun(tmp_path, "reading", 0)
    assert child.stdout is not None
    assert (await child.stdout.readline()).strip() == b"False"
    assert (await child.stdout.readline()).strip() == b"holding"
    other = await begun(tmp_path, "reading", -1)
    out, _ = await asyncio.wait_for(other.communicate(), PATIENCE_S)
    assert (other.returncode, out) == (1, b"")
    child.kill()
    await child.wait()
    assert done(tmp_path) == [0]
    assert (await gone_on(tmp_path, "reading"))[-1] == "succeeded"
