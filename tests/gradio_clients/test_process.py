"""The service as a process: with Gradio it calls nobody, and without it has nothing of it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from endpoints.program import SOURCES, Home
from entrypoints.gradio_api.endpoint import OWN_FOLDER
from gradio_clients.clients import CALL, events_of, kinds

_GUARDED = Path(__file__).with_name("guarded.py")
_LOCAL = ("('127.0.0.1', ", "'127.0.0.1'", "'localhost'", "('::1', ")
# What must cost nothing where it is not wanted.
_OF_GRADIO = ("gradio", "gradio_client", "pandas", "numpy", "PIL", "huggingface_hub", "jinja2")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@contextmanager
def _serving(home: Home, connections: Path, **variables: str) -> Iterator[httpx.Client]:
    """The guarded service, ready; told to stop at the end, and it must."""
    log = home.folder / "serve.log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, str(_GUARDED)],
            env={**home.variables, **variables, "AGENT_TEST_CONNECTIONS": str(connections)},
            cwd=home.folder,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{home.port}", timeout=30) as http:
            _wait_until_ready(http, process, log)
            yield http
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0, log.read_text()
    finally:
        process.kill()
        process.wait()


def _wait_until_ready(http: httpx.Client, process: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        assert process.poll() is None, log.read_text()
        try:
            if http.get("/ready").status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise AssertionError(log.read_text())


def _call(http: httpx.Client, home: Home) -> list[Any]:
    made = home.run("token", "--user", "ann", "--role", "admin")
    assert made.exit_code == 0, made.output
    # What looks like a file in an argument would be fetched by Gradio alone.
    history = [{"path": "http://192.0.2.1/x", "meta": {"_type": "gradio.FileData"}}]
    sent = ["help", history, "chat", "ann", made.stdout.strip(), None]
    event_id = http.post(CALL, json={"data": sent}).json()["event_id"]
    stream = http.get(f"{CALL}/{event_id}").text
    lines = [line for line in stream.splitlines() if line.startswith("data: [")]
    return events_of([json.loads(line.removeprefix("data: "))[0] for line in lines])


def test_with_gradio_it_works_and_calls_nobody(home: Home, tmp_path: Path) -> None:
    connections = tmp_path / "connections"
    with _serving(home, connections, AGENT_GRADIO__ENABLED="true") as http:
        events = _call(http, home)
        assert http.get("/gradio/config").status_code == httpx.codes.OK
    assert (kinds(events)[0], events[-1]["type"]) == ("turn_started", "done")
    assert events[-1]["finish_reason"] == "stop"
    noted = connections.read_text().splitlines()
    far = [line for line in noted if not line.split(" ", 1)[1].startswith(_LOCAL)]
    assert far == []
    assert noted, "the guard sees the service's own look-up of its address"
    log = (home.folder / "serve.log").read_text()
    assert "Traceback" not in log
    assert "Running on" not in log


def test_without_gradio_there_is_nothing_of_it() -> None:
    """Not even its folder: libraries take what they find, as httpx takes rich."""
    program = f"""
import sys
from pathlib import Path
import entrypoints.serving, entrypoints.container.service
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.settings import Settings
from entrypoints.server import build_app
from entrypoints.container.command_line import texts_catalogue
from domain.environments import Environments
settings = Settings()
assert not settings.gradio.enabled
app = build_app(settings, ConfiguredEnvironments(Environments([]), {{}}), texts_catalogue())
print([name for name in {_OF_GRADIO!r} if name in sys.modules])
print([path for path in sys.path if path == {str(OWN_FOLDER)!r}])
print([route.path for route in app.routes if getattr(route, "path", "").startswith("/gradio")])
"""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("AGENT_")}
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**clean, "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == ["[]", "[]", "[]"]


def test_gradio_that_is_missing_ends_the_service_with_a_sentence(home: Home) -> None:
    program = """
import sys
import entrypoints.gradio_api.endpoint as endpoint
from pathlib import Path
endpoint.OWN_FOLDER = Path("nowhere")
from entrypoints.cli import main
main(["serve"], prog_name="superset-agent")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**home.variables, "AGENT_GRADIO__ENABLED": "true"},
        cwd=home.folder,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert ended.returncode == 1
    assert "make setup" in ended.stderr
