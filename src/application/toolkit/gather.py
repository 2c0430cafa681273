"""Several calls at once, whose results keep their types."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def gathered(calls: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """All results, in the order of the calls; how many run at a time is for the calls to say."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(call) for call in calls]
    return [task.result() for task in tasks]
