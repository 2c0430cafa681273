"""What is known of tasks, in SQLite."""

from sqlite3 import Connection

from returns.result import Failure, Result, Success

from adapters.sqlite.database import Database
from adapters.sqlite.task_rows import SHORT, insert, select, select_order, short_task, update
from application.ports.task_records import TaskRecords
from domain.tasks import NewTask, Task, TaskChange, TaskRefused, changed


class SqliteTaskRecords(TaskRecords):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, order: NewTask) -> Task:
        def step(db: Connection) -> Task | None:
            insert(db, order)
            return select(db, order.id)

        task = await self._database.write(step, durable=True)
        if task is None:
            raise AssertionError("a task is gone within its own transaction")
        return task

    async def order(self, task_id: str) -> NewTask | None:
        return await self._database.read(lambda db: select_order(db, task_id))

    async def get(self, task_id: str) -> Task | None:
        return await self._database.read(lambda db: select(db, task_id))

    async def newest(self, user: str | None = None, limit: int = 100) -> tuple[Task, ...]:
        query = f"""
            SELECT {SHORT} FROM tasks WHERE ?1 IS NULL OR user = ?1
            ORDER BY position DESC LIMIT ?2
        """  # noqa: S608  # our own constant

        def step(db: Connection) -> tuple[Task, ...]:
            return tuple(map(short_task, db.execute(query, (user, limit)).fetchall()))

        return await self._database.read(step)

    async def unfinished(self) -> tuple[str, ...]:
        query = "SELECT id FROM tasks WHERE state IN ('queued', 'running') ORDER BY position"
        return await self._database.read(
            lambda db: tuple(own_id for (own_id,) in db.execute(query).fetchall())
        )

    async def change(self, task_id: str, change: TaskChange) -> Task | None:
        def step(db: Connection) -> Task | None:
            task = select(db, task_id)
            if task is None:
                return None
            moved = changed(task, change)
            update(db, moved)
            return moved

        return await self._database.write(step, durable=change.ended is not None)

    async def ask_cancel(self, task_id: str) -> Result[Task, TaskRefused]:
        def step(db: Connection) -> Result[Task, TaskRefused]:
            task = select(db, task_id)
            if task is None:
                return Failure(TaskRefused("task_unknown"))
            if task.state.is_over:
                return Failure(TaskRefused("task_over"))
            db.execute("UPDATE tasks SET is_cancelling = 1 WHERE id = ?", (task_id,))
            return Success(select(db, task_id) or task)

        return await self._database.write(step, durable=True)
