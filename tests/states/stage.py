"""
The built page before a service that answers as a state of the page needs it.

A tab says in a header which scene it is in; whatever the scene does not answer, the ordinary
answers do.
"""

import json
import mimetypes
import select
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.parse import parse_qs, urlsplit

from pydantic import BaseModel

from entrypoints.http.pages import PAGES
from entrypoints.http.problems import STATUS
from kills.running import REPOSITORY

Json: TypeAlias = Any

BUILD = REPOSITORY / "frontend" / "build"
SCENE_HEADER = "X-Scene"


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What the service says to one request.

    Args:
        body: as JSON; of a refusal, its sentence.
        refused: the code of the problem.
        events: a stream of these, numbered from 1 and from the last one that the page has.
        stays: nothing more comes, and the connection stays open.
        cut: the connection breaks instead.

    """

    body: Json = None
    refused: str | None = None
    events: Sequence[Json] | None = None
    stays: bool = False
    cut: bool = False


def tells(body: BaseModel | Json) -> Answer:
    is_model = isinstance(body, BaseModel)
    return Answer(body.model_dump(mode="json", by_alias=True) if is_model else body)


def refuses(code: str, said: str) -> Answer:
    return Answer(said, refused=code)


def streams(*events: Json, stays: bool = False) -> Answer:
    return Answer(events=events, stays=stays)


WAITS = Answer(stays=True)
CUT = Answer(cut=True)


@dataclass(frozen=True, slots=True)
class Asked:
    """What an ordinary answer depends on."""

    language: str
    role: str
    query: Mapping[str, list[str]]


Ordinary: TypeAlias = Mapping[str, Callable[[Asked], Answer]]


@dataclass
class Playing:
    """
    A scene with what it was asked for so far.

    Args:
        answers: by method and path; of several the next one comes each time, and the last stays.

    """

    answers: Mapping[str, Sequence[Answer]]
    role: str
    asked: Counter[str] = field(default_factory=Counter)

    def answer(self, route: str) -> Answer | None:
        """The scene's own answer, or None."""
        answers = self.answers.get(route)
        if answers is None:
            return None
        self.asked[route] += 1
        return answers[min(self.asked[route], len(answers)) - 1]


class Stage:
    """Use it as `with Stage(ordinary) as stage`; it listens at `stage.address`."""

    def __init__(self, ordinary: Ordinary) -> None:
        self.ordinary = ordinary
        self.scenes: dict[str, Playing] = {}
        self.is_over = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._http.block_on_close = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.is_over.set()
        self._http.shutdown()
        self._http.server_close()


def _handler(stage: Stage) -> type[BaseHTTPRequestHandler]:
    return type("Handler", (_Handler,), {"stage": stage})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stage: Stage

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/api/"):
            self._play(path)
        else:
            self._file(path)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._play(urlsplit(self.path).path)

    def _play(self, path: str) -> None:
        route = f"{self.command} {path}"
        scene = self.stage.scenes[self.headers[SCENE_HEADER]]
        answer = scene.answer(route)
        if answer is None:
            language = self.headers.get("Accept-Language", "en")[:2]
            asked = Asked(language, scene.role, parse_qs(urlsplit(self.path).query))
            ordinary = self.stage.ordinary.get(route)
            answer = ordinary(asked) if ordinary else refuses("not_found", "")
        self._say(answer)

    def _say(self, answer: Answer) -> None:
        if answer.events is not None:
            self._stream(answer)
        elif answer.cut:
            self.close_connection = True
        elif answer.stays:
            self._stay()
        elif answer.refused is not None:
            status = STATUS[answer.refused]
            problem = {"type": "about:blank", "title": answer.refused, "status": status}
            problem |= {"detail": answer.body, "code": answer.refused}
            self._send(status, "application/problem+json", json.dumps(problem).encode())
        else:
            body = json.dumps(answer.body, ensure_ascii=False).encode()
            self._send(200, "application/json", body)

    def _stream(self, answer: Answer) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        known = int(self.headers.get("Last-Event-ID") or 0)
        for number, event in enumerate(answer.events or (), 1):
            if number > known:
                data = json.dumps(event, ensure_ascii=False)
                frame = f"id: {number}\nevent: {event['type']}\ndata: {data}\n\n"
                self.wfile.write(frame.encode())
        self.wfile.flush()
        if answer.stays:
            self._stay()

    def _stay(self) -> None:
        """Until the page goes away."""
        self.close_connection = True
        while not self.stage.is_over.is_set():
            if select.select([self.connection], [], [], 0.2)[0]:
                return

    def _file(self, path: str) -> None:
        """A built file, or the one page for every address of a page, as the service serves it."""
        file = BUILD / path.lstrip("/")
        if path.split("/")[1] in PAGES:
            file = BUILD / "index.html"
        if not file.is_file():
            self._send(404, "text/plain", b"")
            return
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        self._send(200, kind, file.read_bytes(), cache=path.startswith("/_app/immutable/"))

    def _send(self, status: int, kind: str, body: bytes, *, cache: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600, immutable" if cache else "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (stdlib's name)
        """Tests print their own report."""
