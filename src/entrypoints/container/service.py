"""
The composition root of the service.

What must be opened (files, connections) is opened in `opened` and handed in, so that every
provider stays synchronous.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

from adapters.fluent.texts import FluentTexts
from adapters.model_httpx.language_model import HttpLanguageModel
from adapters.planner.language_model import CommandAssistant
from adapters.sql_process.sql_judge import ProcessSqlJudge
from adapters.sqlite.database import Database
from adapters.sqlite.sessions import SqliteSessions
from adapters.superset_httpx.gateway import HttpSupersets
from adapters.system.clock import SystemClock
from adapters.turns_langgraph.savers import SqliteCheckpoints
from application.ports.language_model import LanguageModel
from application.ports.texts import Texts
from entrypoints.container.identity import identity_of
from entrypoints.container.wiring import Container
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.settings import Settings

# How long a running step of a task may take to end when the service stops.
_TASK_DRAIN_S: Final = 5.0


@asynccontextmanager
async def opened(
    settings: Settings, configured: ConfiguredEnvironments
) -> AsyncIterator[Container]:
    """
    Open what needs opening, and close it again in the opposite order. Nothing runs by itself yet.

    Raises:
        StoreUnavailable: the data directory or the database cannot be used.

    """
    async with AsyncExitStack() as stack:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        clock, texts = SystemClock(), FluentTexts()
        database = Database()
        await database.open(settings.store_file)
        stack.push_async_callback(database.close)
        sessions = SqliteSessions(database)
        judge = ProcessSqlJudge()
        stack.push_async_callback(judge.close)
        supersets = HttpSupersets(configured.environments, configured.accounts)
        stack.push_async_callback(supersets.close)
        checkpoints = await stack.enter_async_context(
            SqliteCheckpoints.opened(settings.data_dir / "checkpoints.sqlite")
        )
        container = Container(
            settings=settings,
            environments=configured.environments,
            database=database,
            checkpoints=checkpoints,
            supersets=supersets,
            model=_model(settings, texts, stack),
            sql_judge=judge,
            identity=identity_of(settings, sessions, clock, stack),
            sessions=sessions,
            clock=clock,
            texts=texts,
        )
        yield container


@asynccontextmanager
async def working(container: Container) -> AsyncIterator[None]:
    """
    Go on with what was left and with what comes: for the one process that serves.

    Raises:
        StoreUnavailable: tasks cannot be taken up.

    """
    tasks = container.tasks()
    await tasks.serve(container.task_worker().work)
    watch = asyncio.create_task(container.maintenance_watch().run())
    try:
        yield
    finally:
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch
        await tasks.drain(_TASK_DRAIN_S)


def _model(settings: Settings, texts: Texts, stack: AsyncExitStack) -> LanguageModel:
    llm = settings.llm
    if not llm.base_url or not llm.model:
        return CommandAssistant(texts)
    model = HttpLanguageModel(llm.base_url, llm.api_key, llm.model)
    stack.push_async_callback(model.close)
    return model
