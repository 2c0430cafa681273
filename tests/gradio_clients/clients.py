"""Old clients, each as its users run it, and what they were told."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from starlette.requests import HTTPConnection

from domain.roles import Role
from endpoints.service import Service
from entrypoints.gradio_api.answers import encoded
from entrypoints.gradio_api.endpoint import OWN_FOLDER, create_app_with_gradio
from entrypoints.gradio_api.handler import AgentHandler
from entrypoints.http.openapi import DescribedApi
from entrypoints.http.services import ApiServices
from tool_surroundings import TEXTS
from turns.world import World

# Values are JSON, into which tests look.
Json: TypeAlias = Any

API = "/gradio/gradio_api"
CALL = f"{API}/call/agent_handler"
_HERE = Path(__file__).parent
_PROGRAMS = {
    "python": (sys.executable, str(_HERE / "python_client.py")),
    "node": ("node", str(_HERE / "node_client.js")),
}


def gradio_app_of(world: World) -> DescribedApi:
    """The application over a world, with Gradio in it."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[ApiServices]:
        yield world.container.api()

    return create_app_with_gradio(opened, TEXTS, Path("no build"))


def arguments(
    service: Service,
    message: Json,
    *,
    conv: Json = "chat",
    history: Json = None,
    role: Role = Role.ADMIN,
    user: str = "local:ann",
    env_id: Json = "ss-dev",
) -> list[Json]:
    """Six arguments of somebody who is signed in for an hour."""
    return [message, history, conv, None, service.person(role, user).token, env_id]


async def run_client(
    service: Service, kind: str, calls: Sequence[Json], address: str | None = None
) -> list[list[Json]]:
    """
    The values of each call ({"how", "arguments"}), from a real client in its own process.

    Args:
        address: where the client finds the service, if not at its own address.

    """
    address = address or str(service.http.base_url).rstrip("/")
    wanted = {"url": f"{address}/gradio", "calls": calls}
    program = await asyncio.create_subprocess_exec(
        *_PROGRAMS[kind],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": str(OWN_FOLDER),
            "GRADIO_ANALYTICS_ENABLED": "False",
            "HF_HUB_OFFLINE": "1",
        },
    )
    out, err = await program.communicate(json.dumps(wanted).encode())
    assert program.returncode == 0, err.decode()
    answers: list[list[Json]] = json.loads(out)
    return answers


async def real_call(
    service: Service, kind: str, sent: Sequence[Json], how: str = "submit"
) -> list[Json]:
    """The events of one call of a real client."""
    (values,) = await run_client(service, kind, [{"how": how, "arguments": sent}])
    return events_of(values)


async def direct_call(
    service: Service, sent: Sequence[Json], *, shows_cards: bool = True, language: str = ""
) -> list[Json]:
    """The events of one call without Gradio, as the JSON that it would hand on."""
    headers = [(b"accept-language", language.encode())]
    connection = HTTPConnection({"type": "http", "headers": headers})
    handler = AgentHandler(service.app.state.readiness, TEXTS)
    answer = handler.answer(sent, connection, shows_cards=shows_cards)
    return [json.loads(encoded(data)) async for data in answer]


async def raw_call(http: httpx.AsyncClient, sent: Json, path: str = CALL) -> list[Json]:
    """The events of one call by the bare protocol: POST, then GET the stream."""
    return events_of(await raw_values(http, {"data": sent}, path))


async def raw_values(http: httpx.AsyncClient, body: Json, path: str = CALL) -> list[Json]:
    """The values of one call by the bare protocol, the last of them from `complete`."""
    posted = await http.post(path, json=body)
    assert posted.status_code == 200, posted.text
    stream = await http.get(f"{path}/{posted.json()['event_id']}")
    assert stream.headers["content-type"].startswith("text/event-stream")
    values: list[Json] = []
    blocks = [part for part in stream.text.split("\n\n") if part]
    assert blocks[-1].startswith("event: complete"), stream.text
    for block in blocks:
        kind, data = block.split("\n")
        assert kind in {"event: generating", "event: complete", "event: heartbeat"}, block
        if kind != "event: heartbeat":
            (value,) = json.loads(data.removeprefix("data: "))
            values.append(value)
    return values


def events_of(values: Sequence[Json]) -> list[Json]:
    """Values as events; the last comes twice where a stream's end repeats it."""
    events = [json.loads(value) for value in values]
    if len(events) > 1 and events[-1] == events[-2]:
        events.pop()
    return events


def kinds(events: Sequence[Json]) -> list[str]:
    """The types, tokens folded together."""
    found: list[str] = []
    for event in events:
        if not (event["type"] == "token" and found[-1:] == ["token"]):
            found.append(event["type"])
    return found


def refusal(events: Sequence[Json], status: int, code: str) -> str:
    """The sentence of a refused call, whose events are whole."""
    error, done = events
    assert (error["type"], error["status"], error["code"]) == ("error", status, code)
    assert (done["type"], done["finish_reason"]) == ("done", "error")
    assert done["text"] == error["message"]
    said: str = error["message"]
    assert said
    return said
