"""The proxy that other suites rely on: it forwards, counts, and loses answers when told to."""

import http.server
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from counting_proxy import CountingProxy


class _Echo(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        answer = f"{self.command} {self.path} {body.decode()}".encode()
        self.server.seen.append(self.path)  # type: ignore[attr-defined]  # given below
        self.send_response(200)
        self.send_header("Set-Cookie", "a=1")
        self.send_header("Set-Cookie", "b=2")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def upstream() -> Iterator[http.server.ThreadingHTTPServer]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    server.seen = []  # type: ignore[attr-defined]  # what arrived
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def proxy(upstream: http.server.ThreadingHTTPServer) -> Iterator[CountingProxy]:
    with CountingProxy(f"http://127.0.0.1:{upstream.server_port}") as proxy:
        yield proxy


def arrived(upstream: http.server.ThreadingHTTPServer) -> list[str]:
    seen: list[str] = upstream.seen  # type: ignore[attr-defined]  # given above
    return seen


def test_requests_are_forwarded_and_counted(proxy: CountingProxy) -> None:
    answer = httpx.post(f"{proxy.url}/api/x?q=1", content=b"body")
    assert answer.text == "POST /api/x?q=1 body"
    assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert httpx.get(f"{proxy.url}/other").status_code == 200
    assert (proxy.count("POST", "/api/"), proxy.count("GET"), proxy.count("DELETE")) == (1, 1, 0)


def test_dropped_answer_was_acted_on(
    proxy: CountingProxy, upstream: http.server.ThreadingHTTPServer
) -> None:
    proxy.trouble("POST", "/api/", "drop")
    with pytest.raises(httpx.TransportError):
        httpx.post(f"{proxy.url}/api/x")
    assert arrived(upstream) == ["/api/x"]
    assert httpx.post(f"{proxy.url}/api/x").status_code == 200


def test_bad_gateway_comes_before_or_after_acting(
    proxy: CountingProxy, upstream: http.server.ThreadingHTTPServer
) -> None:
    proxy.trouble("GET", "/after", "bad_gateway")
    proxy.trouble("GET", "/before", "bad_gateway_at_once", times=2)
    statuses = [httpx.get(f"{proxy.url}{p}").status_code for p in ("/after", "/before", "/before")]
    assert statuses == [502, 502, 502]
    assert arrived(upstream) == ["/after"]


def test_answer_is_held_back(proxy: CountingProxy) -> None:
    proxy.trouble("GET", "/", "delay", delay_s=0.3)
    before = time.monotonic()
    assert httpx.get(f"{proxy.url}/slow").status_code == 200
    assert time.monotonic() - before >= 0.3


def test_first_requests_get_through_when_told(proxy: CountingProxy) -> None:
    proxy.trouble("GET", "/", "bad_gateway_at_once", skip=1)
    statuses = [httpx.get(f"{proxy.url}/x").status_code for _ in range(3)]
    assert statuses == [200, 502, 200]
