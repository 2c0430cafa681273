"""The service as a process: quick to answer, and gone within seconds of any signal."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from endpoints.program import SOURCES, Home
from endpoints.service import frames_of
from model_server import Asked, ModelServer, Reply, says

HEAVY = ("langgraph", "dbos", "gradio", "sqlalchemy", "adapters.demo_supersets.provision")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def _token(home: Home) -> dict[str, str]:
    made = home.run("token", "--user", "ann", "--role", "admin")
    assert made.exit_code == 0, made.output
    return {"Authorization": f"Bearer {made.stdout.strip()}"}


def test_the_port_opens_before_the_heavy_imports() -> None:
    program = f"""
import sys
import entrypoints.cli, entrypoints.serving
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    listed = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout.strip() == "[]"


def test_it_answers_and_is_ready_within_seconds(home: Home) -> None:
    began = time.monotonic()
    with home.serving() as serving:
        assert time.monotonic() - began < 30, "a busy machine; an idle one takes 3 s"
        assert httpx.get(f"{serving.url}/health").json() == {"status": "ok"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_an_idle_service(home: Home, number: signal.Signals) -> None:
    with home.serving() as serving:
        status, seconds = serving.stop(number)
        assert (status, "Traceback" in serving.log.read_text()) == (0, False)
        assert seconds < 5


def test_an_inherited_ignore_does_not_count(home: Home) -> None:
    with home.serving(ignore_interrupt=True) as serving:
        assert serving.stop(signal.SIGINT)[0] == 0


def _silent(asked: Asked) -> Reply:
    """Begins an answer and never ends it."""
    whole = says("Well, let me see")
    return replace(whole, pieces=whole.pieces[:2], end="silence")


def _messages(model: ModelServer) -> dict[str, str]:
    return {"AGENT_LLM__BASE_URL": model.url, "AGENT_LLM__MODEL": "m"}


def test_an_open_stream_does_not_hold_up_the_end(home: Home) -> None:
    """The turn is given up to two seconds; then the next start tells that it was cut off."""
    headers = _token(home)
    with ModelServer(_silent) as model:
        with home.serving(_messages(model)) as serving:
            address = f"{serving.url}/api/agent/messages"
            body = {"message": "hello"}
            with httpx.stream("POST", address, headers=headers, json=body, timeout=20) as answer:
                conversation = answer.headers["x-conversation-id"]
                parts = answer.iter_text()
                seen = next(parts)
                while "event: token" not in seen or not seen.endswith("\n\n"):
                    seen += next(parts)
                status, seconds = serving.stop(signal.SIGINT)
                rest = "".join(parts)
            log = serving.log.read_text()
            assert (status, rest, "Traceback" in log) == (0, "", False), log
            assert seconds < 6, "3 s on an idle machine"
        with home.serving(_messages(model)) as serving:
            address = f"{serving.url}/api/agent/conversations/{conversation}/events"
            last = str(frames_of(seen)[-1].seq)
            again = httpx.get(address, headers={**headers, "Last-Event-ID": last})
            frames = frames_of(again.text)
            assert [frame.seq for frame in frames] == [int(last) + 1, int(last) + 2]
            assert [frame.type for frame in frames] == ["error", "done"]
            assert frames[0].data["code"] == "interrupted"


def test_a_turn_that_ends_in_time_is_let_end(home: Home) -> None:
    headers = _token(home)
    slow = says("one two three four five").slowly(0.2)
    with ModelServer(lambda _: slow) as model, home.serving(_messages(model)) as serving:
        address = f"{serving.url}/api/agent/messages"
        body = {"message": "hello"}
        with httpx.stream("POST", address, headers=headers, json=body, timeout=20) as answer:
            conversation = answer.headers["x-conversation-id"]
            next(answer.iter_text())
            assert serving.stop(signal.SIGTERM)[0] == 0
        with home.serving(_messages(model)) as again:
            path = f"/api/agent/conversations/{conversation}"
            (turn,) = httpx.get(f"{again.url}{path}", headers=headers).json()["turns"]
            assert turn["finish_reason"] == "stop"


def test_the_log_is_json_and_tells_no_secret(home: Home) -> None:
    headers = _token(home)
    link = home.run("link", "--role", "viewer").stdout.strip()
    code = link.partition("#signin=")[2]
    with home.serving({"AGENT_LOG_LEVEL": "debug"}) as serving:
        with httpx.Client(base_url=serving.url, headers=headers) as http:
            http.post("/api/auth/session", json={"code": code})
            http.post("/api/agent/messages", json={"message": "list the environments"})
            http.get("/api/environments")
            http.get("/api/environments/ss-dev/databases")
            http.post(
                "/api/auth/login",
                json={"env_id": "ss-dev", "username": "x", "password": "canary-login"},
            )
        cookies = str(http.cookies.get("agent_session"))
        serving.stop(signal.SIGTERM)
        log = serving.log.read_text()
    said: list[str] = []
    lines: list[str] = []
    for line in log.splitlines():
        (lines if line.startswith("{") else said).append(line)
    assert len(said) == 2, "where the page is, and how to get in"
    events: list[dict[str, Any]] = [json.loads(line) for line in lines]
    asked = [event for event in events if event["event"] == "request"]
    assert {"POST /api/agent/messages", "GET /api/environments"} <= {
        f"{event['method']} {event['route']}" for event in asked
    }
    (message,) = [event for event in asked if event["route"] == "/api/agent/messages"]
    of_turn = [event for event in events if "turn_id" in event]
    assert of_turn
    assert {event["request_id"] for event in of_turn} == {message["request_id"]}
    for secret in (headers["Authorization"][7:], code, cookies, "canary-login", "canary-password"):
        assert len(secret) > 8
        assert secret not in log
