"""
The one module that imports Gradio; imported only when the endpoint is enabled.

Gradio's own parts are touched in few places, each said below; tests/gradio_clients holds them to
what clients see.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any, Final

import gradio
from fastapi import FastAPI
from starlette.routing import Mount
from starlette.types import ASGIApp

from entrypoints.gradio_api.answers import encoded
from entrypoints.gradio_api.gate import API_NAME
from entrypoints.gradio_api.handler import AgentHandler

# Gradio has 40 workers, which is not in its queue's public settings; each holds one open stream.
_WORKERS: Final = 1000
# It looks for new calls every millisecond, also when there are none.
_LOOK_S: Final = 0.01
# These two give one value instead of a stream.
_SINGLE: Final = ("/gradio_api/run/", "/gradio_api/api/")


class _RawBlocks(gradio.Blocks):  # type: ignore[misc]  # Gradio is untyped to us
    """
    Hands the arguments on as they came, as one value.

    Gradio would refuse six of seven, fetch an argument that looks like a file's address, and keep
    every argument, tokens too, in the state of the session.
    """

    async def preprocess_data(
        self,
        block_fn: Any,  # noqa: ANN401  # Gradio's
        inputs: list[Any],
        _state: object,
        _explicit_call: bool = False,  # noqa: FBT001, FBT002  # Gradio's
    ) -> list[Any]:
        return [tuple(inputs), *[None] * (len(block_fn.inputs) - 1)]


@asynccontextmanager
async def serving(handler: AgentHandler) -> AsyncIterator[ASGIApp]:
    """Gradio's application, ready to be called; to be mounted, with a gate before it."""
    with _RawBlocks(analytics_enabled=False) as blocks:
        gradio.api(_endpoint(handler), api_name=API_NAME, concurrency_limit=None)
    blocks.queue(api_open=True, default_concurrency_limit=None)
    queue = blocks._queue  # noqa: SLF001  # see _WORKERS
    queue.max_thread_count, queue.sleep_when_free = _WORKERS, _LOOK_S
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    gradio.mount_gradio_app(
        app,
        blocks,
        path="/",
        root_path="",
        show_error=False,
        run_history=False,
        ssr_mode=False,
        mcp_server=False,
        enable_monitoring=False,
        pwa=False,
    )
    mounted = next(route.app for route in app.routes if isinstance(route, Mount))
    assert isinstance(mounted, FastAPI)  # noqa: S101  # Gradio's own kind of it
    # How Gradio says that names are missing or unknown; calls themselves run elsewhere.
    mounted.add_exception_handler(TypeError, handler.wrong_names)
    async with app.router.lifespan_context(app):
        try:
            yield app
        finally:
            queue.close()


def _endpoint(handler: AgentHandler) -> Any:  # noqa: ANN401  # whatever Gradio takes
    """A function whose signature is what /info tells clients of."""

    async def agent_handler(  # type: ignore[misc]  # noqa: PLR0913  # design.md section 6
        message: str,
        history: list | None,  # type: ignore[type-arg]  # Gradio reads it  # noqa: ARG001
        conv_id: str | None,  # noqa: ARG001  # they all come in the first, see _RawBlocks
        user_id: str | None,  # noqa: ARG001
        user_jwt: str | None,  # noqa: ARG001
        env_id: str | None,  # noqa: ARG001
        uicontext_str: str | None = None,  # noqa: ARG001
        request: gradio.Request = None,
    ) -> str:  # of each value; of an iterator's /info would say nothing
        received: Sequence[object] = message
        connection = request.request
        is_single = any(path in connection.url.path for path in _SINGLE)
        last = ""
        answer = handler.answer(received, connection, shows_cards=not is_single)
        async with aclosing(answer) as events:
            async for data in events:
                last = encoded(data)
                if not is_single:
                    yield last
        if is_single:
            yield last

    return agent_handler
