"""Any OpenAI-compatible server as the language model."""

import secrets
import string
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace

import httpx
import structlog
from returns.pipeline import is_successful

from adapters.model_httpx.accumulator import ReplyAccumulator
from adapters.model_httpx.client import ChatCompletions, Patience, Secret
from adapters.model_httpx.history import completion_body, load_prompt, shortened
from application.ports.language_model import (
    AnswerFault,
    LanguageModel,
    ModelRequest,
    ReplyFailed,
    ReplyPart,
    TextDelta,
)
from domain.conversation import ChatMessage

_STREAMED: Mapping[str, object] = {"stream": True, "stream_options": {"include_usage": True}}
_PLAINLY_STREAMED: Mapping[str, object] = {"stream": True}
_WHOLE: Mapping[str, object] = {"stream": False}
_ID_SIGNS = string.ascii_letters + string.digits
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Attempt:
    request: ModelRequest
    way: Mapping[str, object]

    def after(self, failed: ReplyFailed) -> "_Attempt | None":
        """
        How to ask again: after a refusal of `stream_options`, after an empty stream, and with
        less of the conversation when the model cannot hold it.
        """
        if failed.code == "model_context_full":
            messages = shortened(self.request.messages)
            return None if messages is None else _Attempt(self._of(messages), self.way)
        if failed.code == "model_refused" and "stream_options" in failed.detail:
            return _Attempt(self.request, _PLAINLY_STREAMED) if self.way is _STREAMED else None
        if failed.fault == "empty" and self.way is not _WHOLE:
            return _Attempt(self.request, _WHOLE)
        return None

    def _of(self, messages: tuple[ChatMessage, ...]) -> ModelRequest:
        return replace(self.request, messages=messages)


class HttpLanguageModel(LanguageModel):
    """
    Streams; a server that streams nothing is asked once more for a whole answer, and one whose
    model cannot hold the conversation for the newer half of it.

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
        attempt: _Attempt | None = _Attempt(request, _STREAMED)
        while attempt is not None:
            last: ReplyPart = self._failure("empty")
            has_spoken = False
            body = completion_body(attempt.request, self._model, self._prompt)
            async with aclosing(self._one_answer({**body, **attempt.way})) as parts:
                async for part in parts:
                    if isinstance(part, TextDelta):
                        has_spoken = True
                        yield part
                    last = part
            failed = last if isinstance(last, ReplyFailed) and not has_spoken else None
            attempt = None if failed is None else attempt.after(failed)
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
            yield self._failure("empty")
        elif accumulator.has_failed or not (is_over or accumulator.is_over):
            yield self._failure("broken_off")
        else:
            if text := accumulator.finish_text():
                yield TextDelta(text)
            yield accumulator.ended(_new_call_id)

    def _failure(self, fault: AnswerFault) -> ReplyFailed:
        return ReplyFailed("model_answer_invalid", self._server.address, fault=fault)

    def _note(self, last: ReplyPart) -> None:
        if isinstance(last, ReplyFailed):
            log.warning(
                "model_failed",
                code=last.code,
                address=last.address,
                detail=last.detail or last.fault,
            )


def _new_call_id() -> str:
    """Nine letters and digits, the strictest rule a server has for ids (Mistral's)."""
    return "".join(secrets.choice(_ID_SIGNS) for _ in range(9))
