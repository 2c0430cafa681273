"""HTTP to an OpenAI-compatible server: the only place that meets its exceptions."""

import json
import math
import re
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final, Protocol, TypeAlias

import httpx
from returns.result import Failure, Result, Success

from adapters.model_httpx.address import chat_completions_url, shown
from adapters.model_httpx.sse import EventData
from adapters.model_httpx.surrogates import mend
from application.ports.language_model import AnswerFault, FailureCode, ReplyFailed

Chunk: TypeAlias = Mapping[str, object]

# First match wins.
_CODES: Final[tuple[tuple[type[Exception], FailureCode], ...]] = (
    (httpx.ConnectTimeout, "model_unavailable"),
    (httpx.TimeoutException, "model_timeout"),
    (httpx.DecodingError, "model_answer_invalid"),
    (httpx.HTTPError, "model_unavailable"),
)
_STATUS_CODES: Final[Mapping[int, FailureCode]] = {
    408: "model_timeout",
    504: "model_timeout",
    413: "model_context_full",
    429: "model_busy",
    529: "model_busy",
}
# Every server has its own words for it, and some say it with a 500 or within a stream.
_CONTEXT_FULL: Final = re.compile(
    r"context[ _-]?(?:length|size|window)|(?:prompt|input|request|conversation) (?:is )?too long"
    r"|too many (?:input |prompt )?tokens|tokens? .{0,40}exceed|exceed.{0,40} tokens?",
    re.IGNORECASE,
)
# The server took the request, or a kept connection was already dead: the same again may work.
_DROPPED = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError)
_MAX_ANSWER_BYTES: Final = 16 * 1024 * 1024
_MAX_DETAIL: Final = 200
_LONGEST_WAIT_S: Final = 86_400
_SHORTEST_SECRET: Final = 6
# What may stand before an answer: a byte order mark, and blanks that keep the connection alive.
_LEAD: Final = b"\xef\xbb\xbf \t\r\n"
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
        in_address = (self._url.password, *self._url.params.values())
        self._in_address = [word for word in in_address if len(word) >= _SHORTEST_SECRET]

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
                is_dropped = isinstance(error, _DROPPED)
                if is_dropped and attempt == 1 and not has_answer:
                    continue
                is_broken_off = is_dropped and has_answer
                yield Failure(self._invalid("broken_off") if is_broken_off else self._failed(error))
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
        events = EventData()
        whole: bytearray | None = None
        is_first = True
        async for piece in self._pieces(response):
            if isinstance(piece, ReplyFailed):
                yield piece
                return
            # A stream never begins like these, and content types are not to be relied on.
            if is_first and piece.startswith(b"<"):
                yield self._invalid("web_page")
                return
            if is_first and piece.startswith(b"{"):
                whole = bytearray()
            is_first = False
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

    async def _pieces(self, response: httpx.Response) -> AsyncGenerator[bytes | ReplyFailed, None]:
        """The body as it arrives, from its first byte with a meaning; bounded in time and size."""
        deadline = time.monotonic() + self._patience.total_s
        size = 0
        has_begun = False
        async for received in response.aiter_bytes():
            size += len(received)
            if time.monotonic() > deadline:
                yield ReplyFailed("model_timeout", self.address)
                return
            if size > _MAX_ANSWER_BYTES:
                yield self._invalid("too_long")
                return
            piece = received if has_begun else received.lstrip(_LEAD)
            has_begun = has_begun or bool(piece)
            if piece:
                yield piece

    def _chunk(self, data: str) -> Result[Chunk, ReplyFailed]:
        """One chunk; `[DONE]` is {"done": True}."""
        if data.strip() == "[DONE]":
            return Success({"done": True})
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError):
            chunk = None
        if not isinstance(chunk, dict):
            return Failure(self._invalid("not_json"))
        error = chunk.get("error")
        words = self._words(chunk) if error or "choices" not in chunk else ""
        if not error and not words:
            return Success(chunk)
        told = error if isinstance(error, dict) else chunk
        return Failure(ReplyFailed(_code_of(told.get("code"), words), self.address, words))

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
        status = response.status_code
        return ReplyFailed(
            _code_of(status, words),
            self.address,
            f"HTTP {status}" + (f": {words}" if words else ""),
            retry_after_s=_wait_of(response.headers.get("retry-after", "")),
        )

    def _failed(self, error: httpx.HTTPError) -> ReplyFailed:
        code = next(code for kind, code in _CODES if isinstance(error, kind))
        # A header that cannot be sent is quoted in the error, and one of them holds the key.
        detail = "" if isinstance(error, httpx.LocalProtocolError) else self._clean(str(error))
        return ReplyFailed(code, self.address, detail)

    def _invalid(self, fault: AnswerFault) -> ReplyFailed:
        return ReplyFailed("model_answer_invalid", self.address, fault=fault)

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
        for secret in filter(None, (self._key(), *self._in_address)):
            words = words.replace(secret, "***")
        line = _KEY_LIKE.sub("***", " ".join(words.split()))
        return line if len(line) <= _MAX_DETAIL else line[: _MAX_DETAIL - 1] + "…"


def _encoded(body: Mapping[str, object]) -> bytes:
    return mend(json.dumps(body, ensure_ascii=False, default=dict)).encode()


def _code_of(status: object, words: str) -> FailureCode:
    code = _STATUS_CODES.get(status) if isinstance(status, int) else None
    if code is None and _CONTEXT_FULL.search(words):
        return "model_context_full"
    is_refusal = isinstance(status, int) and 300 <= status < 500  # noqa: PLR2004 (HTTP's classes)
    return code or ("model_refused" if is_refusal else "model_unavailable")


def _wait_of(retry_after: str) -> int | None:
    """Seconds, from seconds or a date; None when there is no sense in it."""
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return math.ceil(seconds) if 0 < seconds <= _LONGEST_WAIT_S else None
