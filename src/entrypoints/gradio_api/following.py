"""The events of a turn for a client to whom each one is costly."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, Final

from returns.result import Failure

from application.ports.turn_runner import TurnHandle
from domain.conversation import TurnState
from domain.events import RecordedEvent
from entrypoints.gradio_api.answers import EventData
from entrypoints.http.services import ApiServices
from entrypoints.http.streams import Watch

# Gradio spends half a millisecond on each value (measured); ten a second read as smoothly.
TOKEN_PAUSE_S: Final = 0.1
_LOOK_S: Final = 1.0


class TurnEvents:
    """Follows one turn from an accepted request on, up to its `done`."""

    def __init__(
        self, handle: TurnHandle, user: str, services: ApiServices, closing: asyncio.Event
    ) -> None:
        self._watch = Watch(handle.conversation_id, user, handle.after, handle)
        self._services = services
        self._closing = closing
        self._now = asyncio.get_running_loop().time
        self._tokens: list[EventData] = []
        self._next_token_at = 0.0
        self._last = handle.after

    async def until_done(self) -> AsyncGenerator[EventData, None]:
        """
        The data of each event; tokens that come soon after each other are one.

        Ends without `done` when the service stops, or the conversation is removed.
        """
        feed = self._services.feed.follow(self._watch.conversation_id, self._watch.after)
        closing = asyncio.ensure_future(self._closing.wait())
        upcoming: asyncio.Task[RecordedEvent] | None = None
        try:
            while not closing.done():
                upcoming = upcoming or asyncio.ensure_future(anext(feed))
                pair: set[asyncio.Future[Any]] = {upcoming, closing}
                patience = self._patience()
                await asyncio.wait(pair, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                event = None
                if upcoming.done():
                    event, upcoming = upcoming.result(), None
                for data in self._taken(event):
                    yield data
                if event is None and await self._is_over():
                    return
                if event is not None and self._watch.ends_with(event):
                    return
        finally:
            closing.cancel()
            if upcoming is not None:
                upcoming.cancel()
                # Until it has ended, nothing of the feed may be closed.
                with suppress(asyncio.CancelledError):
                    await upcoming

    def _patience(self) -> float:
        if not self._tokens:
            return _LOOK_S
        return max(0.0, self._next_token_at - self._now())

    def _taken(self, event: RecordedEvent | None) -> list[EventData]:
        """What to say now that this event came, or none did."""
        said: list[EventData] = []
        if event is not None:
            self._last = event.seq
            if self._watch.shows(event) and event.type == "token":
                self._tokens.append(event.data)
            elif self._watch.shows(event):
                said = [*self._flushed(), event.data]
        if self._tokens and self._now() >= self._next_token_at:
            said += self._flushed()
        return said

    def _flushed(self) -> list[EventData]:
        if not self._tokens:
            return []
        together = "".join(str(token["text"]) for token in self._tokens)
        joined = {**self._tokens[-1], "text": together}
        self._tokens.clear()
        self._next_token_at = self._now() + TOKEN_PAUSE_S
        return [joined]

    async def _is_over(self) -> bool:
        """
        Whether nothing runs and everything written was seen.

        In this order: a turn that is over has written its last event.
        """
        if self._tokens:
            return False
        watch = self._watch
        owned = await self._services.conversations.get(watch.conversation_id, watch.user)
        if not isinstance(owned, Failure) and owned.unwrap().state is TurnState.RUNNING:
            return False
        return await self._services.feed.last_seq(watch.conversation_id) <= self._last
