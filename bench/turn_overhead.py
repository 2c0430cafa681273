"""
What a turn costs besides the model and the tools: a model that answers at once, a tool of no work.

Every store is real (SQLite files in a fresh folder), one turn after another. Prints p50 and p99
of whole turns and of each step, and the process's memory. Compare ratios, not machines.
"""

import asyncio
import resource
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog
from dependency_injector import providers
from returns.result import Failure

from application.ports.language_model import (
    CallProposed,
    LanguageModel,
    ModelRequest,
    ReplyEnded,
    ReplyPart,
    TextDelta,
)
from application.ports.turn_runner import Message, Session, TurnHandle
from domain.environments import Environments
from domain.roles import Role
from entrypoints.container.service import opened
from entrypoints.container.wiring import Container
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.settings import Settings

TURNS = 300
WARM_UP = 20


class InstantModel(LanguageModel):
    """Calls `show_capabilities` once, then answers."""

    @property
    def name(self) -> str:
        return "instant"

    @property
    def is_built_in(self) -> bool:
        return False

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        if request.messages[-1].role == "user":
            yield ReplyEnded((CallProposed("1", "show_capabilities", {}),))
        else:
            yield TextDelta("Here is what you can do.")
            yield ReplyEnded()


class Stopwatch:
    """Seconds by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def timed(self, name: str, step: Callable[..., Awaitable[Any]]) -> Callable[..., Any]:
        """A step that is timed each time it runs."""

        async def run(*args: object) -> object:
            begun = time.perf_counter()
            result = await step(*args)
            self.seconds[name].append(time.perf_counter() - begun)
            return result

        return run


async def one_turn(container: Container, session: Session) -> float:
    """Seconds from the message to its `done`."""
    begun = time.perf_counter()
    started = await container.runner().start(Message("what can you do?"), session)
    if isinstance(started, Failure):
        raise SystemExit(str(started.failure()))
    await until_done(container, started.unwrap())
    return time.perf_counter() - begun


async def until_done(container: Container, handle: TurnHandle) -> None:
    """Read the turn's events as a client does."""
    async for event in container.feed().follow(handle.conversation_id, handle.after):
        if event.type == "done":
            return


async def main() -> None:
    """Run the turns and print the table."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    watch = Stopwatch()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        async with opened(settings, ConfiguredEnvironments(Environments([]), {})) as container:
            container.model.override(providers.Object(InstantModel()))
            for name in ("prepare", "propose", "guard", "execute"):
                step = getattr(container, name)()
                getattr(container, name).override(providers.Object(watch.timed(name, step)))
            issued = container.identity().issue("local:bench", Role.ADMIN, timedelta(hours=1))
            session = Session(issued.caller, "en", issued.token)
            for _ in range(WARM_UP):
                await one_turn(container, session)
            watch.seconds.clear()
            turns = [await one_turn(container, session) for _ in range(TURNS)]
            await container.runner().drain(5)
    report("whole turn", turns)
    for name, seconds in watch.seconds.items():
        report(name, seconds)
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


def report(name: str, seconds: list[float]) -> None:
    """One line of the table."""
    ordered = sorted(seconds)
    p99 = ordered[int(len(ordered) * 0.99) - 1]
    print(f"{name:12} p50 {statistics.median(ordered) * 1e3:7.2f} ms   p99 {p99 * 1e3:7.2f} ms")


if __name__ == "__main__":
    asyncio.run(main())
