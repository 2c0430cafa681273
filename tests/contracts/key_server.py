"""A key server on a free local port, as well or as badly behaved as a test wants it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class KeyServer:
    """`answer`: "keys", "html", "error", "no keys", "redirect", or "unreachable" (hangs up)."""

    url: str = ""
    answer: str = "keys"
    keys: list[dict[str, object]] = field(default_factory=list)
    asked: int = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        self.asked += 1
        if self.answer != "unreachable":
            writer.write(self._response())
            await writer.drain()
        writer.close()

    def _response(self) -> bytes:
        status, body = {
            "keys": ("200 OK", json.dumps({"keys": self.keys})),
            "html": ("200 OK", "<html>Sign in</html>"),
            "error": ("503 Service Unavailable", "{}"),
            "no keys": ("200 OK", '{"keys": "none"}'),
            "redirect": (f"302 Found\r\nLocation: {self.url}", ""),
        }[self.answer]
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        return (head + body).encode()


@asynccontextmanager
async def run_key_server() -> AsyncIterator[KeyServer]:
    key_server = KeyServer()
    listening = await asyncio.start_server(key_server.handle, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    key_server.url = f"http://127.0.0.1:{port}/keys"
    async with listening:
        yield key_server
