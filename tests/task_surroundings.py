"""What a tool that starts a task works with in tests: a queue in memory that works on it."""

from dataclasses import dataclass, field

from adapters.memory.audit_log import MemoryAuditLog
from adapters.memory.conversations import MemoryConversations
from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.event_sink import MemoryEventSink
from adapters.memory.sessions import MemorySessions
from adapters.memory.tables import Tables
from adapters.memory.task_queue import MemoryTaskQueue
from adapters.memory.task_records import MemoryTaskRecords
from application.toolkit.catalogue import catalogue_of
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tasks.approver import Approver
from application.toolkit.tasks.report import TaskReport
from application.toolkit.tasks.worker import TaskWorker
from application.toolkit.tool import AnyTool
from domain.tasks import Task
from tool_surroundings import TEXTS, Json, Surroundings

PATIENCE_S = 60.0


@dataclass
class TaskSurroundings(Surroundings):
    """Tasks wait until `end_of` is asked for."""

    records: MemoryTaskRecords = field(default_factory=MemoryTaskRecords)
    sessions: MemorySessions = field(default_factory=MemorySessions)
    audit: MemoryAuditLog = field(default_factory=MemoryAuditLog)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tasks = MemoryTaskQueue(self.records)

    def worker(self, tool: AnyTool) -> TaskWorker:
        services = self.ctx(None).services
        proof = EnvironmentProof(services.supersets, MemoryEnvironmentRecords(), self.clock)
        tables = Tables()
        report = TaskReport(
            records=self.records,
            sink=MemoryEventSink(tables),
            conversations=MemoryConversations(tables),
            audit=self.audit,
            texts=TEXTS,
            clock=self.clock,
        )
        approver = Approver(sessions=self.sessions, proof=proof)
        return TaskWorker(catalogue_of([tool]), services, self.records, approver, report)

    async def start(self, tool: AnyTool, env_id: str = "ss-dev", **arguments: Json) -> Task:
        """Start a task that does not run yet."""
        self._tool = tool
        done = await self.run(tool, env_id, **arguments)
        task = await self.records.get(done.value["task_id"])
        assert task is not None
        return task

    async def end_of(self, task: Task) -> Task:
        """Let it run to its end."""
        await self.tasks.serve(self.worker(self._tool).work)
        ended = await self.tasks.wait(task.id, PATIENCE_S)
        assert ended is not None
        assert ended.state.is_over
        self.tasks = MemoryTaskQueue(self.records)
        return ended

    async def task(self, tool: AnyTool, env_id: str = "ss-dev", **arguments: Json) -> Task:
        """Start a task and let it run to its end."""
        return await self.end_of(await self.start(tool, env_id, **arguments))
