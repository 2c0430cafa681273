"""A real OpenAI-compatible server on a free port that says what its script says."""

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

from model_server_rules import fault_of_history

DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True, slots=True)
class Reply:
    """
    What the server does with one request.

    Args:
        pieces: bytes, each sent on its own.
        whole: the body for a request that wants no stream; None sends the pieces there, too.
        pause_s: before each piece but the first.
        end: after the last piece: close properly, cut the connection, or keep it open and silent.
        retry_after: the value of the header of that name; "" sends none.

    """

    pieces: Sequence[bytes] = ()
    whole: Mapping[str, Any] | None = None
    status: int = 200
    content_type: str = "text/event-stream"
    pause_s: float = 0.0
    end: Literal["close", "cut", "silence"] = "close"
    retry_after: str = ""

    def slowly(self, pause_s: float) -> "Reply":
        return replace(self, pause_s=pause_s)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came; header names are lower-case."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def messages(self) -> list[Mapping[str, Any]]:
        messages: list[Mapping[str, Any]] = self.body["messages"]
        return messages

    @property
    def tool_names(self) -> list[str]:
        return [tool["function"]["name"] for tool in self.body.get("tools", ())]


ScriptItem: TypeAlias = Reply | str | bytes
Script: TypeAlias = Iterable[ScriptItem] | Callable[[Asked], ScriptItem]


def says(text: str) -> Reply:
    """An answer in words, streamed word by word."""
    words = [word for word in text.replace(" ", "\0 ").split("\0") if word]
    deltas = [{"content": word} for word in words]
    return _spoken(deltas, {"content": text}, "stop")


def calls(*proposed: tuple[str, Mapping[str, Any]], text: str = "") -> Reply:
    """Tool calls, each a name and its arguments, streamed as OpenAI does."""
    whole = [_call(at, name, arguments) for at, (name, arguments) in enumerate(proposed)]
    deltas: list[Mapping[str, Any]] = [{"content": text}] if text else []
    for at, call in enumerate(whole):
        arguments = call["function"]["arguments"]
        head = {**call, "index": at, "function": {**call["function"], "arguments": ""}}
        deltas.append({"tool_calls": [head]})
        half = len(arguments) // 2
        deltas.extend(
            {"tool_calls": [{"index": at, "function": {"arguments": part}}]}
            for part in (arguments[:half], arguments[half:])
        )
    return _spoken(deltas, {"content": text, "tool_calls": whole}, "tool_calls")


def raw(*pieces: bytes | str, content_type: str = "text/event-stream") -> Reply:
    """Bytes as they are; text is sent as UTF-8."""
    return Reply([_bytes(piece) for piece in pieces], content_type=content_type)


def event(chunk: object) -> bytes:
    """One server-sent event."""
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"


def fails(status: int, body: Mapping[str, Any] | str) -> Reply:
    """A refusal, as JSON or as a page."""
    if isinstance(body, str):
        return Reply([body.encode()], status=status, content_type="text/html")
    return Reply([json.dumps(body).encode()], status=status, content_type="application/json")


def cuts(*pieces: bytes) -> Reply:
    """The connection is cut after these pieces, before any answer when there are none."""
    return Reply(pieces, end="cut")


@dataclass(slots=True)
class ModelServer:
    """
    Use it as `with ModelServer([says("Hello")]) as server`, with `server.url` as base URL.

    The script is a list, one item per request (text is what `says` makes of it, bytes are raw),
    or a function from the request to its reply. A list at its end answers 500.

    Args:
        strict: a history that real servers reject is answered with 400 and kept in `rejected`,
            without using up an item of the script.

    Attributes:
        asked: all requests, oldest first.
        was_asked: set with the first request.
        left: set when a client went away before its answer was over.

    """

    script: Script
    strict: bool = True
    asked: list[Asked] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    was_asked: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    _http: "_Http | None" = None

    def __post_init__(self) -> None:
        if not callable(self.script):
            items = iter(tuple(self.script))
            self.script = lambda _asked: next(items, fails(500, {"error": "script at its end"}))

    @property
    def url(self) -> str:
        """The base URL, with /v1."""
        return f"{self.root}/v1"

    @property
    def root(self) -> str:
        """The address without a path."""
        assert self._http is not None, "the server is not running"
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def reply_to(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        self.was_asked.set()
        fault = fault_of_history(asked.body) if self.strict else None
        if fault is not None:
            self.rejected.append(fault)
            return fails(400, {"error": {"message": fault, "type": "invalid_request_error"}})
        assert callable(self.script)
        item = self.script(asked)
        if isinstance(item, bytes):
            return raw(item)
        return says(item) if isinstance(item, str) else item

    def __enter__(self) -> Self:
        self._http = _Http(self)
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._http is not None
        self._http.is_over.set()
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, owner: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner
        self.is_over = threading.Event()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 (stdlib)
        """A client that went away is no news; the handler has noted it."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if not self.path.split("?")[0].endswith("/v1/chat/completions"):
            self._answer(fails(404, {"error": f"no such path: {self.path}"}), streams=False)
            return
        reply = self.server.owner.reply_to(Asked(self.path, headers, body))
        self._answer(reply, streams=bool(body.get("stream")))

    def _answer(self, reply: Reply, *, streams: bool) -> None:
        if not streams and reply.whole is not None:
            reply = Reply([json.dumps(reply.whole).encode()], content_type="application/json")
        if reply.end == "cut" and not reply.pieces:
            self._cut()
            return
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        if reply.retry_after:
            self.send_header("Retry-After", reply.retry_after)
        self.end_headers()
        try:
            for at, piece in enumerate(reply.pieces):
                if at and reply.pause_s and self._has_left(reply.pause_s):
                    return
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if piece else b"")
                self.wfile.flush()
            self._end(reply)
        except OSError:
            self.server.owner.left.set()
            self.close_connection = True

    def _end(self, reply: Reply) -> None:
        if reply.end == "cut":
            self._cut()
        elif reply.end == "silence":
            while not self.server.is_over.is_set() and not self._has_left(0.05):
                pass
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _has_left(self, wait_s: float) -> bool:
        """Wait; true as soon as the client closed its side."""
        until = time.monotonic() + wait_s
        while (rest := until - time.monotonic()) > 0:
            readable, _, _ = select.select([self.connection], [], [], rest)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.server.owner.left.set()
                self.close_connection = True
                return True
            if readable:
                time.sleep(min(rest, 0.01))
        return False

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (stdlib's name)
        """Tests print their own report."""


def _spoken(deltas: Iterable[Mapping[str, Any]], message: Mapping[str, Any], reason: str) -> Reply:
    usage = {"prompt_tokens": 7, "completion_tokens": 5}
    chunks: list[Mapping[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta}]}
        for delta in [{"role": "assistant", "content": ""}, *deltas]
    ]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
    chunks.append({"choices": [], "usage": usage})
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
    return Reply([*map(event, chunks), DONE], whole={"choices": [choice], "usage": usage})


def _call(at: int, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    text = json.dumps(arguments, ensure_ascii=False)
    function = {"name": name, "arguments": text}
    return {"id": f"call_{at}", "type": "function", "function": function}


def _bytes(piece: bytes | str) -> bytes:
    return piece.encode() if isinstance(piece, str) else piece
