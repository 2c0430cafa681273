"""A model on a server whose script the test writes."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import pytest
import pytest_asyncio

from adapters.model_httpx.client import Patience
from adapters.model_httpx.language_model import HttpLanguageModel
from model_server import ModelServer, ScriptItem


@pytest.fixture
def serve() -> Iterator[Callable[..., ModelServer]]:
    """`serve(reply, reply, ...)` starts a server."""
    with ExitStack() as stack:

        def serve(*script: ScriptItem, strict: bool = True) -> ModelServer:
            return stack.enter_context(ModelServer(script, strict=strict))

        yield serve


@pytest_asyncio.fixture
async def model_of() -> AsyncIterator[Callable[..., HttpLanguageModel]]:
    """`model_of(server)` is a model that asks it."""
    models: list[HttpLanguageModel] = []

    def model_of(server: ModelServer, patience: Patience | None = None) -> HttpLanguageModel:
        models.append(HttpLanguageModel(server.url, None, "test-model", patience))
        return models[-1]

    yield model_of
    for model in models:
        await model.close()
