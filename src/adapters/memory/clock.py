"""A clock that a test sets."""

import asyncio
from datetime import UTC, datetime, timedelta

from application.ports.clock import Clock

_NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class MemoryClock(Clock):
    """
    Stands still until it is moved; sleeping moves it at once.

    Args:
        moment: where it stands.

    """

    def __init__(self, moment: datetime = _NOON) -> None:
        self.moment = moment
        self.slept: list[float] = []
        self._made = 0

    def now(self) -> datetime:
        return self.moment

    def advance(self, by: timedelta) -> None:
        """Let time pass."""
        self.moment += by

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.advance(timedelta(seconds=seconds))
        # Others get their turn, as they would in a real wait.
        await asyncio.sleep(0)

    def new_id(self) -> str:
        self._made += 1
        return f"{self._made:026d}"
