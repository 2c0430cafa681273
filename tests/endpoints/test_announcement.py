"""People are told that the service is ready when it is, and why when it is not."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from entrypoints.announcement import Announcement
from entrypoints.speaker import Speaker
from tool_surroundings import TEXTS

_SOON_S = 5


class _Service(ThreadingHTTPServer):
    """Not ready until it is told to be."""

    is_ready = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Answers(BaseHTTPRequestHandler):
    server: _Service

    def do_GET(self) -> None:
        self.send_response(200 if self.server.is_ready else 503)
        self.end_headers()
        self.wfile.write(json.dumps({"detail": "a lock is taken"}).encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def service() -> Iterator[_Service]:
    with _Service(("127.0.0.1", 0), _Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def _said(capsys: pytest.CaptureFixture[str]) -> str:
    said = ""
    while not said:
        said = capsys.readouterr().out
    return said


def test_it_is_made_when_ready_answers(
    service: _Service, capsys: pytest.CaptureFixture[str]
) -> None:
    told = threading.Event()
    announcement = Announcement(service.address, told.set, Speaker(TEXTS), late_s=0)
    announcement.begin(lambda: False)
    assert "a lock is taken" in _said(capsys), "the reason comes first, once it is late"
    assert not told.is_set()
    service.is_ready = True
    assert told.wait(_SOON_S)
    assert capsys.readouterr().out == "", "the reason was said once"


def test_a_port_that_is_not_open_yet_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as closed:
        address = f"http://127.0.0.1:{closed.server_port}"
    ended = threading.Event()
    announcement = Announcement(address, pytest.fail, Speaker(TEXTS), late_s=0)
    announcement.begin(ended.is_set)
    assert address in _said(capsys)
    ended.set()


def test_of_a_service_that_ends_nothing_is_said(
    service: _Service, capsys: pytest.CaptureFixture[str]
) -> None:
    told = threading.Event()
    service.is_ready = True
    Announcement(service.address, told.set, Speaker(TEXTS)).begin(lambda: True)
    assert not told.wait(0.5)
    assert capsys.readouterr().out == ""
