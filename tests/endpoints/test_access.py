"""Who gets in: every route of the description, refused first."""

import re
from datetime import timedelta

import jwt
import pytest

from domain.audit import AuditEntry
from domain.roles import Role
from endpoints.service import Json, Person, Service, app_of, problem
from turns.world import SECRET, World

OPEN = {("get", "/health"), ("get", "/ready"), ("get", "/metrics")}
SIGN_IN = {("post", "/api/auth/session"), ("post", "/api/auth/login")}


def _routes() -> list[tuple[str, str]]:
    described = app_of(World([])).openapi()["paths"]
    return [
        (method, re.sub(r"\{\w+\}", "unknown", path))
        for path, operations in described.items()
        for method in operations
        if (method, path) not in OPEN | SIGN_IN
    ]


ROUTES = _routes()
BODIES: dict[str, Json] = {
    "/api/agent/messages": {"message": "hello"},
    "/api/agent/conversations/unknown/decisions": {"confirmation_id": "x", "decision": "deny"},
    "/api/agent/conversations/unknown": {"title": "Other"},
}


async def _ask(person: Person, method: str, path: str) -> Json:
    body = BODIES.get(path) if method in {"post", "patch"} else None
    return await person.ask(method.upper(), path, body)


def test_the_description_names_routes() -> None:
    assert len(ROUTES) >= 15


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_without_a_token_nothing_answers(service: Service, method: str, path: str) -> None:
    answer = await _ask(service.nobody(), method, path)
    problem(answer, 401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_a_token_whose_time_is_over_opens_nothing(
    service: Service, method: str, path: str
) -> None:
    ann = service.person()
    service.world.clock.advance(timedelta(hours=2))
    problem(await _ask(ann, method, path), 401, "session_expired")


@pytest.mark.parametrize(
    "path", [path for method, path in ROUTES if "unknown" in path and method == "get"]
)
async def test_what_nobody_made_is_not_found(service: Service, path: str) -> None:
    answer = await service.person().ask("GET", path)
    assert answer.status_code == 404
    assert answer.json()["code"].endswith(("unknown", "not_found", "unknown_environment"))


def _token(**claims: object) -> str:
    return jwt.encode(claims, SECRET, algorithm="HS256")


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "a.b.c",
        "é.ü.ß",
        "x" * 20_000,
        _token(sub="u1", role="admin"),  # J01: no exp
        _token(exp=4_000_000_000, role="admin"),  # J10: no sub
        _token(sub=5, exp=4_000_000_000, role="admin"),  # J10
        _token(sub="u1", exp="soon", role="admin"),
        _token(sub="u1", exp=4_000_000_000, iat=3_900_000_000, role="admin"),  # J02
        jwt.encode({"sub": "u1", "exp": 4_000_000_000}, "x" * 40, algorithm="HS256"),
        jwt.encode({"sub": "u1", "exp": 4_000_000_000}, "", algorithm="none"),
    ],
)
async def test_a_token_that_proves_nothing_is_refused(service: Service, token: str) -> None:
    answer = await service.nobody().ask(
        "GET",
        "/api/agent/conversations",
        headers={"Authorization": f"Bearer {token}".encode()},
    )
    problem(answer, 401, "unauthenticated")


async def test_no_token_is_taken_from_the_address(service: Service) -> None:
    """J07: addresses end up in logs."""
    token = service.person().token
    for name in ("token", "access_token", "agent_session"):
        answer = await service.nobody().ask("GET", f"/api/agent/conversations?{name}={token}")
        problem(answer, 401, "unauthenticated")


@pytest.mark.parametrize(
    ("claim", "role"),
    [
        ("Admin", "admin"),
        (" ADMIN ", "admin"),
        ("аdmin", "viewer"),
        (None, "viewer"),
        ([], "viewer"),
    ],
)
async def test_a_role_is_what_the_claim_surely_says(
    service: Service, claim: object, role: str
) -> None:
    """J08: a letter that only looks like another makes nobody an admin."""
    person = Person(service.http, _token(sub="u1", exp=4_000_000_000, role=claim))
    assert (await person.get("/api/auth/session"))["role"] == role


async def test_a_revoked_token_is_refused_from_then_on(service: Service) -> None:
    ann = service.person()
    assert (await ann.ask("DELETE", "/api/auth/session")).status_code == 204
    problem(await ann.ask("GET", "/api/auth/session"), 401, "session_expired")


async def test_another_user_finds_nothing(deleting: Service) -> None:
    """J10: users are compared exactly."""
    ann = deleting.person()
    card = (await ann.say("delete dashboard 1"))[2].data
    own = f"/api/agent/conversations/{card['conversation_id']}"
    body = {"confirmation_id": card["metadata"]["confirmation_id"], "decision": "deny"}
    for user in ("local:bob", "local:Ann", "superset:ss-dev:ann"):
        other = deleting.person(user=user)
        for method, path, sent in (
            ("GET", own, None),
            ("PATCH", own, {"title": "Mine"}),
            ("DELETE", own, None),
            ("POST", f"{own}/cancel", None),
            ("GET", f"{own}/events?follow=false", None),
            ("POST", f"{own}/decisions", body),
            ("POST", "/api/agent/messages", {"message": "x", "conversation_id": own[-26:]}),
        ):
            problem(await other.ask(method, path, sent), 404, "conversation_unknown")
        assert (await other.get("/api/agent/conversations"))["total"] == 0
    assert (await ann.get(own))["state"] == "awaiting_confirmation"


async def test_results_are_for_whom_they_were_made(service: Service) -> None:
    frames = await service.person().say("find sales")
    (address,) = [f.data["result_url"] for f in frames if f.type == "tool_end"]
    problem(await service.person(user="local:bob").ask("GET", address), 404, "result_unknown")


@pytest.mark.parametrize("role", [Role.ANALYST, Role.VIEWER])
async def test_the_audit_log_is_for_admins(service: Service, role: Role) -> None:
    problem(await service.person(role).ask("GET", "/api/audit"), 403, "forbidden")


async def test_admins_read_the_audit_log_newest_first(deleting: Service) -> None:
    ann = deleting.person()
    card = (await ann.say("delete dashboard 1"))[2].data
    assert (await ann.decide(card, "deny")).status_code == 200
    await ann.ask("POST", "/api/agent/messages", {"message": "x", "uicontext": "{broken"})
    log = await ann.get("/api/audit", limit=1)
    assert (log["total"], [line["kind"] for line in log["items"]]) == (1, ["context_error"])
    everything = await ann.get("/api/audit")
    assert [line["number"] for line in everything["items"]] == list(
        range(everything["total"], 0, -1)
    )


async def test_an_admin_of_one_environment_reads_its_audit_lines_alone(service: Service) -> None:
    """EN-2: the sign-in is valid on that environment, so the others are none of its business."""
    now = service.world.clock.now()
    for user, env_id in (("local:ann", "ss-prod"), ("local:ann", "ss-dev"), ("local:ann", None)):
        entry = AuditEntry("execution", now, user, {"env_id": env_id, "tool": "t"})
        await service.world.audit.append(entry)
    boss = service.person(user="superset:ss-dev:boss", env_id="ss-dev")
    await service.world.audit.append(AuditEntry("sign_in", now, "superset:ss-dev:boss", {}))
    log = await boss.get("/api/audit")
    assert [(line["user"], line["facts"].get("env_id")) for line in log["items"]] == [
        ("superset:ss-dev:boss", None),
        ("local:ann", "ss-dev"),
    ]
    assert (await boss.get("/api/audit", limit=1))["total"] == 1
    assert (await service.person().get("/api/audit"))["total"] == 4


@pytest.mark.parametrize("limit", [0, 1001, "x", ""])
async def test_audit_takes_a_sensible_limit(service: Service, limit: object) -> None:
    answer = await service.person().ask("GET", f"/api/audit?limit={limit}")
    problem(answer, 422, "invalid_request")


async def test_refusals_are_in_the_language_of_the_request(service: Service) -> None:
    said = {
        language: problem(
            await service.nobody(language).ask("GET", "/api/auth/session"), 401, "unauthenticated"
        )["detail"]
        for language in ("en", "ru", "ru-RU,en;q=0.5", "de,ru;q=0.2", "de", "en;q=0,ru", "*;;q=,,")
    }
    assert said["ru"] == said["ru-RU,en;q=0.5"] == said["de,ru;q=0.2"]
    assert said["en"] == said["de"] == said["*;;q=,,"]
    assert said["ru"].startswith("Вы не вошли")
    assert said["en;q=0,ru"] == said["ru"], "q=0 means: not this one"
