"""Cases S02 and S03: tokens, CSRF and cookies, and what happens when they are too old."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from returns.pipeline import is_successful
from returns.result import Result, Success

from adapters.superset_httpx.calls import Call, Upload
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.gateway import HttpSupersets
from application.ports.superset.gateway import Superset
from application.ports.superset.sql_lab import Query
from contracts.superset_world import caller
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.superset import NewDataset, SupersetFault
from superset_httpx.scripted_superset import (
    ACCOUNT,
    ENV,
    URL,
    Answer,
    ScriptedSuperset,
    json_answer,
    page_answer,
    rows_answer,
    to_login,
)

EXPIRED = json_answer({"msg": "Token has expired"}, 401)
BAD_SIGNATURE = json_answer({"msg": "Signature verification failed"}, 422)
CSRF = json_answer({"errors": [{"message": "400 Bad Request: The CSRF token is missing."}]}, 400)
REFUSALS = [to_login, EXPIRED, BAD_SIGNATURE, CSRF]
DELETED = json_answer({"message": "OK"})

Act = Callable[[Superset], Awaitable[Result[Any, Any]]]
WRITES: list[Act] = [
    lambda superset: superset.dashboards.delete("1"),
    lambda superset: superset.datasets.delete("1"),
    lambda superset: superset.datasets.create(NewDataset("1", "orders")),
    lambda superset: superset.sql_lab.run(Query("1", "DELETE FROM orders", 10, writes=True)),
]


async def test_many_calls_need_one_sign_in() -> None:
    server = ScriptedSuperset()
    superset = server.opened()
    assert await superset.dashboards.all() == Success(())
    assert await superset.datasets.all() == Success(())
    assert server.sign_ins == 1


async def test_parallel_first_calls_need_one_sign_in() -> None:
    server = ScriptedSuperset()
    superset = server.opened()
    results = await asyncio.gather(*(superset.dashboards.all() for _ in range(10)))
    assert set(results) == {Success(())}
    assert server.sign_ins == 1


async def test_opening_twice_is_the_same_account_once() -> None:
    server = ScriptedSuperset()
    supersets = server.supersets()
    for user in ("local:a", "local:b"):
        superset = supersets.open(ENV, caller(Role.ADMIN, user)).unwrap()
        assert await superset.dashboards.all() == Success(())
    assert server.sign_ins == 1


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_expired_session_is_renewed_and_the_call_repeated(refusal: Answer) -> None:
    server = ScriptedSuperset(script=[rows_answer(), refusal])
    superset = server.opened()
    assert await superset.dashboards.all() == Success(())
    assert await superset.dashboards.all() == Success(())
    assert server.sign_ins == 2
    assert [request.headers["authorization"] for request in server.requests] == [
        "Bearer token-1",
        "Bearer token-1",
        "Bearer token-2",
    ]


@pytest.mark.parametrize("act", WRITES)
@pytest.mark.parametrize("refusal", REFUSALS)
async def test_write_refused_before_it_acted_is_sent_once_more(refusal: Answer, act: Act) -> None:
    server = ScriptedSuperset(script=[refusal])
    await act(server.opened())
    writes = [request for request in server.requests if request.method != "GET"]
    assert [request.headers["x-csrftoken"] for request in writes] == ["csrf-1", "csrf-2"]
    assert [request.headers["cookie"] for request in writes] == [
        "session=session-1",
        "session=session-2",
    ]
    assert writes[0].content == writes[1].content


@pytest.mark.parametrize(
    ("refusal", "fault"),
    [
        (to_login, SupersetFault.BAD_CREDENTIALS),
        (EXPIRED, SupersetFault.BAD_CREDENTIALS),
        (BAD_SIGNATURE, SupersetFault.BAD_CREDENTIALS),
        (CSRF, SupersetFault.REFUSED),
    ],
)
async def test_refused_again_is_the_end(refusal: Answer, fault: SupersetFault) -> None:
    server = ScriptedSuperset(answer=refusal)
    failed = await server.opened().dashboards.delete("1")
    assert failed.failure().fault is fault
    assert (len(server.requests), server.sign_ins) == (2, 2)


async def test_parallel_calls_share_one_renewal() -> None:
    server = ScriptedSuperset()

    def only_the_second_token(request: httpx.Request) -> httpx.Response:
        is_new = request.headers["authorization"] == "Bearer token-2"
        return (rows_answer() if is_new else to_login)(request)

    superset = server.opened()
    assert await superset.dashboards.all() == Success(())
    server.answer = only_the_second_token
    results = await asyncio.gather(*(superset.dashboards.all() for _ in range(10)))
    assert set(results) == {Success(())}
    assert server.sign_ins == 2


async def test_wrong_password_is_tried_once_for_parallel_calls() -> None:
    server = ScriptedSuperset(login=json_answer({"message": "Not authorized"}, 401))
    superset = server.opened()
    results = await asyncio.gather(*(superset.dashboards.all() for _ in range(10)))
    assert {result.failure().fault for result in results} == {SupersetFault.BAD_CREDENTIALS}
    assert (server.sign_ins, server.requests) == (1, [])


async def test_failed_sign_in_is_tried_again_by_the_next_call() -> None:
    server = ScriptedSuperset(login=page_answer(502))
    superset = server.opened()
    failed = await superset.dashboards.delete("1")
    assert failed.failure().fault is SupersetFault.GATEWAY
    server.login = None
    server.answer = DELETED
    assert await superset.dashboards.delete("1") == Success(None)


async def test_cancelled_sign_in_leaves_the_door_open() -> None:
    server = ScriptedSuperset()
    superset = server.opened()
    first = asyncio.create_task(superset.dashboards.all())
    second = asyncio.create_task(superset.dashboards.all())
    await asyncio.sleep(0)
    first.cancel()
    assert await second == Success(())


async def test_account_without_csrf_token_may_still_read() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/login"):
            return httpx.Response(200, json={"access_token": "t"})
        if request.url.path.endswith("/csrf_token/"):
            return httpx.Response(403, json={"message": "Forbidden"})
        return rows_answer()(request)

    supersets = HttpSupersets(
        Environments([Environment(ENV, URL)]),
        {ENV: {Role.ADMIN: ACCOUNT}},
        transport=httpx.MockTransport(handler),
    )
    superset = supersets.open(ENV, caller(Role.ADMIN)).unwrap()
    assert await superset.dashboards.all() == Success(())


@pytest.mark.parametrize("token", ["токен", "two\nlines", None, 7])
async def test_token_that_fits_no_header_is_not_supersets(token: object) -> None:
    server = ScriptedSuperset(login=json_answer({"access_token": token}))
    failed = await server.opened().dashboards.all()
    assert failed.failure().fault is SupersetFault.NOT_SUPERSET


@pytest.mark.parametrize(
    ("status", "location"),
    [(308, "/bi/api/v1/dashboard"), (302, "https://sso.example.com/authorize"), (301, "")],
)
async def test_other_redirects_are_not_followed(status: int, location: str) -> None:
    server = ScriptedSuperset(
        answer=lambda _: httpx.Response(status, headers={"location": location})
    )
    failed = await server.opened().dashboards.all()
    assert failed.failure().fault is SupersetFault.NOT_SUPERSET
    assert (len(server.requests), server.sign_ins) == (1, 1)


async def test_page_instead_of_json_is_not_superset() -> None:
    failed = await ScriptedSuperset(answer=page_answer()).opened().dashboards.all()
    assert failed.failure().fault is SupersetFault.NOT_SUPERSET
    assert "canary-page" not in failed.failure().detail


class TestHeaders:
    @pytest.mark.parametrize("act", WRITES)
    async def test_every_write_carries_csrf_and_referer(self, act: Act) -> None:
        server = ScriptedSuperset(answer=DELETED)
        await act(server.opened())
        headers = server.requests[0].headers
        assert headers["x-csrftoken"] == "csrf-1"
        assert headers["referer"] == f"{URL}/"
        assert headers["accept"] == "application/json"

    async def test_form_keeps_its_own_content_type(self) -> None:
        server = ScriptedSuperset(answer=DELETED)
        client = SupersetClient(Environment(ENV, URL), ACCOUNT, httpx.MockTransport(server), 5)
        upload = Upload("formData", "bundle.zip", b"PK-bytes", {"overwrite": "true"})
        sent = await client.send(Call.send_file("/api/v1/dashboard/import/", upload))
        assert is_successful(sent)
        request = server.requests[0]
        kind, boundary = request.headers["content-type"].split("; boundary=")
        assert kind == "multipart/form-data"
        assert boundary.encode() in request.content
        assert b"PK-bytes" in request.content
        assert b'name="overwrite"' in request.content
        assert request.headers["x-csrftoken"] == "csrf-1"
        assert request.headers["referer"] == f"{URL}/"

    async def test_reads_carry_neither(self) -> None:
        server = ScriptedSuperset()
        await server.opened().dashboards.all()
        headers = server.requests[0].headers
        assert "x-csrftoken" not in headers
        assert "referer" not in headers


async def test_cookies_of_two_supersets_on_one_host_stay_apart() -> None:
    servers = {8091: ScriptedSuperset(answer=DELETED), 8092: ScriptedSuperset(answer=DELETED)}
    servers[8092].sign_ins = 10
    environments = [
        Environment("ss-dev", "http://127.0.0.1:8091"),
        Environment("ss-prod", "http://127.0.0.1:8092"),
    ]
    account = {Role.ADMIN: Account("agent-admin", "secret")}

    async def handler(request: httpx.Request) -> httpx.Response:
        return await servers[request.url.port or 0](request)

    supersets = HttpSupersets(
        Environments(environments),
        {"ss-dev": account, "ss-prod": account},
        transport=httpx.MockTransport(handler),
    )
    for env_id in ("ss-dev", "ss-prod", "ss-dev"):
        superset = supersets.open(env_id, caller(Role.ADMIN)).unwrap()
        assert await superset.dashboards.delete("1") == Success(None)
    cookies = [request.headers["cookie"] for request in servers[8091].requests]
    assert cookies == ["session=session-1", "session=session-1"]
    assert servers[8092].requests[0].headers["cookie"] == "session=session-11"
