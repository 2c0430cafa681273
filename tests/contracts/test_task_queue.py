from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.memory.task_queue import MemoryTaskQueue
from adapters.tasks_dbos.task_queue import DbosTaskQueue
from application.ports.task_queue import TaskQueue
from application.ports.task_records import TaskRecords
from contracts.stores import InMemory, InSqlite
from contracts.task_queue import Restarted, TaskQueueContract, Work


class _Works:
    @pytest.fixture
    def work(self, task_records: TaskRecords) -> Work:
        return Work(task_records)


class TestMemoryTaskQueue(TaskQueueContract, _Works, InMemory):
    @pytest.fixture
    async def task_queue(self, task_records: TaskRecords) -> AsyncIterator[TaskQueue]:
        queue = MemoryTaskQueue(task_records)
        yield queue
        await queue.drain(0)

    @pytest.fixture
    def restarted(self, task_queue: MemoryTaskQueue, task_records: TaskRecords) -> Restarted:
        return lambda: MemoryTaskQueue(task_records, task_queue.journal)


class TestDbosTaskQueue(TaskQueueContract, _Works, InSqlite):
    @pytest.fixture
    async def task_queue(
        self, task_records: TaskRecords, tmp_path: Path
    ) -> AsyncIterator[TaskQueue]:
        queue = DbosTaskQueue(task_records, tmp_path / "tasks")
        yield queue
        await queue.drain(0)

    @pytest.fixture
    def restarted(self, task_records: TaskRecords, tmp_path: Path) -> Restarted:
        return lambda: DbosTaskQueue(task_records, tmp_path / "tasks")
