"""The application behind a real socket, where a client can leave in the middle."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import httpx
import uvicorn

from endpoints.service import Service, app_of
from entrypoints.http.openapi import DescribedApi
from entrypoints.server import AgentServer
from turns.world import World


class _Server(AgentServer):
    """Leaves the signals to pytest."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def listening(
    world: World, make_app: Callable[[World], DescribedApi] = app_of
) -> AsyncIterator[tuple[Service, _Server]]:
    """A ready service on a port of its own, and the server to stop."""
    app = make_app(world)
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=3)
    server = _Server(config, app.state.readiness)
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        own.listen()
        port = own.getsockname()[1]
        running = asyncio.create_task(server.serve(sockets=[own]))
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10) as http:
            # The socket takes connections before the server does; the first one waits for it.
            await http.get("/health")
            while (await http.get("/ready")).status_code != 200:
                pass
            yield Service(world, app, http), server
        server.should_exit = True
        await running
