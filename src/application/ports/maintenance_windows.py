"""Which environments are under maintenance."""

from abc import abstractmethod
from typing import Protocol

from domain.maintenance import MaintenanceWindow


class MaintenanceWindows(Protocol):
    """Windows that have not ended; they outlive a restart. An environment may have several."""

    @abstractmethod
    async def of(self, env_id: str) -> tuple[MaintenanceWindow, ...]:
        """The windows of an environment, oldest first; empty when it is not under maintenance."""

    @abstractmethod
    async def all(self) -> tuple[MaintenanceWindow, ...]:
        """Every window, by environment, oldest first."""

    @abstractmethod
    async def put(self, window: MaintenanceWindow) -> None:
        """Keep a window durably, in the place of an earlier state of it."""

    @abstractmethod
    async def remove(self, window_id: str) -> None:
        """Forget a window; without one this is a no-op."""
