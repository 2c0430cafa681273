"""The built page, from the same origin as the API."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from application.ports.texts import Texts
from domain.texts import text
from entrypoints.http.media import preferred
from entrypoints.http.problems import PROBLEM_JSON, Problem, problem_response

PAGES: Final = ("agent", "dashboards", "datasets", "migrations", "tasks", "audit", "risks")

_NO_PAGES: Final = frozenset({"api", "_app"})
_METHODS: Final = ["GET", "HEAD"]
_HEADERS: Final = {
    "Cache-Control": "no-cache",
    # frame-ancestors is ignored in the page's own <meta> policy.
    "Content-Security-Policy": "frame-ancestors 'none'",
}

Endpoint = Callable[[], Response | Awaitable[Response]]


class ImmutableFiles(StaticFiles):
    """Files whose names carry a hash of their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def add_pages(app: FastAPI, build: Path, texts: Texts) -> None:
    """
    Serve the pages and their files; every other path is a 404.

    Args:
        build: the folder that `npm run build` made; it may be built again at any time.

    """
    index = build / "index.html"
    _add(app, "/", _home)
    for page in PAGES:
        _add(app, f"/{page}", _file(index, _HEADERS))
        _add(app, f"/{page}/{{rest:path}}", _file(index, _HEADERS))
    # Compressed here and not for the whole service: its streams must not wait for a full block.
    app.mount("/_app", GZipMiddleware(ImmutableFiles(directory=build / "_app", check_dir=False)))
    files = sorted(build.iterdir()) if build.is_dir() else []
    for file in files:
        if file.is_file() and file != index:
            _add(app, f"/{file.name}", _file(file))

    @app.exception_handler(404)
    async def on_unknown(request: Request, error: HTTPException) -> Response:
        if _is_of_a_person(request) and index.is_file():
            return FileResponse(index, error.status_code, headers=_HEADERS)
        return problem_response(texts, request, Problem("not_found", text("error-not-found")))


def _is_of_a_person(request: Request) -> bool:
    """Whether somebody mistyped the address of a page; the page itself says so."""
    is_ours = request.method in _METHODS and request.url.path.split("/")[1] not in _NO_PAGES
    accept = request.headers.get("accept", "")
    return is_ours and preferred(accept, (PROBLEM_JSON, "text/html")) == "text/html"


def _add(app: FastAPI, path: str, endpoint: Endpoint) -> None:
    app.add_api_route(path, endpoint, methods=_METHODS, include_in_schema=False)


async def _home() -> Response:
    return RedirectResponse("/agent")


def _file(path: Path, headers: dict[str, str] | None = None) -> Endpoint:
    def file() -> Response:
        if not path.is_file():
            raise Problem("page_not_built", text("error-page-not-built"))
        return FileResponse(path, headers=headers)

    return file
