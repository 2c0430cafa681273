"""The promise of the language model on every adapter."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from adapters.fluent.texts import FluentTexts
from adapters.memory.language_model import ScriptedModel, ScriptedReply
from adapters.model_httpx.language_model import HttpLanguageModel
from adapters.planner.language_model import CommandAssistant
from application.ports.language_model import CallProposed, LanguageModel
from contracts.language_model import Kind, LanguageModelContract, Make
from model_server import ModelServer, Reply, calls, says

_TOOLS: dict[Kind, tuple[str, ...]] = {
    "words": (),
    "call": ("list_environments",),
    "two calls": ("list_environments", "superset_list_databases"),
}


class TestHttpLanguageModel(LanguageModelContract):
    """Against a real OpenAI-compatible server that refuses what strict servers refuse."""

    @pytest.fixture
    def kinds(self) -> list[Kind]:
        return []

    @pytest.fixture
    def server(self, kinds: list[Kind]) -> Iterator[ModelServer]:
        def reply(_asked: object) -> Reply:
            tools = _TOOLS[kinds.pop(0)]
            return calls(*((tool, {}) for tool in tools)) if tools else says("Hello there.")

        with ModelServer(reply) as server:
            yield server
            assert server.rejected == []

    @pytest_asyncio.fixture
    async def make(self, server: ModelServer, kinds: list[Kind]) -> AsyncIterator[Make]:
        model = HttpLanguageModel(server.url, None, "test-model")

        def make(*wanted: Kind) -> LanguageModel:
            kinds.extend(wanted)
            return model

        yield make
        await model.close()


class TestCommandAssistant(LanguageModelContract):
    """What it answers depends on the wish alone."""

    @pytest.fixture
    def make(self) -> Make:
        assistant = CommandAssistant(FluentTexts())
        return lambda *_wanted: assistant


class TestScriptedModel(LanguageModelContract):
    """The fake that other tests and demos use."""

    @pytest.fixture
    def make(self) -> Make:
        def make(*wanted: Kind) -> LanguageModel:
            return ScriptedModel([_scripted(at, kind) for at, kind in enumerate(wanted)])

        return make


def _scripted(at: int, kind: Kind) -> ScriptedReply:
    proposed = [CallProposed(f"call-{at}-{tool}", tool, {}) for tool in _TOOLS[kind]]
    return proposed or "Hello there."
