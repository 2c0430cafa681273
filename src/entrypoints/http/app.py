"""The HTTP application: routes, one place for errors, and a lifespan that opens the services."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import structlog

from application.ports.texts import Texts
from entrypoints.http import (
    actions,
    agent,
    catalogue,
    conversations,
    environments,
    health,
    metrics,
    sessions,
    tasks,
)
from entrypoints.http.headers import SecurityHeaders
from entrypoints.http.openapi import DescribedApi, operation_id
from entrypoints.http.pages import add_pages
from entrypoints.http.problems import add_problem_handlers
from entrypoints.http.requests import Requests
from entrypoints.http.services import ApiServices, Readiness

_DRAIN_S = 2.0

log = structlog.get_logger()

OpenServices = Callable[[], AbstractAsyncContextManager[ApiServices]]


def create_app(open_services: OpenServices, texts: Texts, build: Path) -> DescribedApi:
    """
    Build the application.

    Args:
        open_services: opens everything; runs behind /ready, so that the port answers at once.
        build: the built page.

    """

    @asynccontextmanager
    async def lifespan(app: DescribedApi) -> AsyncIterator[None]:
        state: Readiness = app.state.readiness
        serving = asyncio.create_task(_serve(open_services, state))
        serving.add_done_callback(lambda task: _note_failure(task, state))
        yield
        state.closing.set()
        if state.services is None:
            serving.cancel()
        await asyncio.wait({serving})

    app = DescribedApi(
        title="Superset Agent",
        version="0.1.0",
        lifespan=lifespan,
        generate_unique_id_function=operation_id,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.readiness = Readiness()
    app.state.times = metrics.RequestTimes()
    # The last one added is the outermost.
    app.add_middleware(Requests, texts=texts, times=app.state.times)
    app.add_middleware(SecurityHeaders)
    add_problem_handlers(app, texts)
    for module in (
        agent,
        actions,
        conversations,
        catalogue,
        environments,
        tasks,
        sessions,
        health,
        metrics,
    ):
        app.include_router(module.router)
    add_pages(app, build, texts)
    return app


async def _serve(open_services: OpenServices, state: Readiness) -> None:
    """Open, finish what a crash left, be ready, and close when told."""
    async with open_services() as services:
        await services.runner.recover()
        state.services = services
        log.info("ready")
        await state.closing.wait()
        await services.runner.drain(_DRAIN_S)
        state.services = None


def _note_failure(serving: asyncio.Task[None], state: Readiness) -> None:
    """Nobody awaits the task while the service runs; the server looks here on every tick."""
    if serving.cancelled() or (failure := serving.exception()) is None:
        return
    state.failure = failure
    state.services = None
    state.closing.set()
    log.error("cannot_serve", exc_info=failure)
