"""Windows of maintenance in memory."""

from application.ports.maintenance_windows import MaintenanceWindows
from domain.maintenance import MaintenanceWindow


class MemoryMaintenanceWindows(MaintenanceWindows):
    def __init__(self) -> None:
        self._windows: dict[str, MaintenanceWindow] = {}

    async def of(self, env_id: str) -> tuple[MaintenanceWindow, ...]:
        return tuple(window for window in await self.all() if window.env_id == env_id)

    async def all(self) -> tuple[MaintenanceWindow, ...]:
        return tuple(sorted(self._windows.values(), key=lambda w: (w.env_id, w.started_at, w.id)))

    async def put(self, window: MaintenanceWindow) -> None:
        self._windows[window.id] = window

    async def remove(self, window_id: str) -> None:
        self._windows.pop(window_id, None)
