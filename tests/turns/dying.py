"""A service that dies at the n-th step of its stores, as kill -9 does: nothing runs after it."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from turns.world import Json, World

# What is written while a turn runs; between two of these lies nothing that outlives a process.
_WRITES = {
    "confirmations": ("add", "claim", "intend", "record", "close"),
    "turns": ("begin", "move", "append"),
    "feed": ("append",),
    "audit": ("append",),
    "results": ("keep",),
}


class Dying:
    """
    Counts the writes of a world's stores, and stops everything at one of them.

    Args:
        at: the number of the write to die at, from 1; 0 lives on.
        after: die once the write is done, not before it.

    """

    def __init__(self, world: World, at: int, *, after: bool) -> None:
        self.world = world
        self.written = 0
        self.died = asyncio.Event()
        self._at = at
        self._after = after
        for store, methods in _WRITES.items():
            kept = getattr(world.container, store)()
            for method in methods:
                setattr(kept, method, self._counted(getattr(kept, method)))

    async def live(self, work: Coroutine[Any, Any, Any]) -> bool:
        """Let something run; whether the service outlived it."""
        request = asyncio.ensure_future(work)
        death = asyncio.ensure_future(self.died.wait())
        turns_end = asyncio.ensure_future(self._all_of(request))
        await asyncio.wait({turns_end, death}, return_when=asyncio.FIRST_COMPLETED)
        for task in (request, turns_end, death):
            task.cancel()
        await asyncio.wait({request, turns_end, death})
        if self.died.is_set():
            await self.world.runner.drain(0)
        return not self.died.is_set()

    async def _all_of(self, request: "asyncio.Future[Any]") -> None:
        await asyncio.wait({request})
        await self.world.runner.drain(10)

    def _counted(self, write: Json) -> Json:
        async def counted(*args: Json) -> Json:
            self.written += 1
            is_last = self.written == self._at
            if self.died.is_set() or (is_last and not self._after):
                await self._die()
            answer = await write(*args)
            if is_last:
                await self._die()
            return answer

        return counted

    async def _die(self) -> None:
        self.died.set()
        await asyncio.Event().wait()
