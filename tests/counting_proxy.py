"""
A reverse proxy that counts what reaches a Superset, and loses answers when told to.

It runs in a thread of its own, so that a test may wait for a killed process meanwhile. One
connection carries one request: its answer says `Connection: close`.
"""

import asyncio
import threading
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Literal, Self

import httpx

Action = Literal["drop", "delay", "bad_gateway", "bad_gateway_at_once"]

_HOP_BY_HOP = {
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "content-encoding",
}


@dataclass
class Trouble:
    """
    What happens to the next requests of a method below a path.

    Args:
        action: "drop" forwards and then resets the connection; "delay" forwards and holds the
            answer back; "bad_gateway" forwards and answers 502 instead; "bad_gateway_at_once"
            answers 502 without forwarding.
        skip: how many requests get through before.

    """

    method: str
    path: str
    action: Action
    times: int = 1
    delay_s: float = 0.0
    skip: int = 0


class CountingProxy:
    """Use it as a context manager; `url` is where to send what would go to the upstream."""

    def __init__(self, upstream: str) -> None:
        self.upstream = upstream
        self.url = ""
        self.counts: Counter[tuple[str, str]] = Counter()
        self._troubles: list[Trouble] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="counting-proxy")
        self._client: httpx.AsyncClient | None = None
        self._server: asyncio.Server | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def trouble(self, method: str, path: str, action: Action, **more: float) -> None:
        """Plan a Trouble; `path` is how the path begins, `more` its times, delay_s and skip."""
        times, skip = int(more.get("times", 1)), int(more.get("skip", 0))
        delay_s = more.get("delay_s", 0.0)
        self._troubles.append(Trouble(method, path, action, times, delay_s, skip))

    def count(self, method: str, path: str = "/") -> int:
        """How many requests of a method arrived below a path, queries left aside."""
        counted = self.counts.copy().items()
        return sum(
            number for (verb, asked), number in counted if verb == method and asked.startswith(path)
        )

    async def _open(self) -> None:
        self._client = httpx.AsyncClient(timeout=120, trust_env=False)
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
        serving = asyncio.all_tasks() - {asyncio.current_task()}
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._answer(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            # Whoever asked is gone, as killed processes are.
            writer.transport.abort()
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ", 2)
        pairs = [line.split(":", 1) for line in head[1:] if line]
        headers = [(name, value.strip()) for name, value in pairs]
        length = next((int(v) for name, v in headers if name.lower() == "content-length"), 0)
        body = await reader.readexactly(length)
        path = target.split("?", 1)[0]
        self.counts[method, path] += 1
        trouble = self._next_trouble(method, path)
        if trouble is not None and trouble.action == "bad_gateway_at_once":
            await _write(writer, _bad_gateway())
            return
        answer = await self._forward(method, target, headers, body)
        if trouble is None or trouble.action == "delay":
            await asyncio.sleep(trouble.delay_s if trouble else 0)
            await _write(writer, answer)
        elif trouble.action == "drop":
            writer.transport.abort()
        else:
            await _write(writer, _bad_gateway())

    def _next_trouble(self, method: str, path: str) -> Trouble | None:
        for trouble in self._troubles:
            if trouble.method == method and path.startswith(trouble.path):
                if trouble.skip > 0:
                    trouble.skip -= 1
                    return None
                trouble.times -= 1
                if trouble.times <= 0:
                    self._troubles.remove(trouble)
                return trouble
        return None

    async def _forward(
        self, method: str, target: str, headers: list[tuple[str, str]], body: bytes
    ) -> httpx.Response:
        assert self._client is not None
        kept = [(name, value) for name, value in headers if name.lower() not in _HOP_BY_HOP]
        return await self._client.request(
            method, self.upstream + target, headers=kept, content=body, follow_redirects=False
        )


def _bad_gateway() -> httpx.Response:
    return httpx.Response(HTTPStatus.BAD_GATEWAY, html="<html><h1>502 Bad Gateway</h1></html>")


async def _write(writer: asyncio.StreamWriter, answer: httpx.Response) -> None:
    kept = [(k, v) for k, v in answer.headers.multi_items() if k.lower() not in _HOP_BY_HOP]
    lines = [f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}"]
    lines += [f"{name}: {value}" for name, value in kept]
    lines += [f"Content-Length: {len(answer.content)}", "Connection: close", "", ""]
    writer.write("\r\n".join(lines).encode("latin-1") + answer.content)
    await writer.drain()
