"""The built page, from the same origin as the API."""

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

PAGES: Final = ("agent", "dashboards", "datasets", "migrations", "tasks", "audit", "risks")

_HEADERS: Final = {
    "Cache-Control": "no-cache",
    # frame-ancestors is ignored in the page's own <meta> policy.
    "Content-Security-Policy": "frame-ancestors 'none'",
}


class ImmutableFiles(StaticFiles):
    """Files whose names carry a hash of their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def add_pages(app: FastAPI, build: Path) -> None:
    """
    Serve the pages and their files; every other path stays a JSON 404.

    Args:
        build: the folder that `npm run build` made; without it there are no pages.

    """
    index = build / "index.html"
    if not index.is_file():
        return

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        return RedirectResponse("/agent")

    for page in PAGES:
        app.add_api_route(f"/{page}", _page(index), include_in_schema=False)
        app.add_api_route(f"/{page}/{{rest:path}}", _page(index), include_in_schema=False)
    app.mount("/_app", ImmutableFiles(directory=build / "_app"))
    for file in build.iterdir():
        if file.is_file() and file != index:
            app.add_api_route(f"/{file.name}", _file(file), include_in_schema=False)


def _page(index: Path):  # type: ignore[no-untyped-def]  # noqa: ANN202
    async def page() -> Response:
        return FileResponse(index, headers=_HEADERS)

    return page


def _file(path: Path):  # type: ignore[no-untyped-def]  # noqa: ANN202
    async def file() -> Response:
        return FileResponse(path)

    return file
