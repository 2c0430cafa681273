"""A file that an earlier version wrote is brought up to date, and nothing in it is lost."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from adapters.sqlite import schema
from adapters.sqlite.database import Database
from adapters.sqlite.maintenance_windows import SqliteMaintenanceWindows

_OLD = ("schema.sql", "tasks.sql", "quality.sql", "names.sql", "undone.sql")
_WINDOW = (
    "Upgrade",
    "en",
    "2026-11-30T12:00:00.000000+00:00",
    None,
    "local:ann",
    '[["u","S",null,"{}"]]',
)


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """As version 5 left it: one window of maintenance for each environment."""
    path = tmp_path / "agent.sqlite"
    folder = Path(schema.__file__).parent
    with closing(sqlite3.connect(path)) as connection:
        for script in _OLD:
            connection.executescript((folder / script).read_text("utf-8"))
        for number, env in (("k1", "ss-dev"), ("k2", "ss-dev"), ("k3", "ss-test")):
            connection.execute(
                "INSERT INTO confirmations (id, conversation_id, turn_id, user, call_id, tool_name,"
                " env_id, arguments, origins, digest, metadata, expires_at, state)"
                " VALUES (?, 'c', 't', 'u', 'x', 'start_maintenance', ?, '{}', '{}', 'd', '{}',"
                " '2026', 'executed')",
                (number, env),
            )
            connection.execute(
                "INSERT INTO executions (confirmation_id, action_id, by, intended_at)"
                " VALUES (?, ?, 'u', '2026')",
                (number, number),
            )
        for env in ("ss-dev", "ss-prod"):
            connection.execute(
                "INSERT INTO maintenance_windows VALUES (?, ?, ?, ?, ?, ?, ?)", (env, *_WINDOW)
            )
        connection.execute("PRAGMA user_version = 5")
        connection.commit()
    return path


async def test_windows_of_maintenance_get_the_name_of_their_action(old_file: Path) -> None:
    database = Database()
    await database.open(old_file)
    windows = await SqliteMaintenanceWindows(database).all()
    await database.close()
    assert [(window.id, window.env_id) for window in windows] == [
        ("k2", "ss-dev"),
        ("ss-prod", "ss-prod"),
    ]
    assert [kept.after for kept in windows[0].dashboards] == ["{}"]
