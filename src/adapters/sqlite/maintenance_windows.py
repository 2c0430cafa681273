"""Windows of maintenance in SQLite."""

from typing import Any, cast

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import from_column, time_from_column, time_to_column, to_column
from application.ports.maintenance_windows import MaintenanceWindows
from domain.maintenance import Bannered, MaintenanceWindow

_COLUMNS = "env_id, text, language, started_at, until, by, dashboards"
_PUT = f"INSERT OR REPLACE INTO maintenance_windows ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  # our own constant
_GET = f"SELECT {_COLUMNS} FROM maintenance_windows WHERE env_id = ?"  # noqa: S608  # likewise
_ALL = f"SELECT {_COLUMNS} FROM maintenance_windows ORDER BY env_id"  # noqa: S608  # likewise
_REMOVE = "DELETE FROM maintenance_windows WHERE env_id = ?"


class SqliteMaintenanceWindows(MaintenanceWindows):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, env_id: str) -> MaintenanceWindow | None:
        row = await self._database.read(lambda db: db.execute(_GET, (env_id,)).fetchone())
        return None if row is None else _window(row)

    async def all(self) -> tuple[MaintenanceWindow, ...]:
        rows = await self._database.read(lambda db: db.execute(_ALL).fetchall())
        return tuple(map(_window, rows))

    async def put(self, window: MaintenanceWindow) -> None:
        row = (
            window.env_id,
            window.text,
            window.language,
            time_to_column(window.started_at),
            None if window.until is None else time_to_column(window.until),
            window.by,
            to_column([[d.uuid, d.title, d.before, d.after] for d in window.dashboards]),
        )
        await self._database.write(lambda db: db.execute(_PUT, row), durable=True)

    async def remove(self, env_id: str) -> None:
        await self._database.write(lambda db: db.execute(_REMOVE, (env_id,)), durable=True)


# What SQLite gives back is what `put` wrote.
def _window(row: tuple[Any, ...]) -> MaintenanceWindow:
    env_id, said, language, started_at, until, by, dashboards = row
    kept = cast("list[tuple[str, str, str | None, str]]", from_column(dashboards))
    return MaintenanceWindow(
        env_id=env_id,
        text=said,
        language=language,
        started_at=time_from_column(started_at),
        until=None if until is None else time_from_column(until),
        by=by,
        dashboards=tuple(Bannered(*each) for each in kept),
    )
