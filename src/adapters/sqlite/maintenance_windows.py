"""Windows of maintenance in SQLite."""

from typing import Any, cast

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import from_column, time_from_column, time_to_column, to_column
from application.ports.maintenance_windows import MaintenanceWindows
from domain.maintenance import Bannered, MaintenanceWindow

_COLUMNS = "id, env_id, text, language, started_at, until, by, dashboards"
_PUT = f"INSERT OR REPLACE INTO maintenance_windows ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  # our own constant
_SELECT = f"SELECT {_COLUMNS} FROM maintenance_windows"  # noqa: S608  # likewise
_OF = f"{_SELECT} WHERE env_id = ? ORDER BY started_at, id"
_ALL = f"{_SELECT} ORDER BY env_id, started_at, id"
_REMOVE = "DELETE FROM maintenance_windows WHERE id = ?"


class SqliteMaintenanceWindows(MaintenanceWindows):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, env_id: str) -> tuple[MaintenanceWindow, ...]:
        rows = await self._database.read(lambda db: db.execute(_OF, (env_id,)).fetchall())
        return tuple(map(_window, rows))

    async def all(self) -> tuple[MaintenanceWindow, ...]:
        rows = await self._database.read(lambda db: db.execute(_ALL).fetchall())
        return tuple(map(_window, rows))

    async def put(self, window: MaintenanceWindow) -> None:
        row = (
            window.id,
            window.env_id,
            window.text,
            window.language,
            time_to_column(window.started_at),
            None if window.until is None else time_to_column(window.until),
            window.by,
            to_column([[d.uuid, d.title, d.before, d.after] for d in window.dashboards]),
        )
        await self._database.write(lambda db: db.execute(_PUT, row), durable=True)

    async def remove(self, window_id: str) -> None:
        await self._database.write(lambda db: db.execute(_REMOVE, (window_id,)), durable=True)


# What SQLite gives back is what `put` wrote.
def _window(row: tuple[Any, ...]) -> MaintenanceWindow:
    window_id, env_id, said, language, started_at, until, by, dashboards = row
    kept = cast("list[tuple[str, str, str | None, str]]", from_column(dashboards))
    return MaintenanceWindow(
        id=window_id,
        env_id=env_id,
        text=said,
        language=language,
        started_at=time_from_column(started_at),
        until=None if until is None else time_from_column(until),
        by=by,
        dashboards=tuple(Bannered(*each) for each in kept),
    )
