"""Any OpenAI-compatible server as the language model."""

import secrets
import string
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing

import httpx
import structlog
from returns.pipeline import is_successful

from adapters.model_httpx.accumulator import ReplyAccumulator
from adapters.model_httpx.client import ChatCompletions, Patience, Secret
from adapters.model_httpx.history import completion_body, load_prompt
from application.ports.language_model import (
    LanguageModel,
    ModelRequest,
    ReplyFailed,
    ReplyPart,
    TextDelta,
)

_STREAMED: Mapping[str, object] = {"stream": True, "stream_options": {"include_usage": True}}
_PLAINLY_STREAMED: Mapping[str, object] = {"stream": True}
_WHOLE: Mapping[str, object] = {"stream": False}
_EMPTY = "the answer is empty"
_BROKEN_OFF = "the answer broke off"
_ID_SIGNS = string.ascii_letters + string.digits
log = structlog.get_logger()


class HttpLanguageModel(LanguageModel):
    """
    Streams; a server that streams nothing is asked once more for a whole answer.

    Args:
        base_url: with or without `/v1` and `/chat/completions` (see address.py).
        transport: in place of the network, for tests and benches.

    """

    def __init__(
        self,
        base_url: str,
        api_key: Secret | None,
        model: str,
        patience: Patience | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._model = model
        self._prompt = load_prompt()
        self._server = ChatCompletions(base_url, api_key, patience or Patience(), transport)

    @property
    def name(self) -> str:
        return self._model

    @property
    def is_built_in(self) -> bool:
        return False

    async def close(self) -> None:
        """Close the connections; the model answers no more."""
        await self._server.close()

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        body = completion_body(request, self._model, self._prompt)
        way: Mapping[str, object] | None = _STREAMED
        while way is not None:
            last: ReplyPart = self._failure(_EMPTY)
            async with aclosing(self._one_answer({**body, **way})) as parts:
                async for part in parts:
                    if isinstance(part, TextDelta):
                        yield part
                    last = part
            way = _next_way(way, last)
        self._note(last)
        yield last

    async def _one_answer(self, body: Mapping[str, object]) -> AsyncGenerator[ReplyPart, None]:
        accumulator = ReplyAccumulator()
        is_over = False
        async with aclosing(self._server.ask(body)) as chunks:
            async for chunk in chunks:
                if not is_successful(chunk):
                    yield chunk.failure()
                    return
                is_over = is_over or "done" in chunk.unwrap()
                if text := accumulator.feed(chunk.unwrap()):
                    yield TextDelta(text)
        if accumulator.is_empty:
            yield self._failure(_EMPTY)
        elif not (is_over or accumulator.is_over):
            yield self._failure(_BROKEN_OFF)
        else:
            if text := accumulator.finish_text():
                yield TextDelta(text)
            yield accumulator.ended(_new_call_id)

    def _failure(self, detail: str) -> ReplyFailed:
        return ReplyFailed("model_answer_invalid", self._server.address, detail)

    def _note(self, last: ReplyPart) -> None:
        if isinstance(last, ReplyFailed):
            log.warning("model_failed", code=last.code, address=last.address, detail=last.detail)


def _next_way(way: Mapping[str, object], last: ReplyPart) -> Mapping[str, object] | None:
    """How to ask again: after a refusal of `stream_options`, and after an empty stream."""
    if not isinstance(last, ReplyFailed):
        return None
    if way is _STREAMED and last.code == "model_refused" and "stream_options" in last.detail:
        return _PLAINLY_STREAMED
    return _WHOLE if way is not _WHOLE and last.detail == _EMPTY else None


def _new_call_id() -> str:
    """Nine letters and digits, the strictest rule a server has for ids (Mistral's)."""
    return "".join(secrets.choice(_ID_SIGNS) for _ in range(9))
