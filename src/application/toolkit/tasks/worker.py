"""Works on tasks for a queue: one step at a time, checked, timed, reported."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from returns.result import Failure, Result

from application.ports.task_queue import TaskWork
from application.ports.task_records import TaskRecords
from application.toolkit.called import called
from application.toolkit.catalogue import Catalogue
from application.toolkit.context import Services, ToolContext
from application.toolkit.failure import FailureKind, ToolFailure
from application.toolkit.tasks.approver import Approver
from application.toolkit.tasks.report import TaskReport
from application.toolkit.tool import AnyTool, StepDone, TaskParts
from domain.retrying import MAX_RETRIES, RETRY_DELAY_S
from domain.tasks import NewTask, StepEnd, TaskEnding, TaskState, TaskStep, state_of
from domain.texts import Text, text

_NOT_REPEATED: Final = frozenset({FailureKind.FIXABLE, FailureKind.FINAL, FailureKind.UNKNOWN})

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Job:
    """An order with the tool that carries it out."""

    order: NewTask
    tool: AnyTool
    parts: TaskParts
    ctx: ToolContext

    def step(self, position: int) -> TaskStep:
        order = self.order
        return TaskStep(order.id, position, order.items[position], order.arguments)


@dataclass(frozen=True, slots=True)
class TaskWorker:
    """
    What the queue calls. A bug ends the task with a sentence: nobody waits for an exception.

    A write that a bug broke may have happened, so it counts as one whose end is unknown.
    """

    catalogue: Catalogue
    services: Services
    records: TaskRecords
    approver: Approver
    report: TaskReport

    @property
    def work(self) -> TaskWork:
        """The calls, as a queue takes them."""
        return TaskWork(self.step, self.cut_off, self.finish, self.lost)

    async def step(self, task_id: str, position: int) -> StepEnd:
        """Run one step, unless the task is to stop."""
        order = await self._order(task_id)
        try:
            end = await self._step(order, position)
        except Exception:  # a queue would repeat it for ever, or drop the task without a word
            log.exception("task_step_broke", task_id=task_id, position=position)
            end = self._broke(order)
        await self.report.step_ended(order, position, end)
        return end

    async def cut_off(self, task_id: str, position: int) -> StepEnd:
        """A write was begun before a crash, and nobody knows how it ended."""
        order = await self._order(task_id)
        said = self._unknown(order, self._job(order), position)
        end = StepEnd("unknown", None, self.report.said(said), stops=True)
        await self.report.step_ended(order, position, end)
        return end

    async def finish(self, task_id: str, ends: Sequence[StepEnd]) -> None:
        """Let the tool make something of the steps, and end the task."""
        order = await self._order(task_id)
        task = await self.records.get(task_id)
        if task is None or task.state.is_over:
            return
        ending = TaskEnding(task_id, state_of(ends), order.arguments, order.items, tuple(ends))
        job = self._job(order)
        if job is None:
            await self.report.ended(
                order, ending, text("task-tool-gone", what=called(order.tool_name))
            )
            return
        try:
            made = await job.parts.finish(ending, job.ctx)
        except Exception:  # as above
            log.exception("task_finish_broke", task_id=task_id)
            await self.report.ended(
                order, ending, text("task-broke", what=called(order.tool_name), task=task_id)
            )
            return
        if isinstance(made, Failure):
            await self.report.ended(order, ending, made.failure().text)
        else:
            await self.report.made(order, ending, made.unwrap())

    async def lost(self, task_id: str) -> None:
        """The queue has lost it: of a writing task nobody knows what it did."""
        order = await self._order(task_id)
        state = TaskState.UNKNOWN if order.writes else TaskState.FAILED
        ending = TaskEnding(task_id, state, order.arguments, order.items, ())
        await self.report.ended(order, ending, text("task-lost", what=called(order.tool_name)))

    async def _step(self, order: NewTask, position: int) -> StepEnd:
        task = await self.records.get(order.id)
        if task is None or task.is_cancelling:
            return StepEnd("cancelled", stops=True)
        job = self._job(order)
        if job is None:
            return self._failed(ToolFailure(_gone(order), FailureKind.FINAL))
        refusal = await self.approver.refusal(job.tool, order, job.ctx)
        if refusal is not None:
            return self._failed(ToolFailure(refusal.text, FailureKind.FINAL))
        await self.report.step_begins(order, position, self._title(order, position))
        result = await self._attempts(job, position)
        if isinstance(result, Failure):
            return self._failed(result.failure())
        done = result.unwrap()
        return StepEnd("done", done.value, self.report.said(done.said) if done.said else None)

    async def _attempts(self, job: _Job, position: int) -> Result[StepDone, ToolFailure]:
        """A read that was refused for the moment is tried once more; a write never."""
        for _ in range(MAX_RETRIES):
            result = await self._within_time(job, position)
            may_be_repeated = not job.order.writes and isinstance(result, Failure)
            if not may_be_repeated or result.failure().kind in _NOT_REPEATED:
                return result
            await self.services.clock.sleep(RETRY_DELAY_S)
        return await self._within_time(job, position)

    async def _within_time(self, job: _Job, position: int) -> Result[StepDone, ToolFailure]:
        seconds = job.parts.step_timeout_s
        try:
            return await asyncio.wait_for(job.parts.step(job.step(position), job.ctx), seconds)
        except TimeoutError:
            if job.order.writes:
                unknown = self._unknown(job.order, job, position)
                return Failure(ToolFailure(unknown, FailureKind.UNKNOWN))
            title = self._title(job.order, position)
            said = text("task-step-timeout", title=title, seconds=round(seconds))
            return Failure(ToolFailure(said, FailureKind.TRANSIENT))

    def _unknown(self, order: NewTask, job: _Job | None, position: int) -> Text:
        how = text("task-check-nothing")
        if job is not None and job.parts.check is not None:
            how = job.parts.check(job.step(position), job.ctx)
        return text("task-step-unknown", title=self._title(order, position), check=how)

    def _failed(self, failure: ToolFailure) -> StepEnd:
        said = self.report.said(failure.text)
        if failure.kind is FailureKind.UNKNOWN:
            return StepEnd("unknown", None, said, stops=True)
        return StepEnd("failed", None, said, stops=failure.kind is not FailureKind.FIXABLE)

    def _broke(self, order: NewTask) -> StepEnd:
        said = self.report.said(text("task-broke", what=called(order.tool_name), task=order.id))
        return StepEnd("unknown" if order.writes else "failed", None, said, stops=True)

    async def _order(self, task_id: str) -> NewTask:
        order = await self.records.order(task_id)
        if order is None:
            raise AssertionError("a task without an order was worked on")
        return order

    def _job(self, order: NewTask) -> _Job | None:
        """None when the tool is gone: the task was started by another version."""
        tool = self.catalogue.tools.get(order.tool_name)
        if tool is None or tool.task is None:
            return None
        environment = self.services.environments.get(order.env_id or "")
        ctx = ToolContext(
            caller=order.approver,
            language=order.language,
            services=self.services,
            environment=environment,
            conversation_id=order.conversation_id,
            turn_id=order.turn_id,
            action_id=order.id,
        )
        return _Job(order, tool, tool.task, ctx)

    def _title(self, order: NewTask, position: int) -> str:
        tool = self.catalogue.tools.get(order.tool_name)
        if tool is None or tool.task is None:
            return str(position + 1)
        return tool.task.title(order.items[position])


def _gone(order: NewTask) -> Text:
    return text("task-tool-gone", what=called(order.tool_name))
