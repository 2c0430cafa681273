"""A server that gives back, in its errors, all that it was sent."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


class Liar:
    """
    Use it as a context manager.

    Every request is answered with 500, or 401 for a sign-in, and its headers and body as the
    reason; what it was sent is kept in `heard`.
    """

    def __enter__(self) -> Self:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
        self.heard: list[str] = []
        self._http.heard = self.heard  # type: ignore[attr-defined]
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
        body = _json({"message": sent, "errors": [{"message": sent}], "error": {"message": sent}})
        self.send_response(401 if "login" in self.path or "chat" in self.path else 500)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
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
