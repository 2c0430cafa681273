"""The event log in memory."""

from datetime import datetime

from adapters.memory.tables import Tables
from application.ports.event_sink import EventSink
from domain.events import WIRE_NAMES, RecordedEvent, TurnEvent, wire_data
from domain.plain_json import plain_object


class MemoryEventSink(EventSink):
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def append(
        self, conversation_id: str, turn_id: str, at: datetime, event: TurnEvent
    ) -> RecordedEvent:
        events = self._tables.events.setdefault(conversation_id, [])
        data = plain_object(wire_data(event, conversation_id, turn_id, at))
        recorded = RecordedEvent(len(events) + 1, WIRE_NAMES[type(event)], turn_id, data)
        events.append(recorded)
        return recorded

    async def replay(self, conversation_id: str, after: int = 0) -> tuple[RecordedEvent, ...]:
        return tuple(self._tables.events.get(conversation_id, [])[max(0, after) :])

    async def last_seq(self, conversation_id: str) -> int:
        return len(self._tables.events.get(conversation_id, ()))

    async def forget(self, conversation_id: str) -> None:
        self._tables.events.pop(conversation_id, None)
