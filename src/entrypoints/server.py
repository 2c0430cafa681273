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
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.http.app import create_app
from entrypoints.http.services import ApiServices, Readiness
from entrypoints.settings import Settings

FRONTEND_BUILD: Final = Path(__file__).resolve().parents[2] / "frontend" / "build"
_GRACE_S: Final = 3


class AgentServer(uvicorn.Server):
    """Ends open streams on the first signal; uvicorn alone would wait for them."""

    def __init__(self, config: uvicorn.Config, readiness: Readiness) -> None:
        super().__init__(config)
        self._readiness = readiness

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._readiness.closing.set()
        super().handle_exit(sig, frame)


def build_app(
    settings: Settings, configured: ConfiguredEnvironments, texts: Texts, build: Path | None = None
) -> FastAPI:
    """The application over the real adapters."""

    @asynccontextmanager
    async def open_services() -> AsyncIterator[ApiServices]:
        # LangGraph takes most of a second to import; the port answers meanwhile.
        service = await asyncio.to_thread(import_module, "entrypoints.container.service")
        async with service.opened(settings, configured) as container:
            yield container.api()

    return create_app(open_services, texts, build or FRONTEND_BUILD)


def run(app: FastAPI, settings: Settings) -> None:
    """Serve until INT, TERM or HUP; an inherited "ignore SIGINT" does not count."""
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    server = AgentServer(config, app.state.readiness)
    signal.signal(signal.SIGHUP, server.handle_exit)
    server.run()


def is_free(host: str, port: int) -> bool:
    """Whether a server may listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port(host: str) -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
    return port
