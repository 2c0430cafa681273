"""The time, and new ids."""

from abc import abstractmethod
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Injected everywhere, so that a test decides what time it is."""

    @abstractmethod
    def now(self) -> datetime:
        """The time, UTC-aware."""

    @abstractmethod
    async def sleep(self, seconds: float) -> None:
        """Wait."""

    @abstractmethod
    def new_id(self) -> str:
        """A new unique id: 26 letters and digits, sortable by time of making."""
