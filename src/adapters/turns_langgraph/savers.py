"""Checkpoints of waiting turns: LangGraph's savers behind our port. A thread is a turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from application.ports.checkpoints import Checkpoints


class SaverCheckpoints(Checkpoints):
    """Any LangGraph saver."""

    def __init__(self, saver: BaseCheckpointSaver[Any]) -> None:
        self.saver = saver

    async def is_waiting(self, turn_id: str) -> bool:
        found = await self.saver.aget_tuple(thread(turn_id))
        if found is None or found.pending_writes is None:
            return False
        return any(channel == "__interrupt__" for _, channel, _ in found.pending_writes)

    async def forget(self, turn_id: str) -> None:
        await self.saver.adelete_thread(turn_id)

    async def known(self) -> tuple[str, ...]:
        threads: dict[str, None] = {}
        async for found in self.saver.alist(None):
            threads[str(found.config["configurable"]["thread_id"])] = None
        return tuple(threads)


class MemoryCheckpoints(SaverCheckpoints):
    """Gone with the process."""

    def __init__(self) -> None:
        super().__init__(InMemorySaver())


class SqliteCheckpoints(SaverCheckpoints):
    """In a file of their own, beside our tables."""

    @classmethod
    @asynccontextmanager
    async def opened(cls, path: Path) -> AsyncIterator["SqliteCheckpoints"]:
        """One saver per process, opened once; readable by its owner alone."""
        path.touch(mode=0o600, exist_ok=True)  # noqa: ASYNC240  # once, before anything runs
        async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
            await saver.setup()
            yield cls(saver)


def thread(turn_id: str) -> Any:  # noqa: ANN401  # LangGraph's RunnableConfig
    """The config that names a turn to LangGraph."""
    return {"configurable": {"thread_id": turn_id}}
