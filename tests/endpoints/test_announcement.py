"""People are told that the service is ready when it is, and why when it is not."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import pytest

from domain.texts import TextParam, text
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


class _Heard(Speaker):
    """What is said, in order; the announcement says it in a thread of its own."""

    def __init__(self) -> None:
        super().__init__(TEXTS)
        self.sentences: Queue[str] = Queue()

    def say(self, key: str, **params: TextParam) -> None:
        self.sentences.put(self.words(text(key, **params)))


def test_it_is_made_when_ready_answers(service: _Service) -> None:
    told, heard = threading.Event(), _Heard()
    announcement = Announcement(service.address, told.set, heard, late_s=0)
    announcement.begin(lambda: False)
    reason = heard.sentences.get(timeout=_SOON_S)
    assert "a lock is taken" in reason, "it comes first, once it is late"
    assert not told.is_set()
    service.is_ready = True
    assert told.wait(_SOON_S)
    assert heard.sentences.empty(), "the reason was said once"


def test_a_port_that_is_not_open_yet_is_waited_for() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as closed:
        address = f"http://127.0.0.1:{closed.server_port}"
    ended, heard = threading.Event(), _Heard()
    announcement = Announcement(address, pytest.fail, heard, late_s=0)
    announcement.begin(ended.is_set)
    assert address in heard.sentences.get(timeout=_SOON_S)
    ended.set()


def test_of_a_service_that_ends_nothing_is_said(service: _Service) -> None:
    told, heard = threading.Event(), _Heard()
    service.is_ready = True
    Announcement(service.address, told.set, heard).begin(lambda: True)
    assert not told.wait(0.5)
    assert heard.sentences.empty()
