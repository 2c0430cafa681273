"""
A process that describes a dashboard: `python -m tasks.documenting <folder> <kind> <hold at>`.

`drafting` asks a model, `writing` writes what was drafted. It starts the task k1 of the folder, or
goes on with it, and holds at a step (-1: at none), after the model was asked or the description
was sent, until it is killed. The folder's file `done` gets a line for each of these.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from adapters.memory.audit_log import MemoryAuditLog
from adapters.memory.conversations import MemoryConversations
from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.event_sink import MemoryEventSink
from adapters.memory.language_model import ScriptedModel
from adapters.memory.superset.descriptions import MemoryDescriptions
from adapters.memory.superset.objects import MemoryChart, MemoryDashboard, MemoryDataset
from adapters.memory.tables import Tables
from adapters.sqlite.database import Database
from adapters.sqlite.sessions import SqliteSessions
from adapters.sqlite.task_records import SqliteTaskRecords
from adapters.tasks_dbos.task_queue import DbosTaskQueue
from application.ports.language_model import ModelRequest, ReplyEnded, ReplyPart, TextDelta
from application.toolkit.catalogue import catalogue_of
from application.toolkit.context import ToolContext
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tasks.approver import Approver
from application.toolkit.tasks.report import TaskReport
from application.toolkit.tasks.worker import TaskWorker
from application.tools.run_llm_documentation import TOOL
from tool_surroundings import TEXTS, Json, Surroundings

DASHBOARD = "Held"


@dataclass
class Holder:
    """Notes that something was sent, then holds if that is the step to hold at."""

    file: Path
    hold_at: int

    async def after(self) -> None:
        position = len(self.file.read_text().split()) if self.file.exists() else 0
        with self.file.open("a") as file:
            file.write(f"{position}\n")
        if position == self.hold_at:
            print("holding", flush=True)
            await asyncio.sleep(3600)


class HoldingModel(ScriptedModel):
    """Words every text alike."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(())
        self._holder = holder

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        if self._holder is not None:
            await self._holder.after()
        yield TextDelta('{"own": "Worded by a model."}')
        yield ReplyEnded()


def surroundings() -> Surroundings:
    """A dashboard over three datasets with three charts: four steps to draft, six to write."""
    here = Surroundings()
    for number in ("11", "12", "13"):
        here.dev.add(MemoryDataset(number, f"set {number}", "1", "SELECT 1 AS one"))
        here.dev.add(MemoryChart(number, f"Chart {number}", number))
    here.dev.add(MemoryDashboard("9", DASHBOARD, ("11", "12", "13")))
    return here


def hold_writes(holder: Holder) -> None:
    """A description is written, and then no answer comes."""
    for name in ("describe_dataset", "describe_chart"):
        original = getattr(MemoryDescriptions, name)

        async def held(self: Json, *given: Json, original: Json = original) -> Json:
            done = await original(self, *given)
            await holder.after()
            return done

        setattr(MemoryDescriptions, name, held)


async def main(folder: Path, kind: str, hold_at: int) -> None:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    database = Database()
    await database.open(folder / "agent.sqlite")
    here, holder = surroundings(), Holder(folder / "done", hold_at)
    here.model = HoldingModel(holder if kind == "drafting" else None)
    if kind == "writing":
        hold_writes(holder)
    records = SqliteTaskRecords(database)
    queue = DbosTaskQueue(records, folder / "tasks")
    ctx = here.ctx()
    ctx = replace(ctx, services=replace(ctx.services, tasks=queue), action_id="k1")
    await queue.serve(worker(ctx, records, database).work)
    await start(ctx, kind)
    task = await queue.wait("k1", 60)
    assert task is not None
    await queue.drain(5)
    await database.close()
    print(task.state.value, flush=True)


async def start(ctx: ToolContext, kind: str) -> None:
    """Start the task k1; it is in the folder already when this is not the first process."""
    if await ctx.services.tasks.get("k1") is not None:
        return
    writes = kind == "writing"
    args = TOOL.arguments(dashboard_id=DASHBOARD, apply=writes)
    if writes:
        assert TOOL.plan is not None
        (await TOOL.plan(args, replace(ctx, action_id=None))).unwrap()
    (await TOOL.run(args, ctx)).unwrap()


def worker(ctx: ToolContext, records: SqliteTaskRecords, database: Database) -> TaskWorker:
    services, tables = ctx.services, Tables()
    proof = EnvironmentProof(services.supersets, MemoryEnvironmentRecords(), services.clock)
    report = TaskReport(
        records=records,
        sink=MemoryEventSink(tables),
        conversations=MemoryConversations(tables),
        audit=MemoryAuditLog(),
        texts=TEXTS,
        clock=services.clock,
    )
    approver = Approver(sessions=SqliteSessions(database), proof=proof)
    return TaskWorker(catalogue_of([TOOL]), services, records, approver, report)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
