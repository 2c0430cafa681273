"""
What surrounds every request: an id, a size limit, one log line, and an answer to our own bugs.

Pure ASGI, so that streams pass through untouched, and what is bound here (structlog's context
variables) is seen by endpoints, by streams and by the turns that they start.
"""

import re
import secrets
import time
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from application.ports.texts import Texts
from domain.texts import text
from entrypoints.http.metrics import RequestTimes
from entrypoints.http.problems import Problem, problem_response

# A message has at most 32 000 characters, and JSON may spell one with 12 bytes.
MAX_BODY_BYTES: Final = 1024 * 1024
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_QUIET: Final = frozenset({"/health", "/ready", "/metrics"})
_TOO_LARGE: Final = 413

log = structlog.get_logger()


class Requests:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, texts: Texts, times: RequestTimes) -> None:
        self._app = app
        self._texts = texts
        self._times = times

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send)
        with structlog.contextvars.bound_contextvars(request_id=exchange.request_id):
            try:
                await self._answer(scope, exchange)
            finally:
                exchange.log(self._times)

    async def _answer(self, scope: Scope, exchange: "_Exchange") -> None:
        if exchange.is_too_large:
            await self._refuse(scope, exchange, Problem("too_large", text("error-too-large")))
            return
        try:
            await self._app(scope, exchange.receive, exchange.send)
        except Exception:
            # The last place where a bug can become an answer; uvicorn's would be plain text.
            log.exception("request_broke")
            if exchange.status is None:
                said = text("error-request-broke", request=exchange.request_id)
                await self._refuse(scope, exchange, Problem("internal", said))

    async def _refuse(self, scope: Scope, exchange: "_Exchange", problem: Problem) -> None:
        response = problem_response(self._texts, Request(scope), problem)
        await response(scope, exchange.receive, exchange.send)


class _Exchange:
    """One request and what became of it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        self.request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        self.status: int | None = None
        self._scope = scope
        self._receive = receive
        self._send = send
        self._received = 0
        self._began = time.perf_counter()
        announced = headers.get("content-length", "")
        self.is_too_large = announced.isdecimal() and int(announced[:20]) > MAX_BODY_BYTES

    async def receive(self) -> Message:
        message = await self._receive()
        self._received += len(message.get("body", b""))
        if self._received > MAX_BODY_BYTES and self.status is None:
            raise HTTPException(_TOO_LARGE)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self.request_id
        await self._send(message)

    def log(self, times: RequestTimes) -> None:
        """The route's template instead of the path: ids are nobody's business, queries neither."""
        route = getattr(self._scope.get("route"), "path", None)
        seconds = time.perf_counter() - self._began
        times.observe(self._scope["method"], route, self.status, seconds)
        write = log.debug if route in _QUIET else log.info
        write(
            "request",
            method=self._scope["method"],
            route=route,
            status=self.status,
            ms=round(seconds * 1000, 1),
        )
