"""
What of Gradio can be reached: the calls of the API, and nothing else.

Gradio alone would also take files from anybody, serve them, and offer pages for logging in.
"""

import re
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from application.ports.texts import Texts
from domain.texts import text
from entrypoints.http.problems import Problem, problem_response
from entrypoints.http.services import Readiness

API_NAME: Final = "agent_handler"
_OPEN: Final = re.compile(
    rf"""
    /config
    | /gradio_api/ (?:
        info
        | (?: call | call/v2 | run | api ) / {API_NAME}
        | (?: call | call/v2 ) / {API_NAME} / [0-9a-f]{{32}}
        | queue/join | queue/data | cancel | reset
    )
    """,
    re.VERBOSE,
)
# /config loads saved states by its query.
_WITHOUT_QUERY: Final = "/config"
_PREFIX: Final = re.compile(r"(?:/[A-Za-z0-9._~-]{1,100}){1,10}")


class Gate:
    """
    Stands before Gradio, which is loaded after the port is open.

    Args:
        readiness: of the application that it is mounted in.

    Attributes:
        gradio: None until it is loaded.

    """

    def __init__(self, readiness: Readiness, texts: Texts) -> None:
        self.gradio: ASGIApp | None = None
        self._readiness = readiness
        self._texts = texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        try:
            inner = self._gradio_for(scope)
        except Problem as problem:
            response = problem_response(self._texts, Request(scope), problem)
            await response(scope, receive, send)
            return
        try:
            await inner(_as_seen_outside(scope), receive, send)
        except RuntimeError as broken:
            # The stream of an unknown call Gradio ends with an event, and then with an exception.
            if not isinstance(broken.__cause__, HTTPException):
                raise
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _gradio_for(self, scope: Scope) -> ASGIApp:
        if _OPEN.fullmatch(_path(scope)) is None:
            raise Problem("not_found", text("error-not-found"))
        self._readiness.opened()
        if self.gradio is None:
            raise Problem("not_ready", text("error-not-ready"))
        return self.gradio


def _path(scope: Scope) -> str:
    """Below the mount, without a slash at the end."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", "")).removesuffix("/")


def _as_seen_outside(scope: Scope) -> Scope:
    """
    The request at the address where the client sees us.

    Gradio names its own address in its configuration. A reverse proxy that serves us below a
    prefix takes it off the path and says so in X-Forwarded-Prefix; host and scheme Gradio reads
    itself. Who forges one misleads only themselves.
    """
    seen = dict(scope)
    if _path(scope) == _WITHOUT_QUERY:
        seen["query_string"] = b""
    prefix = Headers(scope=scope).get("x-forwarded-prefix", "").rstrip("/")
    if _PREFIX.fullmatch(prefix):
        seen["root_path"] = prefix + scope.get("root_path", "")
        seen["path"] = prefix + scope["path"]
    return seen
