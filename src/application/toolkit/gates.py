"""How many queries may run on one Superset at a time, over all conversations."""

import asyncio
from collections import defaultdict
from typing import Final

_AT_ONCE: Final = 4


class Gates:
    """One gate for each environment: `async with gates[env_id]` waits for its turn."""

    def __init__(self, at_once: int = _AT_ONCE) -> None:
        self._gates: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(at_once))

    def __getitem__(self, env_id: str) -> asyncio.Semaphore:
        return self._gates[env_id]
