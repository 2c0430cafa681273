"""Which environments are under maintenance."""

from abc import abstractmethod
from typing import Protocol

from domain.maintenance import MaintenanceWindow


class MaintenanceWindows(Protocol):
    """At most one window for each environment; it outlives a restart."""

    @abstractmethod
    async def get(self, env_id: str) -> MaintenanceWindow | None:
        """The window of an environment; None when it is not under maintenance."""

    @abstractmethod
    async def all(self) -> tuple[MaintenanceWindow, ...]:
        """Every window, by environment."""

    @abstractmethod
    async def put(self, window: MaintenanceWindow) -> None:
        """Keep a window durably, in the place of the environment's last one."""

    @abstractmethod
    async def remove(self, env_id: str) -> None:
        """Forget the window of an environment; without one this is a no-op."""
