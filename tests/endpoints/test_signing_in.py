"""Sign-in links, Superset accounts, and the cookie of the page."""

from datetime import timedelta

import httpx
import pytest

from adapters.memory.superset.objects import MemoryAccount
from domain.roles import Role
from domain.sessions import CODE_LIFETIME, SignInCode
from domain.superset import SupersetFault
from endpoints.service import MESSAGES, ORIGIN, Json, Service, frames_of, problem

FROM_THE_PAGE = {"Origin": ORIGIN, "X-Agent-Client": "web"}


async def _link(service: Service, code: str = "a code", role: Role = Role.ANALYST) -> str:
    clock = service.world.clock
    grant = SignInCode("local:analyst", role, clock.now() + CODE_LIFETIME)
    await service.world.sessions.add_code(code, grant)
    return code


async def _open(service: Service, code: str, **headers: str) -> httpx.Response:
    return await service.nobody().ask("POST", "/api/auth/session", {"code": code}, headers)


async def test_an_unknown_link_opens_nothing(service: Service) -> None:
    problem(await _open(service, "guessed"), 401, "code_unknown")


async def test_a_link_works_once(service: Service) -> None:
    code = await _link(service)
    assert (await _open(service, code)).status_code == 200
    problem(await _open(service, code), 401, "code_used")


async def test_a_link_works_for_a_day(service: Service) -> None:
    code = await _link(service)
    service.world.clock.advance(timedelta(hours=24))
    problem(await _open(service, code), 401, "code_expired")


async def test_another_page_may_not_sign_anybody_in(service: Service) -> None:
    """Else it could make a person work under a name of its choice."""
    code = await _link(service)
    problem(await _open(service, code, Origin="http://127.0.0.1:9"), 403, "origin_refused")
    assert (await _open(service, code, **FROM_THE_PAGE)).status_code == 200


async def test_a_link_gives_a_session_that_a_script_cannot_read(service: Service) -> None:
    answer = await _open(service, await _link(service), **FROM_THE_PAGE)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("agent_session=")
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    assert "Secure" not in cookie, "a demo runs without TLS"
    assert answer.json() == {
        "user": "local:analyst",
        "name": "analyst",
        "role": "analyst",
        "env_id": None,
        "model": {"name": "scripted", "built_in": False},
        "expires_at": "2026-12-01T00:00:00.000Z",
    }
    assert await service.nobody().get("/api/auth/session") == answer.json()


async def test_over_tls_the_cookie_never_travels_without_it(service: Service) -> None:
    code = await _link(service)
    answer = await service.http.post("https://agent.test/api/auth/session", json={"code": code})
    assert "Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": ORIGIN},
        {"X-Agent-Client": "web"},
        {"Origin": "http://agent.test:81", "X-Agent-Client": "web"},
        {"Origin": "https://agent.test", "X-Agent-Client": "web"},
        {"Origin": "null", "X-Agent-Client": "web"},
        {"Origin": f"{ORIGIN}.evil.example", "X-Agent-Client": "web"},
    ],
)
async def test_a_cookie_counts_for_changes_only_from_our_page(
    service: Service, headers: dict[str, str]
) -> None:
    await _open(service, await _link(service))
    nobody = service.nobody()
    answer = await nobody.ask("POST", MESSAGES, {"message": "hello"}, headers)
    problem(answer, 403, "origin_refused")
    assert (await nobody.get("/api/agent/conversations"))["total"] == 0
    problem(await nobody.ask("DELETE", "/api/auth/session", None, headers), 403, "origin_refused")


async def test_our_page_works_with_the_cookie(service: Service) -> None:
    await _open(service, await _link(service))
    answer = await service.nobody().ask("POST", MESSAGES, {"message": "hello"}, FROM_THE_PAGE)
    assert frames_of(answer.text)[-1].type == "done"


async def test_a_bearer_token_needs_no_page(service: Service) -> None:
    """It is sent by nobody's browser on its own, and it wins over a cookie."""
    await _open(service, await _link(service))
    assert (await service.person(user="local:ci").get("/api/auth/session"))["user"] == "local:ci"
    assert (await service.person(user="local:ci").say("hello"))[-1].type == "done"


async def test_signing_out_ends_the_session_everywhere(service: Service) -> None:
    await _open(service, await _link(service))
    kept = service.http.cookies["agent_session"]
    answer = await service.nobody().ask("DELETE", "/api/auth/session", None, FROM_THE_PAGE)
    assert answer.status_code == 204
    assert "agent_session" not in service.http.cookies
    stolen = {"Cookie": f"agent_session={kept}"}
    answer = await service.nobody().ask("GET", "/api/auth/session", None, stolen)
    problem(answer, 401, "session_expired")


def _login(**changed: Json) -> Json:
    return {"env_id": "ss-dev", "username": "boss", "password": "secret", **changed}


@pytest.fixture
def accounts(service: Service) -> None:
    for account in (
        MemoryAccount("boss", ("Admin",)),
        MemoryAccount("alpha", ("Alpha",)),
        MemoryAccount("lab", ("Gamma", "sql_lab")),
        MemoryAccount("gamma", ("Gamma",)),
    ):
        service.world.dev.accounts[account.username] = account


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"password": "wrong"}, 401, "bad_credentials"),
        ({"username": "nobody"}, 401, "bad_credentials"),
        ({"env_id": "ss-nowhere"}, 404, "unknown_environment"),
        ({"password": ""}, 422, "invalid_request"),
        ({"role": "admin"}, 422, "invalid_request"),
    ],
)
async def test_a_wrong_account_is_refused(
    service: Service, accounts: None, changed: Json, status: int, code: str
) -> None:
    answer = await service.nobody().ask("POST", "/api/auth/login", _login(**changed))
    problem(answer, status, code)
    assert "set-cookie" not in answer.headers
    assert "wrong" not in answer.text


async def test_a_wrong_password_is_the_persons_own(service: Service, accounts: None) -> None:
    """What is said of the service's accounts would send them to the wrong door."""
    login = _login(password="wrong")
    answer = await service.nobody().ask("POST", "/api/auth/login", login)
    assert "Check both" in problem(answer, 401, "bad_credentials")["detail"]


async def test_a_superset_that_is_down_is_no_wrong_password(
    service: Service, accounts: None
) -> None:
    service.world.dev.fail_next(SupersetFault.UNREACHABLE)
    answer = await service.nobody().ask("POST", "/api/auth/login", _login())
    problem(answer, 502, "superset_unavailable")


@pytest.mark.parametrize(
    ("username", "role"),
    [("boss", "admin"), ("alpha", "analyst"), ("lab", "analyst"), ("gamma", "viewer")],
)
async def test_superset_roles_decide_the_role(
    service: Service, accounts: None, username: str, role: str
) -> None:
    answer = await service.nobody().ask("POST", "/api/auth/login", _login(username=username))
    told = answer.json()
    assert (told["user"], told["name"]) == (f"superset:ss-dev:{username}", username)
    assert (told["role"], told["env_id"]) == (role, "ss-dev")
    assert told["token"] in answer.headers["set-cookie"]
    (line,) = service.world.audited("sign_in")
    assert (line["role"], line["env_id"]) == (role, "ss-dev")
    assert "secret" not in str(line)


async def test_a_superset_account_is_good_on_its_environment_alone(
    service: Service, accounts: None
) -> None:
    await service.nobody().ask("POST", "/api/auth/login", _login())
    boss = service.nobody()
    assert [e["env_id"] for e in (await boss.get("/api/environments"))["items"]] == ["ss-dev"]
    assert (await boss.get("/api/environments/ss-dev/dashboards"))["total"] == 3
    answer = await boss.ask("GET", "/api/environments/ss-prod/dashboards")
    assert "ss-prod" not in problem(answer, 404, "unknown_environment")["detail"].split("Known")[1]
    body = {"message": "hello", "env_id": "ss-prod"}
    answer = await boss.ask("POST", MESSAGES, body, FROM_THE_PAGE)
    problem(answer, 404, "unknown_environment")


async def test_another_page_may_not_log_anybody_in(service: Service, accounts: None) -> None:
    headers = {"Origin": "http://evil.example"}
    answer = await service.nobody().ask("POST", "/api/auth/login", _login(), headers)
    problem(answer, 403, "origin_refused")
