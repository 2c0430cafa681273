"""What can be reached under /gradio, and what cannot."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Mount

from endpoints.listening import listening
from endpoints.service import Json, Service, problem, serving
from entrypoints.gradio_api.gate import Gate
from gradio_clients.clients import (
    API,
    arguments,
    events_of,
    gradio_app_of,
    kinds,
    raw_call,
    run_client,
)
from turns.world import World

# With "x" in place of every parameter but the name of the API and an event's id.
REACHABLE = {
    "/config",
    "/gradio_api/info",
    "/gradio_api/run/agent_handler",
    "/gradio_api/api/agent_handler",
    "/gradio_api/call/agent_handler",
    "/gradio_api/call/v2/agent_handler",
    "/gradio_api/call/agent_handler/00000000000000000000000000000000",
    "/gradio_api/call/v2/agent_handler/00000000000000000000000000000000",
    "/gradio_api/queue/join",
    "/gradio_api/queue/data",
    "/gradio_api/cancel",
    "/gradio_api/reset",
}


def _mounted(app: FastAPI, path: str) -> Json:
    (found,) = [r.app for r in app.routes if isinstance(r, Mount) and r.path == path]
    return found


def _flat(routes: list[Json]) -> Iterator[Json]:
    """FastAPI keeps an included router as one route."""
    for route in routes:
        if hasattr(route, "original_router"):
            yield from _flat(route.original_router.routes)
        else:
            yield route


def _paths_of_gradio(service: Service) -> Iterator[tuple[str, str]]:
    """Every method and path that Gradio itself would answer."""
    gate = _mounted(service.app, "/gradio")
    assert isinstance(gate, Gate)
    for route in _flat(_mounted(gate.gradio, "").routes):  # type: ignore[arg-type]
        path = route.path.replace("{api_name}", "agent_handler").replace("{event_id}", "0" * 32)
        for method in getattr(route, "methods", None) or {"GET"}:
            yield method, re.sub(r"\{[^}]*\}", "x", path)


async def test_nothing_but_the_api_is_reachable(service: Service) -> None:
    paths = list(_paths_of_gradio(service))
    assert {"/gradio_api/upload", "/login", "/gradio_api/file=x"} <= {path for _, path in paths}
    reached = set()
    for method, path in paths:
        if path.rstrip("/") in REACHABLE:
            reached.add(path.rstrip("/"))
            continue
        answer = await service.http.request(method, f"/gradio{path}")
        assert answer.status_code == 404, (method, path)
        if method != "HEAD":
            problem(answer, 404, "not_found")
    assert reached == REACHABLE, "the list above is of routes that exist"


ASTRAY = (
    "/",
    "/agent",
    "/config/../gradio_api/upload",
    "/gradio_api/call/other",
    "/gradio_api/call/agent_handler/../../upload",
    "/gradio_api/call/agent_handler%2F..%2F..%2Fupload",
    "/gradio_api//info",
    "/gradio_api/info//",
    "/gradio_api/mcp/sse",
    "/gradio_api/heartbeat/x",
    "/gradio_api/component_server",
    "/gradio_api/file=/etc/passwd",
    "/gradio_api/proxy=http://127.0.0.1/",
    "/gradio/config",
    "/config%0A",
)


async def test_other_spellings_lead_nowhere(service: Service) -> None:
    """R06: the pages do not answer here either."""
    for path in ASTRAY:
        raw = service.http.base_url.copy_with(raw_path=f"/gradio{path}".encode())
        for method in ("GET", "POST"):
            problem(await service.http.request(method, raw), 404, "not_found")


async def test_a_file_is_not_taken(service: Service) -> None:
    files = {"files": ("canary.txt", b"canary")}
    problem(await service.http.post(f"{API}/upload", files=files), 404, "not_found")


async def test_a_stream_that_is_not_there_says_so(service: Service) -> None:
    answer = await service.http.get(f"{API}/call/agent_handler/{'0' * 32}")
    assert answer.text.startswith("event: error")


async def test_config_takes_no_query(service: Service) -> None:
    plain = await service.http.get("/gradio/config")
    asked = await service.http.get("/gradio/config?deep_link=x&page=x")
    assert asked.json() == plain.json()
    assert "deep_link_state" not in asked.json() or asked.json()["deep_link_state"] != "valid"


async def test_info_tells_of_six_arguments_and_an_optional_one(service: Service) -> None:
    info = (await service.http.get(f"{API}/info")).json()
    (endpoint,) = info["named_endpoints"].values()
    assert [p["parameter_name"] for p in endpoint["parameters"]] == [
        "message",
        "history",
        "conv_id",
        "user_id",
        "user_jwt",
        "env_id",
        "uicontext_str",
    ]
    assert [p["parameter_has_default"] for p in endpoint["parameters"]] == [False] * 6 + [True]
    assert len(endpoint["returns"]) == 1


async def test_where_it_is_not_enabled_there_is_nothing() -> None:
    async with serving(World([])) as service:
        for path in ("/gradio/config", f"{API}/info", "/gradio"):
            problem(await service.http.get(path), 404, "not_found")


@asynccontextmanager
async def _reverse_proxy(target: str, prefix: str) -> AsyncIterator[str]:
    """A server that hands on what is below a prefix, and says so as proxies do."""
    app = FastAPI()

    @app.api_route(prefix + "/{path:path}", methods=["GET", "POST"])
    async def forward(path: str, request: Request) -> StreamingResponse:
        headers = {
            "X-Forwarded-Prefix": prefix,
            "X-Forwarded-Host": request.headers["host"],
            "X-Forwarded-Proto": request.url.scheme,
            "Content-Type": request.headers.get("content-type", ""),
        }
        url = f"{target}/{path}?{request.url.query}"
        body = await request.body()
        sent = http.build_request(request.method, url, content=body, headers=headers)
        answer = await http.send(sent, stream=True)
        kept = {"content-type": answer.headers["content-type"]}
        return StreamingResponse(answer.aiter_bytes(), answer.status_code, kept)

    config = uvicorn.Config(app, port=0, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    async with httpx.AsyncClient(timeout=30) as http:
        running = asyncio.create_task(server._serve())
        while not server.started:  # noqa: ASYNC110  # no event for it
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}{prefix}"
        server.should_exit = True
        await running


@pytest.mark.parametrize("kind", ["python", "node"])
async def test_real_clients_behind_a_prefix(service: Service, kind: str) -> None:
    """R06."""
    async with _reverse_proxy(str(service.http.base_url).rstrip("/"), "/tools/agent") as address:
        config = (await service.http.get(f"{address}/gradio/config")).json()
        assert config["root"] == f"{address}/gradio"
        calls = [{"how": "submit", "arguments": arguments(service, "find sales")}]
        (values,) = await run_client(service, kind, calls, address)
    assert kinds(events_of(values))[-1] == "done"


async def test_the_scheme_outside_is_named(service: Service) -> None:
    """R06."""
    headers = {
        "X-Forwarded-Prefix": "/tools/agent/",
        "X-Forwarded-Host": "bi.example.com",
        "X-Forwarded-Proto": "https",
    }
    config = (await service.http.get("/gradio/config", headers=headers)).json()
    assert config["root"] == "https://bi.example.com/tools/agent/gradio"
    assert config["api_prefix"] == "/gradio_api"


async def test_a_prefix_that_is_none_is_not_believed(service: Service) -> None:
    for forged in ("//evil.example", "/a/../b c", "https://evil.example", "/%2e"):
        config = await service.http.get("/gradio/config", headers={"X-Forwarded-Prefix": forged})
        assert config.json()["root"] == f"{str(service.http.base_url).rstrip('/')}/gradio"


async def test_a_websocket_is_closed(service: Service) -> None:
    answer = await service.http.get(
        f"{API}/queue/join",
        headers={
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
        },
    )
    assert answer.status_code in {403, 405}


async def test_pages_do_not_answer_for_gradio(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("page")
    async with serving(World([]), tmp_path) as service:
        assert (await service.http.get("/agent")).text == "page"
        problem(await service.http.get("/gradio/config"), 404, "not_found")


async def test_a_second_service_in_one_process_keeps_its_own(service: Service) -> None:
    async with listening(World(["Second."]), gradio_app_of) as (second, _):
        events = await raw_call(second.http, arguments(second, "hello"))
    assert events[-1]["text"] == "Second."
