"""An event log that can be followed live, by listeners of this process."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime

from application.ports.event_sink import EventFeed, EventSink
from domain.events import RecordedEvent, TurnEvent

# Events that wait for one follower; one that is slower catches up from the log instead.
MAILBOX_SIZE = 256


class FanOut(EventFeed):
    """
    Writes to the log, then tells the followers.

    A follower is told of each event, but relies on the log alone: a number that does not follow
    the last one means that it missed something, and it reads on from there.
    """

    def __init__(self, log: EventSink, mailbox_size: int = MAILBOX_SIZE) -> None:
        self._log = log
        self._mailbox_size = mailbox_size
        self._mailboxes: defaultdict[str, set[_Mailbox]] = defaultdict(set)
        self._appending: set[asyncio.Task[RecordedEvent]] = set()

    async def append(
        self, conversation_id: str, turn_id: str, at: datetime, event: TurnEvent
    ) -> RecordedEvent:
        # Once begun it is finished, also when the turn is cancelled meanwhile: an event that is
        # in the log without anybody being told would leave followers waiting.
        task = asyncio.create_task(self._append_and_tell(conversation_id, turn_id, at, event))
        self._appending.add(task)
        task.add_done_callback(self._appending.discard)
        return await asyncio.shield(task)

    async def replay(self, conversation_id: str, after: int = 0) -> tuple[RecordedEvent, ...]:
        return await self._log.replay(conversation_id, after)

    async def last_seq(self, conversation_id: str) -> int:
        return await self._log.last_seq(conversation_id)

    async def forget(self, conversation_id: str) -> None:
        await self._log.forget(conversation_id)

    async def follow(self, conversation_id: str, after: int = 0) -> AsyncIterator[RecordedEvent]:
        # Listening begins before the log is read, so that nothing falls in between.
        with self._listening(conversation_id) as mailbox:
            last = after
            while True:
                for event in await self._log.replay(conversation_id, last):
                    last = event.seq
                    yield event
                while (told := await mailbox.next_after(last)) is not None:
                    last = told.seq
                    yield told

    def followers(self, conversation_id: str) -> int:
        """How many follow a conversation right now."""
        return len(self._mailboxes.get(conversation_id, ()))

    async def _append_and_tell(
        self, conversation_id: str, turn_id: str, at: datetime, event: TurnEvent
    ) -> RecordedEvent:
        recorded = await self._log.append(conversation_id, turn_id, at, event)
        for mailbox in self._mailboxes.get(conversation_id, ()):
            mailbox.put(recorded)
        return recorded

    @contextmanager
    def _listening(self, conversation_id: str) -> Iterator["_Mailbox"]:
        mailbox = _Mailbox(self._mailbox_size)
        self._mailboxes[conversation_id].add(mailbox)
        try:
            yield mailbox
        finally:
            mailboxes = self._mailboxes[conversation_id]
            mailboxes.discard(mailbox)
            if not mailboxes:
                del self._mailboxes[conversation_id]


class _Mailbox:
    """The newest events for one follower; when it is full the oldest go."""

    def __init__(self, size: int) -> None:
        self._events: deque[RecordedEvent] = deque(maxlen=size)
        self._has_events = asyncio.Event()

    def put(self, event: RecordedEvent) -> None:
        self._events.append(event)
        self._has_events.set()

    async def next_after(self, last: int) -> RecordedEvent | None:
        """The event numbered `last` + 1; None when a later one came first."""
        while True:
            while not self._events:
                self._has_events.clear()
                await self._has_events.wait()
            event = self._events.popleft()
            if event.seq > last:
                return event if event.seq == last + 1 else None
