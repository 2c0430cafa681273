"""Runs the HTTP application until a signal, in an order that loses nothing."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from application.ports.texts import Texts
from entrypoints.announcement import Announcement
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.gradio_api.endpoint import create_app_with_gradio
from entrypoints.http.app import create_app
from entrypoints.http.services import ApiServices, Readiness
from entrypoints.settings import Settings

FRONTEND_BUILD: Final = Path(__file__).resolve().parents[2] / "frontend" / "build"
_GRACE_S: Final = 3


class ServiceFailed(Exception):  # noqa: N818  # reads as a sentence
    """The service could not open what it needs, or broke while it ran."""


class AgentServer(uvicorn.Server):
    """
    Ends open streams before it waits for them, and ends itself when the service cannot run.

    Unlike uvicorn's own it swallows the signal once it has obeyed it: what comes after `run`
    (stopping the demo's Supersets) must still run, and an asked-for end is no KeyboardInterrupt.
    """

    def __init__(self, config: uvicorn.Config, readiness: Readiness) -> None:
        super().__init__(config)
        self._readiness = readiness

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._captured_signals.clear()

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._readiness.failure is not None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._readiness.closing.set()
        await super().shutdown(sockets)


def build_app(
    settings: Settings, configured: ConfiguredEnvironments, texts: Texts, build: Path | None = None
) -> FastAPI:
    """The application over the real adapters."""

    @asynccontextmanager
    async def open_services() -> AsyncIterator[ApiServices]:
        # LangGraph takes most of a second to import; the port answers meanwhile.
        service = await asyncio.to_thread(import_module, "entrypoints.container.service")
        async with service.opened(settings, configured) as container, service.working(container):
            yield container.api()

    create = create_app_with_gradio if settings.gradio.enabled else create_app
    return create(open_services, texts, build or FRONTEND_BUILD)


def listen(host: str, port: int) -> list[socket.socket]:
    """
    Take a port, so that nobody else can; port 0 is any free one.

    Raises:
        OSError: it is taken, or the host is no address of this machine.

    """
    taken: list[socket.socket] = []
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    try:
        for family, _, _, _, address in found:
            # The first address chooses what 0 is for all of them.
            chosen = taken[0].getsockname()[1] if taken else port
            taken.append(socket.create_server((address[0], chosen), family=family))
    except OSError:
        for listener in taken:
            listener.close()
        raise
    return taken


def run(app: FastAPI, listeners: list[socket.socket], announcement: Announcement) -> None:
    """
    Serve until INT, TERM or HUP; an inherited "ignore SIGINT" does not count.

    Args:
        announcement: made when the service takes requests, not when its port opens.

    Raises:
        ServiceFailed: from the exception that ended it.

    """
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    readiness: Readiness = app.state.readiness
    server = AgentServer(config, readiness)
    signal.signal(signal.SIGHUP, server.handle_exit)
    announcement.begin(readiness.closing.is_set)
    server.run(listeners)
    if readiness.failure is not None:
        raise ServiceFailed(str(readiness.failure)) from readiness.failure
