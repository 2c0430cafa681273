"""The client that makes sample data, and makes it for longer than a token lives."""

import functools

import httpx
import pytest

from adapters.demo_supersets.model import Account, DemoFailed
from adapters.demo_supersets.superset_api import SupersetApi

ADMIN = Account("admin", "secret")


class AgingSuperset:
    """Gives tokens that are good for so many calls."""

    def __init__(self, lifetime: int) -> None:
        self.lifetime = lifetime
        self.sign_ins = 0
        self.left = 0
        self.done: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/api/v1/security/login":
            self.sign_ins += 1
            self.left = self.lifetime
            return httpx.Response(200, json={"access_token": f"token-{self.sign_ins}"})
        if request.url.path == "/api/v1/security/csrf_token/":
            return httpx.Response(200, json={"result": f"csrf-{self.sign_ins}"})
        is_current = request.headers["Authorization"] == f"Bearer token-{self.sign_ins}"
        if self.left <= 0 or not is_current:
            return httpx.Response(401, json={"msg": "Token has expired"})
        self.left -= 1
        self.done.append(request.headers["X-CSRFToken"])
        return httpx.Response(200, json={"id": len(self.done)})


def api_of(superset: AgingSuperset, monkeypatch: pytest.MonkeyPatch) -> SupersetApi:
    transport = httpx.MockTransport(superset)
    monkeypatch.setattr(httpx, "Client", functools.partial(httpx.Client, transport=transport))
    return SupersetApi("http://superset.test")


def test_an_expired_token_is_renewed_and_the_call_made_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    superset = AgingSuperset(lifetime=2)
    with api_of(superset, monkeypatch) as api:
        api.sign_in(ADMIN)
        made = [api.call("POST", "/api/v1/dashboard/", {})["id"] for _ in range(5)]
    assert made == [1, 2, 3, 4, 5]
    assert superset.done == ["csrf-1", "csrf-1", "csrf-2", "csrf-2", "csrf-3"]


def test_an_account_that_is_never_let_in_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    superset = AgingSuperset(lifetime=0)
    with api_of(superset, monkeypatch) as api:
        api.sign_in(ADMIN)
        with pytest.raises(DemoFailed, match="Token has expired"):
            api.call("GET", "/api/v1/dashboard/")
    assert superset.sign_ins == 2
