"""A server that gives back, in its errors, all that it was sent."""

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

# What it shows so that it is sent a query too.
_DATABASE = {"id": 1, "uuid": "0" * 32, "database_name": "main", "backend": "sqlite"}
_NO_HEADERS: Mapping[str, str] = {}


class Liar:
    """
    Use it as a context manager.

    Every request is answered with 500, or 401 for a sign-in, and its headers and body as the
    reason; what it was sent is kept in `heard`.

    Args:
        session: the token, CSRF token and cookie of those whom it lets sign in; None for nobody.

    """

    def __init__(self, session: tuple[str, str, str] | None = None) -> None:
        self._session = session

    def __enter__(self) -> Self:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
        self.heard: list[str] = []
        self._http.heard = self.heard  # type: ignore[attr-defined]
        self._http.session = self._session  # type: ignore[attr-defined]
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"


class _Echo(BaseHTTPRequestHandler):
    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        sent = f"{self.path} {self.headers} {self.rfile.read(length).decode(errors='replace')}"
        self.server.heard.append(sent)  # type: ignore[attr-defined]
        session = self.server.session  # type: ignore[attr-defined]
        if session is not None and self.path.startswith("/api/v1/security/"):
            self._let_in(*session)
            return
        if session is not None and self.path.startswith("/api/v1/database/"):
            self._send({"count": 1, "result": [_DATABASE]})
            return
        body = _json({"message": sent, "errors": [{"message": sent}], "error": {"message": sent}})
        self.send_response(401 if "login" in self.path or "chat" in self.path else 500)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _let_in(self, token: str, csrf: str, cookie: str) -> None:
        given = f"session={cookie}; Path=/; HttpOnly"
        self._send({"access_token": token, "result": csrf}, {"Set-Cookie": given})

    def _send(self, value: object, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        body = _json(value)
        self.send_response(200)
        for name, each in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, each)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_PUT(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # stdlib's name
        """Tests print their own report."""


def _json(value: object) -> bytes:
    return json.dumps(value).encode()
