"""An event log that counts what turns say."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from prometheus_client import CollectorRegistry, Counter

from application.ports.event_sink import EventSink
from domain.events import (
    Done,
    PermissionRefused,
    RecordedEvent,
    ToolCancelled,
    ToolEnd,
    ToolErrored,
    ToolTimeout,
    TurnEvent,
)

# A model may name tools as it likes, and every name would be a series that stays.
_UNKNOWN_TOOL: Final = "unknown"


class CountingSink(EventSink):
    """
    Counts each event once it is in the log below; one whose writer is cancelled meanwhile may be
    missed.

    Args:
        tool_names: those that are counted by name.

    """

    def __init__(
        self, log: EventSink, registry: CollectorRegistry, tool_names: Collection[str]
    ) -> None:
        self._log = log
        self._tool_names = tool_names
        self._ends = Counter(
            "agent_turn_ends", "Ends of event streams.", ["finish_reason"], registry=registry
        )
        self._calls = Counter(
            "agent_tool_calls", "Tool calls that ended.", ["tool", "outcome"], registry=registry
        )

    async def append(
        self, conversation_id: str, turn_id: str, at: datetime, event: TurnEvent
    ) -> RecordedEvent:
        recorded = await self._log.append(conversation_id, turn_id, at, event)
        self._count(event)
        return recorded

    async def replay(self, conversation_id: str, after: int = 0) -> tuple[RecordedEvent, ...]:
        return await self._log.replay(conversation_id, after)

    async def last_seq(self, conversation_id: str) -> int:
        return await self._log.last_seq(conversation_id)

    async def forget(self, conversation_id: str) -> None:
        await self._log.forget(conversation_id)

    def _count(self, event: TurnEvent) -> None:
        match event:
            case Done(finish_reason=reason):
                self._ends.labels(reason).inc()
            case ToolEnd(tool_name=name):
                self._call(name, "done")
            case ToolErrored(tool_name=name, status_unknown=is_unknown):
                self._call(name, "unknown" if is_unknown else "failed")
            case ToolTimeout(tool_name=name, status_unknown=is_unknown):
                self._call(name, "unknown" if is_unknown else "timeout")
            case ToolCancelled(tool_name=name):
                self._call(name, "cancelled")
            case PermissionRefused(tool_name=name):
                self._call(name, "refused")
            case _:
                pass

    def _call(self, tool_name: str, outcome: str) -> None:
        known = tool_name if tool_name in self._tool_names else _UNKNOWN_TOOL
        self._calls.labels(known, outcome).inc()
