"""Tells of tasks: to their records, to the conversation that started them, to the audit log."""

import time
from dataclasses import dataclass, field
from typing import Final

from returns.result import Failure

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.conversations import Conversations
from application.ports.event_sink import EventSink
from application.ports.task_records import TaskRecords
from application.ports.texts import Texts
from application.toolkit.tool import ToolOutcome
from domain.audit import AuditEntry
from domain.events import TaskProgressed
from domain.superset import JsonValue
from domain.tasks import NewTask, Said, StepEnd, TaskChange, TaskEnded, TaskEnding, TaskState
from domain.texts import LANGUAGES, Text

# The log of a conversation keeps every event, so a fast task does not tell of every step.
_SECONDS_BETWEEN: Final = 0.5


@dataclass(frozen=True, slots=True)
class TaskReport:
    records: TaskRecords
    sink: EventSink
    conversations: Conversations
    audit: AuditLog
    texts: Texts
    clock: Clock
    told_at: dict[str, float] = field(default_factory=dict)

    def said(self, what: Text) -> Said:
        """A sentence in every language."""
        return {language: self.texts.say(what, language) for language in LANGUAGES}

    async def step_begins(self, order: NewTask, position: int, title: str) -> None:
        """Say what is worked on."""
        await self.records.change(order.id, TaskChange(self.clock.now(), done=position))
        if position == 0:
            await self._audit(order, {"state": TaskState.RUNNING.value})
        now = time.monotonic()
        if now - self.told_at.get(order.id, 0.0) >= _SECONDS_BETWEEN:
            self.told_at[order.id] = now
            await self._progress(order, position, title)

    async def step_ended(self, order: NewTask, position: int, end: StepEnd) -> None:
        """Note how a step ended; of a write also for good."""
        done = position if end.stops else position + 1
        await self.records.change(order.id, TaskChange(self.clock.now(), done=done, said=end.said))
        if order.writes and end.outcome != "cancelled":
            await self._audit(order, {"step": position, "outcome": end.outcome})

    async def made(self, order: NewTask, ending: TaskEnding, outcome: ToolOutcome) -> None:
        """End a task with what the tool made of it."""
        for_model = outcome.told or self.texts.say(outcome.summary, "en")
        ended = TaskEnded(ending.state, outcome.value, self.said(outcome.summary), for_model)
        await self._end(order, ending, ended)

    async def ended(self, order: NewTask, ending: TaskEnding, why: Text) -> None:
        """End a task of which the tool could make nothing."""
        is_good = ending.state is TaskState.SUCCEEDED
        state = TaskState.FAILED if is_good else ending.state
        await self._end(order, ending, TaskEnded(state, None, self.said(why)))

    async def _end(self, order: NewTask, ending: TaskEnding, ended: TaskEnded) -> None:
        done = sum(not end.stops for end in ending.ends)
        now = self.clock.now()
        await self._audit(order, {"state": ended.state.value, "done": done})
        await self.records.change(
            order.id, TaskChange(now, done=done, said=ended.summary, ended=ended)
        )
        self.told_at.pop(order.id, None)
        await self._progress(order, done, ended.summary[order.language])

    async def _progress(self, order: NewTask, done: int, note: str) -> None:
        """To the conversation, if it is still there."""
        if order.conversation_id is None or order.turn_id is None:
            return
        known = await self.conversations.get(order.conversation_id, order.approver.user)
        if isinstance(known, Failure):
            return
        event = TaskProgressed(order.id, order.tool_name, done, len(order.items), note)
        await self.sink.append(order.conversation_id, order.turn_id, self.clock.now(), event)

    async def _audit(self, order: NewTask, facts: dict[str, JsonValue]) -> None:
        about: dict[str, JsonValue] = {
            "task_id": order.id,
            "tool": order.tool_name,
            "env_id": order.env_id,
            "total": len(order.items),
        }
        await self.audit.append(
            AuditEntry(
                "task",
                self.clock.now(),
                order.approver.user,
                about | facts,
                order.conversation_id,
                order.turn_id,
            )
        )
