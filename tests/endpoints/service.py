"""The HTTP application over a world in memory, and people who call it."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeAlias

import httpx

from domain.roles import Role
from entrypoints.http.app import create_app
from entrypoints.http.openapi import DescribedApi
from entrypoints.http.services import ApiServices
from tool_surroundings import TEXTS
from turns.world import World

# Answers are JSON, into which tests look.
Json: TypeAlias = Any

ORIGIN = "http://agent.test"
MESSAGES = "/api/agent/messages"


@dataclass(frozen=True)
class Frame:
    """One event as it stood on the wire."""

    seq: int
    type: str
    data: Json


def frames_of(stream: str) -> list[Frame]:
    """The frames of a whole stream, each checked for its shape; pings are left out."""
    parts = re.sub(r"^: ping\n", "", stream, flags=re.MULTILINE).split("\n\n")
    assert parts.pop() == "", "the last frame is whole"
    return [_frame(part) for part in parts]


def _frame(part: str) -> Frame:
    number, kind, data = part.split("\n")
    parsed = json.loads(data.removeprefix("data: "))
    frame = Frame(int(number.removeprefix("id: ")), kind.removeprefix("event: "), parsed)
    assert parsed["type"] == frame.type
    return frame


def kinds(frames: list[Frame]) -> list[str]:
    """The types, tokens folded together."""
    found: list[str] = []
    for frame in frames:
        if not (frame.type == "token" and found[-1:] == ["token"]):
            found.append(frame.type)
    return found


class Person:
    """Somebody with a token, or without."""

    def __init__(self, http: httpx.AsyncClient, token: str | None, language: str = "en") -> None:
        self.http = http
        self.token = token
        bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.headers = {"Accept-Language": language, **bearer}

    async def ask(
        self,
        method: str,
        path: str,
        body: Json = None,
        headers: Mapping[str, Any] | None = None,
        **more: Json,
    ) -> httpx.Response:
        """One request, with `body` as JSON if there is one."""
        sent = {**self.headers, **(headers or {})}
        if body is not None:
            # httpx's own encoder refuses the half characters that we want to send.
            sent["Content-Type"] = "application/json"
            more["content"] = json.dumps(body)
        return await self.http.request(method, path, headers=sent, **more)

    async def get(self, path: str, **params: Json) -> Json:
        """JSON that must come."""
        answer = await self.ask("GET", path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def say(self, message: str, **more: Json) -> list[Frame]:
        """Send a message on ss-dev; the frames up to `done`."""
        answer = await self.ask("POST", MESSAGES, {"message": message, "env_id": "ss-dev", **more})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        return frames_of(answer.text)

    async def decide(self, card: Json, decision: str = "approve", **more: Json) -> httpx.Response:
        """Decide the card of `confirm_required`."""
        body = {
            "confirmation_id": card["metadata"]["confirmation_id"],
            "decision": decision,
            "digest": card["metadata"]["digest"],
            **more,
        }
        return await self.ask("POST", f"{conversation(card)}/decisions", body)


def conversation(event: Json) -> str:
    """The address of the conversation that an event belongs to."""
    return f"/api/agent/conversations/{event['conversation_id']}"


@dataclass
class Service:
    """An application that is ready, and its world."""

    world: World
    app: DescribedApi
    http: httpx.AsyncClient

    def person(
        self,
        role: Role = Role.ADMIN,
        user: str = "local:ann",
        language: str = "en",
        *,
        env_id: str | None = None,
    ) -> Person:
        """Somebody signed in for an hour."""
        issued = self.world.identity.issue(user, role, timedelta(hours=1), env_id)
        return Person(self.http, issued.token, language)

    def nobody(self, language: str = "en") -> Person:
        return Person(self.http, None, language)


@asynccontextmanager
async def serving(world: World, build: Path = Path("no build")) -> AsyncIterator[Service]:
    """The application over a world, called without a socket."""
    app = app_of(world, build)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
            while (await http.get("/ready")).status_code != 200:
                pass
            yield Service(world, app, http)


def app_of(world: World, build: Path = Path("no build")) -> DescribedApi:
    """The application over a world."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[ApiServices]:
        yield world.container.api()

    return create_app(opened, TEXTS, build)


def problem(answer: httpx.Response, status: int, code: str) -> Json:
    """The problem JSON of a refusal, whole."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (told["status"], told["code"]) == (status, code)
    assert told["title"] == HTTPStatus(status).phrase
    assert told["type"] == "about:blank"
    assert told["detail"]
    return told
