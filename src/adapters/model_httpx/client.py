"""HTTP to an OpenAI-compatible server: the only place that meets its exceptions."""

import json
import re
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

import httpx
from returns.result import Failure, Result, Success

from adapters.model_httpx.address import chat_completions_url, shown
from adapters.model_httpx.sse import EventData
from adapters.model_httpx.surrogates import mend
from application.ports.language_model import ReplyFailed

Code: TypeAlias = Literal[
    "model_unavailable", "model_refused", "model_timeout", "model_answer_invalid"
]
Chunk: TypeAlias = Mapping[str, object]

# First match wins.
_CODES: Final[tuple[tuple[type[Exception], Code], ...]] = (
    (httpx.ConnectTimeout, "model_unavailable"),
    (httpx.TimeoutException, "model_timeout"),
    (httpx.DecodingError, "model_answer_invalid"),
    (httpx.HTTPError, "model_unavailable"),
)
_STATUS_CODES: Final[Mapping[int, Code]] = {408: "model_timeout", 504: "model_timeout"}
# The server took the request, or a kept connection was already dead: the same again may work.
_DROPPED = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError)
_MAX_ANSWER_BYTES: Final = 16 * 1024 * 1024
_MAX_DETAIL: Final = 200
_KEY_LIKE = re.compile(r"(?i)\b(?:bearer\s+\S+|sk-[\w-]{6,}|key[=:]\s*\S+)")


class Secret(Protocol):
    """pydantic's SecretStr, or whatever hides a value in the same way."""

    def get_secret_value(self) -> str:
        """The value itself."""


@dataclass(frozen=True, slots=True)
class Patience:
    """
    How long a server may take, in seconds.

    Args:
        idle_s: between two pieces of an answer; a comment counts as one.
        total_s: for the whole answer.

    """

    connect_s: float = 5.0
    idle_s: float = 60.0
    total_s: float = 900.0


class ChatCompletions:
    """
    One endpoint. The key goes into the header of each request and nowhere else.

    Raises:
        ValueError: from the constructor, when the base URL is no http(s) address.

    """

    def __init__(
        self,
        base_url: str,
        api_key: Secret | None,
        patience: Patience,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._url = chat_completions_url(base_url)
        self._api_key = api_key
        self._patience = patience
        self._http = httpx.AsyncClient(
            transport=transport,
            timeout=httpx.Timeout(patience.idle_s, connect=patience.connect_s),
        )
        self.address = shown(self._url)

    async def close(self) -> None:
        """Close all connections; running requests end."""
        await self._http.aclose()

    async def ask(
        self, body: Mapping[str, object]
    ) -> AsyncGenerator[Result[Chunk, ReplyFailed], None]:
        """
        The chunks of one answer; a Failure is the last item. Closing ends the request.

        Sent once more when the connection broke before the first byte of an answer.
        """
        for attempt in (1, 2):
            has_answer = False
            try:
                async with aclosing(self._attempt(body)) as chunks:
                    async for chunk in chunks:
                        has_answer = True
                        yield chunk
            except httpx.HTTPError as error:
                if attempt == 1 and not has_answer and isinstance(error, _DROPPED):
                    continue
                yield Failure(self._failed(error))
            return

    async def _attempt(
        self, body: Mapping[str, object]
    ) -> AsyncGenerator[Result[Chunk, ReplyFailed], None]:
        async with self._http.stream(
            "POST", self._url, content=_encoded(body), headers=self._headers()
        ) as response:
            if response.status_code != httpx.codes.OK:
                yield Failure(await self._refusal(response))
                return
            async with aclosing(self._data(response)) as events:
                async for data in events:
                    chunk = self._chunk(data) if isinstance(data, str) else Failure(data)
                    yield chunk
                    if isinstance(chunk, Failure):
                        return

    def _headers(self) -> dict[bytes, bytes]:
        headers = {b"Content-Type": b"application/json", b"Accept": b"text/event-stream, */*;q=0.5"}
        if key := self._key():
            # Bytes: a letter of another script in a pasted key is the server's to refuse.
            headers[b"Authorization"] = b"Bearer " + key.encode()
        return headers

    def _key(self) -> str:
        return "" if self._api_key is None else self._api_key.get_secret_value().strip()

    async def _data(self, response: httpx.Response) -> AsyncGenerator[str | ReplyFailed, None]:
        """The data of each event, with `[DONE]`; a body that is one JSON object counts as one."""
        deadline = time.monotonic() + self._patience.total_s
        events = EventData()
        whole: bytearray | None = None
        size = 0
        async for piece in response.aiter_bytes():
            size += len(piece)
            if time.monotonic() > deadline:
                yield ReplyFailed("model_timeout", self.address)
                return
            if size > _MAX_ANSWER_BYTES:
                yield ReplyFailed("model_answer_invalid", self.address, "the answer is too long")
                return
            # A stream never begins like this, and content types are not to be relied on.
            if size == len(piece) and piece.lstrip().startswith(b"{"):
                whole = bytearray()
            if whole is not None:
                whole += piece
                continue
            for data in events.feed(piece):
                yield data
        if whole is not None:
            yield whole.decode("utf-8", "replace")
            yield "[DONE]"
            return
        for data in events.finish():
            yield data

    def _chunk(self, data: str) -> Result[Chunk, ReplyFailed]:
        """One chunk; `[DONE]` is {"done": True}."""
        if data.strip() == "[DONE]":
            return Success({"done": True})
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError):
            chunk = None
        if not isinstance(chunk, dict):
            return Failure(self._invalid("a part of the answer is not a JSON object"))
        error = chunk.get("error")
        if not error:
            return Success(chunk)
        status = error.get("code") if isinstance(error, dict) else None
        return Failure(ReplyFailed(_code_of_status(status), self.address, self._words(chunk)))

    async def _refusal(self, response: httpx.Response) -> ReplyFailed:
        received = bytearray()
        async for piece in response.aiter_bytes():
            received += piece
            if len(received) > _MAX_ANSWER_BYTES:
                break
        try:
            answer = json.loads(received)
        except (ValueError, RecursionError):
            answer = None
        words = self._words(answer)
        detail = f"HTTP {response.status_code}" + (f": {words}" if words else "")
        return ReplyFailed(_code_of_status(response.status_code), self.address, detail)

    def _failed(self, error: httpx.HTTPError) -> ReplyFailed:
        code = next(code for kind, code in _CODES if isinstance(error, kind))
        # A header that cannot be sent is quoted in the error, and one of them holds the key.
        detail = "" if isinstance(error, httpx.LocalProtocolError) else self._clean(str(error))
        return ReplyFailed(code, self.address, detail)

    def _invalid(self, detail: str) -> ReplyFailed:
        return ReplyFailed("model_answer_invalid", self.address, detail)

    def _words(self, answer: object) -> str:
        """A server's own sentence, wherever it put it; "" when it said nothing readable."""
        for key in ("error", "message", "detail", "msg"):
            if isinstance(answer, dict) and answer.get(key):
                answer = answer[key]
            if isinstance(answer, list) and answer:
                answer = answer[0]
        return self._clean(answer) if isinstance(answer, str) else ""

    def _clean(self, words: str) -> str:
        """Short, on one line, without anything that looks like a key."""
        if key := self._key():
            words = words.replace(key, "***")
        line = _KEY_LIKE.sub("***", " ".join(words.split()))
        return line if len(line) <= _MAX_DETAIL else line[: _MAX_DETAIL - 1] + "…"


def _encoded(body: Mapping[str, object]) -> bytes:
    return mend(json.dumps(body, ensure_ascii=False, default=dict)).encode()


def _code_of_status(status: object) -> Code:
    if not isinstance(status, int):
        return "model_unavailable"
    if status in _STATUS_CODES:
        return _STATUS_CODES[status]
    is_refusal = 300 <= status < 500  # noqa: PLR2004 (HTTP's own classes)
    return "model_refused" if is_refusal else "model_unavailable"
