"""The service with the endpoint for old Gradio clients at /gradio."""

import asyncio
import os
import site
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from application.ports.texts import Texts
from entrypoints.gradio_api.gate import Gate
from entrypoints.gradio_api.handler import AgentHandler
from entrypoints.http.app import OpenServices, create_app
from entrypoints.http.openapi import DescribedApi
from entrypoints.http.services import ApiServices

PATH: Final = "/gradio"
# `make setup` puts Gradio and what only Gradio needs here. In the environment's own folder it
# would cost memory and time also where it is not enabled: httpx imports rich as soon as it can.
OWN_FOLDER: Final = Path(sys.prefix) / "gradio"
_GRADIO_SETTINGS: Final = {
    # No calls home.
    "GRADIO_ANALYTICS_ENABLED": "False",
    # No statistics of its own, which it would make with pandas after each call.
    "GRADIO_ANALYTICS_MAX_EVENTS": "1",
    "GRADIO_ANALYTICS_CACHE_FREQUENCY": str(2**62),
}


class GradioMissing(Exception):  # noqa: N818  # reads as a sentence
    """The endpoint is enabled, and Gradio is not installed."""


def create_app_with_gradio(open_services: OpenServices, texts: Texts, build: Path) -> DescribedApi:
    """The application of `create_app` with Gradio in it; /ready waits for both."""

    @asynccontextmanager
    async def open_both() -> AsyncIterator[ApiServices]:
        async with open_services() as services:
            # Gradio takes seconds to import; the port answers meanwhile.
            blocks = await asyncio.to_thread(_import_blocks)
            async with blocks.serving(handler) as gate.gradio:
                yield services

    app = create_app(open_both, texts, build)
    handler = AgentHandler(app.state.readiness, texts)
    gate = Gate(app.state.readiness, texts)
    app.mount(PATH, gate)
    return app


def _import_blocks() -> ModuleType:
    os.environ.update(_GRADIO_SETTINGS)
    if find_spec("gradio") is None:
        site.addsitedir(str(OWN_FOLDER))
    if find_spec("gradio") is None:
        raise GradioMissing("AGENT_GRADIO__ENABLED needs Gradio; run: make setup")
    return import_module("entrypoints.gradio_api.blocks")
