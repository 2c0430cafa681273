"""The event log of a conversation: written before it is sent, replayed, followed live."""

from abc import abstractmethod
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Protocol

from domain.events import RecordedEvent, TurnEvent


class EventSink(Protocol):
    """Sequence numbers of a conversation are 1, 2, 3 … without gaps, also across crashes."""

    @abstractmethod
    async def append(
        self, conversation_id: str, turn_id: str, at: datetime, event: TurnEvent
    ) -> RecordedEvent:
        """Write one event durably and give it the next number of the conversation."""

    @abstractmethod
    async def replay(self, conversation_id: str, after: int = 0) -> tuple[RecordedEvent, ...]:
        """Events with a number above `after`, in order. Empty for an unknown conversation."""

    @abstractmethod
    async def last_seq(self, conversation_id: str) -> int:
        """The last number of the conversation; 0 when it has none."""

    @abstractmethod
    async def forget(self, conversation_id: str) -> None:
        """Remove all events of a conversation."""


class EventFeed(EventSink, Protocol):
    """A sink that can be listened to."""

    @abstractmethod
    def follow(self, conversation_id: str, after: int = 0) -> AsyncIterator[RecordedEvent]:
        """
        Events above `after`: first those written, then each as it is written, none twice.

        Never ends by itself; close the iterator to stop.
        """
