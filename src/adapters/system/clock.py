"""The machine's clock, and ids that sort by the time of their making."""

import asyncio
import secrets
import threading
import time
from datetime import UTC, datetime

from application.ports.clock import Clock

# Crockford's base 32: no letters that are mistaken for digits or for one another.
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH = 26
_RANDOM_BITS = 80


class SystemClock(Clock):
    """Ids are laid out as ULIDs: 48 bits of milliseconds, 80 random bits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def new_id(self) -> str:
        drawn = time.time_ns() // 1_000_000 << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)
        with self._lock:
            # Within one millisecond, or when the clock was set back, count on from the last id.
            same_time = drawn >> _RANDOM_BITS <= self._last >> _RANDOM_BITS
            self._last = self._last + 1 if same_time else drawn
            number = self._last
        digits = []
        for _ in range(_ID_LENGTH):
            number, digit = divmod(number, len(_DIGITS))
            digits.append(_DIGITS[digit])
        return "".join(reversed(digits))
