"""Answers that are event streams."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from fastapi.responses import StreamingResponse
from returns.result import Failure

from application.ports.turn_runner import TurnHandle
from domain.conversation import TurnState
from domain.events import RecordedEvent
from entrypoints.http.services import ApiServices, Readiness

# Proxies close a stream that is silent for 30 s or more.
PING_S: Final = 10.0
_LOOK_S: Final = 1.0
# A turn is over some milliseconds after its `done` was written.
_SETTLE_S: Final = 0.02

_HEADERS: Final = {"Cache-Control": "no-cache, no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True)
class Watch:
    """
    What one stream shows.

    Args:
        handle: only the events of its turn, up to its end; None means all events above `after`
            while anything runs.

    """

    conversation_id: str
    user: str
    after: int
    handle: TurnHandle | None = None

    def shows(self, event: RecordedEvent) -> bool:
        """Whether an event belongs into the stream."""
        return self.handle is None or event.turn_id == self.handle.turn_id

    def ends_with(self, event: RecordedEvent) -> bool:
        """Whether nothing more belongs into it."""
        if self.handle is None or event.turn_id != self.handle.turn_id:
            return False
        return event.type == "done" and event.seq >= self.handle.until


def turn_stream(
    handle: TurnHandle, user: str, services: ApiServices, ready: Readiness
) -> StreamingResponse:
    """The events of a turn from an accepted request on, up to its `done`."""
    watch = Watch(handle.conversation_id, user, handle.after, handle)
    headers = {**_HEADERS, "X-Conversation-Id": handle.conversation_id}
    frames = _frames(watch, services, ready)
    return StreamingResponse(frames, media_type="text/event-stream", headers=headers)


def conversation_stream(watch: Watch, services: ApiServices, ready: Readiness) -> StreamingResponse:
    """Events above `after`, replayed and then live, while anything runs in the conversation."""
    frames = _frames(watch, services, ready)
    return StreamingResponse(frames, media_type="text/event-stream", headers=_HEADERS)


async def replay_stream(
    conversation_id: str, after: int, services: ApiServices
) -> StreamingResponse:
    """Events above `after` that are written already."""
    written = b"".join(map(services.frame, await services.feed.replay(conversation_id, after)))

    async def once() -> AsyncIterator[bytes]:  # StreamingResponse wants it so
        yield written

    return StreamingResponse(once(), media_type="text/event-stream", headers=_HEADERS)


async def _frames(watch: Watch, services: ApiServices, ready: Readiness) -> AsyncIterator[bytes]:
    now = asyncio.get_running_loop().time
    # What is written already goes out as one piece: a long conversation is thousands of events.
    written = await services.feed.replay(watch.conversation_id, watch.after)
    shown, is_over = _shown(watch, written)
    if shown:
        yield b"".join(map(services.frame, shown))
    if is_over:
        return
    last, patience = (written[-1].seq, _patience(written[-1])) if written else (watch.after, 0.0)
    feed = services.feed.follow(watch.conversation_id, last)
    closing = asyncio.ensure_future(ready.closing.wait())
    upcoming: asyncio.Task[RecordedEvent] | None = None
    spoke_at = now()
    try:
        while not closing.done():
            upcoming = upcoming or asyncio.ensure_future(anext(feed))
            pair = {upcoming, closing}
            await asyncio.wait(pair, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if upcoming.done():
                event, upcoming = upcoming.result(), None
                last, patience = event.seq, _patience(event)
                if watch.shows(event):
                    spoke_at = now()
                    yield services.frame(event)
                if watch.ends_with(event):
                    return
            elif await _is_over(watch, last, services):
                return
            else:
                patience = min(max(2 * patience, _SETTLE_S), _LOOK_S)
                if now() - spoke_at >= PING_S:
                    spoke_at = now()
                    yield services.ping
    finally:
        closing.cancel()
        if upcoming is not None:
            upcoming.cancel()


def _shown(watch: Watch, written: Sequence[RecordedEvent]) -> tuple[list[RecordedEvent], bool]:
    """Those of the events that belong into the stream, and whether they are all of it."""
    shown: list[RecordedEvent] = []
    for event in written:
        if watch.shows(event):
            shown.append(event)
        if watch.ends_with(event):
            return shown, True
    return shown, False


def _patience(event: RecordedEvent) -> float:
    """How long to wait for another event before looking whether there can be one."""
    return _SETTLE_S if event.type == "done" else _LOOK_S


async def _is_over(watch: Watch, last: int, services: ApiServices) -> bool:
    """
    Whether nothing runs and everything written was seen.

    In this order: a turn that is over has written its last event.
    """
    owned = await services.conversations.get(watch.conversation_id, watch.user)
    if not isinstance(owned, Failure) and owned.unwrap().state is TurnState.RUNNING:
        return False
    return await services.feed.last_seq(watch.conversation_id) <= last
