"""Windows of maintenance in memory."""

from application.ports.maintenance_windows import MaintenanceWindows
from domain.maintenance import MaintenanceWindow


class MemoryMaintenanceWindows(MaintenanceWindows):
    def __init__(self) -> None:
        self._windows: dict[str, MaintenanceWindow] = {}

    async def get(self, env_id: str) -> MaintenanceWindow | None:
        return self._windows.get(env_id)

    async def all(self) -> tuple[MaintenanceWindow, ...]:
        return tuple(window for _, window in sorted(self._windows.items()))

    async def put(self, window: MaintenanceWindow) -> None:
        self._windows[window.env_id] = window

    async def remove(self, env_id: str) -> None:
        self._windows.pop(env_id, None)
