"""
A process that works on a task: `python -m tasks.child <folder> <reading|writing> <hold at>`.

It starts the task of the folder, or goes on with it, and holds at a step (-1: at none) until it is
killed. What it has done it appends to the folder's file `done`; it says when it holds and when
the task is over.
"""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from returns.result import Result, Success

from adapters.memory.audit_log import MemoryAuditLog
from adapters.memory.conversations import MemoryConversations
from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.event_sink import MemoryEventSink
from adapters.memory.tables import Tables
from adapters.sqlite.database import Database
from adapters.sqlite.sessions import SqliteSessions
from adapters.sqlite.task_records import SqliteTaskRecords
from adapters.system.clock import SystemClock
from adapters.tasks_dbos.task_queue import DbosTaskQueue
from application.toolkit.catalogue import catalogue_of
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tasks.approver import Approver
from application.toolkit.tasks.report import TaskReport
from application.toolkit.tasks.worker import TaskWorker
from application.toolkit.tool import StepDone
from domain.identity import Caller
from domain.roles import Role
from domain.tasks import NewTask, TaskStep
from domain.texts import text
from tasks.counting import Counting
from tool_surroundings import TEXTS, Surroundings

STEPS = 4


class Holding(Counting):
    """Writes the line of a step, then holds: a write that happened and was not answered."""

    hold_at = -1

    async def step(self, step: TaskStep, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
        with self.path.open("a") as file:
            file.write(f"{step.position}\n")
        if step.position == self.hold_at:
            print("holding", flush=True)
            await asyncio.sleep(3600)
        return Success(StepDone(step.position, text("task-state-succeeded")))


async def main(folder: Path, kind: str, hold_at: int) -> None:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    database = Database()
    await database.open(folder / "agent.sqlite")
    counting = Holding(folder / "done", {}, step_timeout_s=3600)
    counting.hold_at = hold_at
    records = SqliteTaskRecords(database)
    here = Surroundings()
    services = here.ctx().services
    clock = SystemClock()
    tables = Tables()
    worker = TaskWorker(
        catalogue_of([counting.tool(writes=kind == "writing")]),
        services,
        records,
        Approver(
            sessions=SqliteSessions(database),
            proof=EnvironmentProof(services.supersets, MemoryEnvironmentRecords(), clock),
        ),
        TaskReport(
            records=records,
            sink=MemoryEventSink(tables),
            conversations=MemoryConversations(tables),
            audit=MemoryAuditLog(),
            texts=TEXTS,
            clock=clock,
        ),
    )
    queue = DbosTaskQueue(records, folder / "tasks")
    await queue.serve(worker.work)
    print("dbos" in sys.modules, flush=True)
    await queue.start(_order(kind))
    task = await queue.wait("k1", 60)
    assert task is not None
    await queue.drain(5)
    await database.close()
    print(task.state.value, flush=True)


def _order(kind: str) -> NewTask:
    now = datetime.now(UTC)
    return NewTask(
        id="k1",
        tool_name="count_things",
        approver=Caller("local:ann", Role.ADMIN, "t", now + timedelta(hours=1)),
        arguments={},
        items=tuple({"title": f"№ {n}"} for n in range(STEPS)),
        writes=kind == "writing",
        env_id=None,
        language="en",
        created_at=now,
    )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
