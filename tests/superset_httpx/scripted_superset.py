"""A Superset that answers as a test says: what a real one shows too seldom."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

import httpx
import prison

from adapters.superset_httpx.gateway import HttpSupersets
from adapters.superset_httpx.sql_lab import Patience
from application.ports.superset.gateway import Superset
from contracts.superset_world import caller
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role

ENV = "ss-dev"
URL = "https://superset.example.com/bi"
DEFAULT_PATIENCE = Patience()
ACCOUNT = Account("agent-admin", "canary-password")

Answer = Callable[[httpx.Request], httpx.Response]


def json_answer(body: object, status: int = 200) -> Answer:
    return lambda _: httpx.Response(status, json=body)


def page_answer(status: int = 200) -> Answer:
    html = "<!doctype html><html><title>Sign in</title><body>canary-page</body></html>"
    return lambda _: httpx.Response(status, html=html)


def to_login(_: httpx.Request) -> httpx.Response:
    return httpx.Response(302, headers={"location": "/bi/login/?next=/bi/api/v1/"})


def rows_answer(*rows: Mapping[str, object]) -> Answer:
    return json_answer({"count": len(rows), "result": list(rows)})


@dataclass
class ScriptedSuperset:
    """
    Signs anybody in; everything else is `answer`, or the answers of `script` before it.

    A token is "token-1", "token-2" and so on, with "csrf-1" and the cookie "session-1".
    """

    answer: Answer = field(default_factory=rows_answer)
    script: list[Answer] = field(default_factory=list)
    login: Answer | None = None
    requests: list[httpx.Request] = field(default_factory=list)
    sign_ins: int = 0

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        # Lets calls that a test started side by side get into each other's way.
        await asyncio.sleep(0)
        path = request.url.path.removeprefix("/bi")
        if path == "/api/v1/security/login":
            assert "cookie" not in request.headers
            self.sign_ins += 1
            token = {"access_token": f"token-{self.sign_ins}"}
            return self.login(request) if self.login else httpx.Response(200, json=token)
        if path == "/api/v1/security/csrf_token/":
            assert "cookie" not in request.headers
            cookie = f"session=session-{self.sign_ins}; Path=/; HttpOnly"
            body = {"result": f"csrf-{self.sign_ins}"}
            return httpx.Response(200, json=body, headers={"set-cookie": cookie})
        await request.aread()
        self.requests.append(request)
        answer = self.script.pop(0) if self.script else self.answer
        return answer(request)

    def supersets(self, patience: Patience = DEFAULT_PATIENCE) -> HttpSupersets:
        return HttpSupersets(
            Environments([Environment(ENV, URL)]),
            {ENV: {Role.ADMIN: ACCOUNT}},
            transport=httpx.MockTransport(self),
            patience=patience,
        )

    def opened(self, patience: Patience = DEFAULT_PATIENCE) -> Superset:
        return self.supersets(patience).open(ENV, caller(Role.ADMIN)).unwrap()


def asked_for(request: httpx.Request) -> object:
    """What stands in `q`, as Superset reads it."""
    return prison.loads(parse_qs(request.url.query.decode("ascii"))["q"][0])
