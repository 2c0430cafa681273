"""
Writes the API's description, from which the frontend's types are made.

Run as `python -m entrypoints.export_openapi frontend/openapi.json`.
"""

import json
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from application.ports.texts import Texts
from entrypoints.container.command_line import texts_catalogue
from entrypoints.http.app import create_app
from entrypoints.http.services import ApiServices


def described(texts: Texts) -> str:
    """The OpenAPI document as it is committed."""
    app = create_app(_never_opened, texts, Path("no build"))
    return json.dumps(app.openapi(), ensure_ascii=False, indent=2) + "\n"


def _never_opened() -> AbstractAsyncContextManager[ApiServices]:
    raise AssertionError("a description needs no services")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(described(texts_catalogue()), encoding="utf-8")
