"""Alive at once, ready once everything is open, and an honest end when it cannot be."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from application.ports.store import StoreUnavailable
from endpoints.service import ORIGIN, app_of, problem
from entrypoints.http.app import create_app
from entrypoints.http.services import ApiServices
from tool_surroundings import TEXTS
from turns.world import World

PROBES = ("/health", "/ready")


def _client(app: object) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN)  # type: ignore[arg-type]


async def test_before_everything_is_open_only_health_answers() -> None:
    gate = asyncio.Event()
    world = World([])

    @asynccontextmanager
    async def opened() -> AsyncIterator[ApiServices]:
        await gate.wait()
        yield world.container.api()

    app = create_app(opened, TEXTS, Path("no build"))
    async with app.router.lifespan_context(app), _client(app) as http:
        assert (await http.get("/health")).json() == {"status": "ok"}
        assert [(await http.head(path)).status_code for path in PROBES] == [200, 503]
        problem(await http.get("/ready", headers={"Accept-Language": "ru"}), 503, "not_ready")
        problem(await http.get("/api/auth/session"), 503, "not_ready")
        problem(await http.post("/api/auth/login", json={}), 503, "not_ready")
        gate.set()
        await asyncio.sleep(0.05)
        assert (await http.get("/ready")).json() == {"ready": True}
        assert [(await http.head(path)).status_code for path in PROBES] == [200, 200]
    async with _client(app) as http:
        problem(await http.get("/ready"), 503, "not_ready")


@pytest.mark.parametrize("error", [StoreUnavailable("/data: denied"), RuntimeError("canary")])
async def test_what_cannot_be_opened_ends_the_service(error: Exception) -> None:
    @asynccontextmanager
    async def opened() -> AsyncIterator[ApiServices]:
        raise error
        yield

    app = create_app(opened, TEXTS, Path("no build"))
    async with app.router.lifespan_context(app), _client(app) as http:
        answer = await http.get("/ready")
        assert "denied" not in problem(answer, 503, "cannot_start")["detail"]
        assert (await http.get("/health")).status_code == 200
        assert app.state.readiness.failure is error


async def test_a_recovery_that_fails_ends_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World([])

    async def broken() -> None:
        raise StoreUnavailable("damaged")

    monkeypatch.setattr(world.runner, "recover", broken)
    app = app_of(world)
    async with app.router.lifespan_context(app), _client(app) as http:
        problem(await http.get("/ready"), 503, "cannot_start")


async def test_a_stop_does_not_wait_for_an_opening_that_hangs() -> None:
    closed = asyncio.Event()

    @asynccontextmanager
    async def opened() -> AsyncIterator[ApiServices]:
        try:
            await asyncio.Event().wait()
            yield World([]).container.api()
        finally:
            closed.set()

    app = create_app(opened, TEXTS, Path("no build"))
    async with asyncio.timeout(2), app.router.lifespan_context(app), _client(app) as http:
        problem(await http.get("/ready"), 503, "not_ready")
    assert closed.is_set()
