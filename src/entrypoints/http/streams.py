"""Answers that are event streams."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from fastapi.responses import StreamingResponse

from application.ports.turn_runner import TurnHandle
from domain.conversation import TurnState
from domain.events import RecordedEvent
from entrypoints.http.services import ApiServices, Readiness

PING_S: Final = 10.0
_LOOK_S: Final = 1.0

_HEADERS: Final = {"Cache-Control": "no-cache, no-store", "X-Accel-Buffering": "no"}


def turn_stream(handle: TurnHandle, services: ApiServices, ready: Readiness) -> StreamingResponse:
    """The events of a turn from an accepted request on, up to its `done`."""
    events = _until_idle(handle.conversation_id, handle.after, services, ready, handle)
    headers = {**_HEADERS, "X-Conversation-Id": handle.conversation_id}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


def conversation_stream(
    conversation_id: str, after: int, services: ApiServices, ready: Readiness
) -> StreamingResponse:
    """Events above `after`, replayed and then live, while anything runs in the conversation."""
    events = _until_idle(conversation_id, after, services, ready, None)
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)


async def replay_stream(
    conversation_id: str, after: int, services: ApiServices
) -> StreamingResponse:
    """Events above `after` that are written already."""
    written = b"".join(map(services.frame, await services.feed.replay(conversation_id, after)))

    async def once() -> AsyncIterator[bytes]:  # StreamingResponse wants it so
        yield written

    return StreamingResponse(once(), media_type="text/event-stream", headers=_HEADERS)


async def _until_idle(
    conversation_id: str,
    after: int,
    services: ApiServices,
    ready: Readiness,
    handle: TurnHandle | None,
) -> AsyncIterator[bytes]:
    feed = services.feed.follow(conversation_id, after)
    upcoming: asyncio.Task[RecordedEvent] | None = None
    silence = 0.0
    try:
        while not ready.closing.is_set():
            upcoming = upcoming or asyncio.ensure_future(anext(feed))
            done, _ = await asyncio.wait({upcoming}, timeout=_LOOK_S)
            if done:
                event, upcoming, silence = upcoming.result(), None, 0.0
                if handle is None or event.turn_id == handle.turn_id:
                    yield services.frame(event)
                if handle is not None and _is_end(event, handle):
                    return
                continue
            if not await _is_running(conversation_id, services):
                return
            silence += _LOOK_S
            if silence >= PING_S:
                silence = 0.0
                yield services.ping
    finally:
        if upcoming is not None:
            upcoming.cancel()


def _is_end(event: RecordedEvent, handle: TurnHandle) -> bool:
    is_done = event.type == "done" and event.turn_id == handle.turn_id
    return is_done and event.seq >= handle.until


async def _is_running(conversation_id: str, services: ApiServices) -> bool:
    turns = await services.turns.of_conversation(conversation_id)
    return bool(turns) and turns[-1].state is TurnState.RUNNING
