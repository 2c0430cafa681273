"""The same look at several environments at once; one that is down does not spoil the rest."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from returns.result import Failure, Result

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from domain.environments import Environment

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seen(Generic[T]):
    """What one environment gave."""

    environment: Environment
    result: Result[T, ToolFailure]


async def in_each_environment(
    ctx: ToolContext,
    look: Callable[[Environment, Superset], Awaitable[Result[T, ToolFailure]]],
) -> Sequence[Seen[T]]:
    """Look at the environment of the call, or at all that the caller may use, in their order."""

    async def one(environment: Environment) -> Seen[T]:
        opened = ctx.superset(environment.env_id)
        if isinstance(opened, Failure):
            return Seen(environment, Failure(opened.failure()))
        return Seen(environment, await look(environment, opened.unwrap()))

    return await asyncio.gather(*(one(known) for known in ctx.reachable_environments()))
