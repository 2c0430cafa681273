"""What no page would send: each is refused with a sentence, none is a 500."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import httpx
import pytest
import structlog

from application.ports.store import StoreUnavailable
from endpoints.listening import listening
from endpoints.service import MESSAGES, ORIGIN, Json, Service, app_of, problem
from entrypoints.http.requests import MAX_BODY_BYTES
from turns.world import World

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"\xff\xfe",
        b"nul",
        b"[" * 100_000,
        b'{"message": "x", "uicontext": ' + b"9" * 5000 + b"}",
        b'{"message": "x"',
        b"\x00",
    ],
)
async def test_a_body_that_is_no_json_is_refused(service: Service, body: bytes) -> None:
    answer = await service.person().ask("POST", MESSAGES, headers=JSON, content=body)
    assert answer.status_code in {400, 422}
    problem(
        answer,
        answer.status_code,
        "bad_request" if answer.status_code == 400 else "invalid_request",
    )


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ('{"message": "\\ud800"}', "body.message"),
        ('{"message": "x", "message_id": "\\ud83d"}', "body.message_id"),
        ('{"message": "x", "\\ud800": 1}', "body"),
        ('{"message": "x", "' + "k" * 10_000 + '": 1}', "body." + "k" * 95),
        ('{"message": 5}', "body.message"),
        ('{"message": ["x"]}', "body.message"),
        ("[]", "body"),
        ('"x"', "body"),
        ("null", "body"),
        ("NaN", "body"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_wrong_body_is_told_where(
    service: Service, body: str, place: str, language: str
) -> None:
    person = service.person(language=language)
    answer = await person.ask("POST", MESSAGES, headers=JSON, content=body)
    detail = problem(answer, 422, "invalid_request")["detail"]
    quotes = "“{}”" if language == "en" else "«{}»"
    assert quotes.format(place) in detail
    assert ("The request" in detail) is (language == "en")
    assert "{" not in detail


async def test_json_in_disguise_is_refused(service: Service) -> None:
    """A form of another page can send text/plain, and no form may say what we do."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = await service.person().ask(
            "POST", MESSAGES, headers={"Content-Type": kind}, content='{"message": "x"}'
        )
        problem(answer, 422, "invalid_request")


@pytest.mark.parametrize(
    "message", ["\x00", "a\x00b", "\u202e\u2028\x1b[31m", "🦊" * 1000, "е\u0301", "\ufeffx\ufffe"]
)
async def test_odd_text_is_still_a_message(service: Service, message: str) -> None:
    ann = service.person()
    frames = await ann.say(message)
    assert frames[-1].data["finish_reason"] == "stop"
    (item,) = (await ann.get("/api/agent/conversations"))["items"]
    whole = await ann.get(f"/api/agent/conversations/{item['id']}")
    assert whole["turns"][0]["message"] == message.strip()


async def test_a_body_over_the_limit_is_refused_before_it_is_read(service: Service) -> None:
    async def receive() -> Json:
        raise AssertionError("read")

    answers: list[Json] = []

    async def send(message: Json) -> None:
        answers.append(message)

    length = str(MAX_BODY_BYTES + 1).encode()
    scope = {
        "type": "http",
        "method": "POST",
        "path": MESSAGES,
        "query_string": b"",
        "headers": [(b"content-length", length), (b"content-type", b"application/json")],
    }
    await service.app(scope, receive, send)
    assert answers[0]["status"] == 413


async def test_a_large_body_gets_its_refusal_and_the_connection_lives() -> None:
    async with listening(World([])) as (service, _):
        ann = service.person()
        for _ in range(2):
            body = b" " * 20_000_000
            problem(await ann.ask("POST", MESSAGES, headers=JSON, content=body), 413, "too_large")
        assert (await ann.get("/api/agent/conversations"))["total"] == 0


async def test_a_body_of_unknown_length_is_counted(service: Service) -> None:
    taken = 0

    async def parts() -> AsyncIterator[bytes]:
        nonlocal taken
        for _ in range(100):
            taken += 100_000
            yield b" " * 100_000

    answer = await service.person().ask("POST", MESSAGES, headers=JSON, content=parts())
    problem(answer, 413, "too_large")
    assert taken <= MAX_BODY_BYTES + 100_000


@pytest.mark.parametrize("length", ["-1", "x", "²", "9" * 400])
async def test_a_length_that_is_none_breaks_nothing(service: Service, length: str) -> None:
    answer = await service.person().ask(
        "POST",
        MESSAGES,
        headers={**JSON, "Content-Length": length.encode()},
        content=b"{}",
    )
    assert answer.status_code in {413, 422}


@pytest.mark.parametrize(
    "path", ["/api/nope", "/api", "/api/", "/api/agent/../../etc/passwd", "/api/agent/%00"]
)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
async def test_an_unknown_address_is_a_json_404(service: Service, path: str, accept: str) -> None:
    """A page in its place would be taken for an answer."""
    answer = await service.nobody().ask("GET", path, headers={"Accept": accept})
    problem(answer, 404, "not_found")


async def test_a_method_that_is_not_taken_names_those_that_are(service: Service) -> None:
    answer = await service.person().ask("PUT", MESSAGES)
    problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "POST"
    for method in ("OPTIONS", "TRACE"):
        problem(await service.nobody().ask(method, MESSAGES), 405, "method_not_allowed")


async def test_no_other_origin_is_let_in(service: Service) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = await service.nobody().ask("OPTIONS", MESSAGES, headers=headers)
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/health", "/api/auth/session", "/api/nope", "/agent", "/ready"])
async def test_every_answer_is_guarded(service: Service, path: str) -> None:
    headers = (await service.nobody().ask("GET", path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] in {"no-store", "no-cache"}
    assert headers["x-request-id"]


class _Broken:
    def __init__(self, error: Exception) -> None:
        self._error = error

    async def of_user(self, *_: object) -> Json:
        raise self._error


@contextlib.contextmanager
def _broken(service: Service, error: Exception) -> Iterator[None]:
    ready = service.app.state.readiness
    whole = ready.services
    ready.services = replace(whole, conversations=_Broken(error))
    yield
    ready.services = whole


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_bug_is_told_without_its_details(service: Service, language: str) -> None:
    ann = service.person(language=language)
    with _broken(service, RuntimeError("canary 5f0e")), structlog.testing.capture_logs() as logs:
        answer = await ann.ask("GET", "/api/agent/conversations", headers={"X-Request-Id": "r-1"})
    told = problem(answer, 500, "internal")
    assert "canary" not in answer.text
    assert "r-1" in told["detail"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [line["event"] for line in logs] == ["request_broke", "request"]


async def test_a_store_that_fails_is_a_503(service: Service) -> None:
    with _broken(service, StoreUnavailable("disk full")):
        answer = await service.person().ask("GET", "/api/agent/conversations")
    problem(answer, 503, "store_unavailable")
    assert "disk" not in answer.text


async def test_requests_are_logged_by_route_and_never_by_token(service: Service) -> None:
    ann = service.person()
    with structlog.testing.capture_logs() as logs:
        await ann.say("find sales")
        await ann.ask("GET", "/api/agent/conversations?q=canary-query")
        await ann.ask("GET", "/api/agent/conversations/canary-id")
        await ann.ask("GET", "/canary-path")
        await service.nobody().ask("POST", "/api/auth/session", {"code": "canary-code"})
    lines = [line for line in logs if line["event"] == "request"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/agent/messages", 200),
        ("GET", "/api/agent/conversations", 200),
        ("GET", "/api/agent/conversations/{conversation_id}", 404),
        ("GET", None, 404),
        ("POST", "/api/auth/session", 401),
    ]
    assert all(line["ms"] >= 0 and line["log_level"] == "info" for line in lines)
    assert "canary" not in str(logs)
    assert str(ann.token) not in str(logs)


async def test_the_request_id_reaches_the_log_of_its_turn() -> None:
    """E02: what is bound around a request is seen by its stream and by the turn it starts."""
    seen: list[Json] = []

    def note(_: object, __: str, event: Json) -> Json:
        seen.append(dict(event))
        raise structlog.DropEvent

    old = structlog.get_config()["processors"]
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, note])
    try:
        async with listening(World(["Hello."])) as (service, _):
            ann = service.person()
            body = {"message": "hello"}
            for name in ("r-1", "r-2"):
                await ann.ask("POST", MESSAGES, body, {"X-Request-Id": name})
            answer = await ann.ask(
                "GET", "/health", headers={"X-Request-Id": "bad id\u00e9".encode("latin-1")}
            )
            assert answer.headers["x-request-id"] != "bad id"
    finally:
        structlog.configure(processors=old)
    of_turns = {(e["turn_id"], e["request_id"]) for e in seen if "turn_id" in e}
    assert len(of_turns) == 2
    assert {name for _, name in of_turns} == {"r-1", "r-2"}
    assert [e["request_id"] for e in seen if e["event"] == "request"][-2:] != ["r-1", "r-1"]


async def test_an_answer_is_not_lost_when_its_request_is_cancelled() -> None:
    """The turn is no child of the request."""
    async with listening(World(["Hello."])) as (service, _):
        ann = service.person()
        asked = asyncio.create_task(ann.ask("POST", MESSAGES, {"message": "hello"}))
        while not (await ann.get("/api/agent/conversations"))["total"]:
            pass
        asked.cancel()
        while (await ann.get("/api/agent/conversations"))["items"][0]["state"] != "idle":
            pass


async def test_no_socket_is_spoken_to_but_http() -> None:
    app = app_of(World([]))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
        answer = await http.get("/api/agent/tools", headers={"Upgrade": "websocket"})
        problem(answer, 503, "not_ready")
