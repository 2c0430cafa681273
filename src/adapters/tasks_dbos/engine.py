"""
The DBOS side: one workflow, which is the loop over the steps of a task.

DBOS runs it in a thread; every step goes over to the service's event loop, where its ports live.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any, Final, TypeVar

import structlog
from dbos import DBOS, DBOSClient, DBOSPortableJSONSerializer, Queue, SetWorkflowID
from filelock import FileLock, Timeout

from adapters.tasks_dbos.database import sqlite_engine
from adapters.tasks_dbos.step_ends import from_json, to_json
from application.ports.store import StoreUnavailable
from application.ports.task_queue import TaskWork
from application.ports.task_records import TaskRecords
from domain.superset import JsonValue
from domain.tasks import NewTask, StepEnd

# Pending tasks go on under the version that they were started with, so it is not the program's.
_VERSION: Final = "1"
_EXECUTOR: Final = "service"
_READING_AT_ONCE: Final = 2
_POLLING_S: Final = 0.5
# A process that is being stopped lets go of the folder within this time.
_LOCK_WAIT_S: Final = 10.0
# How long a step that was cancelled may take to let go.
_LET_GO_S: Final = 5.0
_GOES_ON: Final = frozenset({"ENQUEUED", "PENDING", "DELAYED"})

T = TypeVar("T")

log = structlog.get_logger()


class _Stopping(BaseException):
    """Leaves a workflow as a killed process does: DBOS writes nothing and recovers it later."""


class Engine:
    """DBOS in this process. There can be one at a time: DBOS keeps itself in a global."""

    def __init__(self, records: TaskRecords, work: TaskWork, folder: Path) -> None:
        self._records = records
        self._work = work
        self._folder = folder
        self._lock = FileLock(folder / "dbos.lock", mode=0o600, thread_local=False)
        self._loop = asyncio.get_running_loop()
        self._runs: set[Future[None]] = set()
        self._steps: set[Future[Any]] = set()
        self._ended: dict[str, asyncio.Event] = {}
        self._is_stopping = False
        self._is_over = False
        self._queues: dict[bool, Queue] = {}

    async def launch(self) -> None:
        """
        Start DBOS; it recovers by itself what it was running.

        Raises:
            StoreUnavailable: another process works on the folder, or it cannot be written to.

        """
        await asyncio.to_thread(self._launch)

    async def enqueue(self, order: NewTask) -> bool:
        """Run a task when its turn comes; False when it has run already, whatever its record."""
        self._ended.setdefault(order.id, asyncio.Event())
        goes_on = await asyncio.to_thread(self._enqueue, order)
        if not goes_on:
            self._note_end(order.id)
        return goes_on

    async def ended(self, task_id: str, seconds: float) -> None:
        """Wait until a task is over."""
        event = self._ended.get(task_id)
        if event is not None:
            try:
                await asyncio.wait_for(event.wait(), seconds)
            except TimeoutError:
                return

    async def stop(self, seconds: float) -> None:
        """Let running steps end within the time, then leave the rest for the next start."""
        self._is_stopping = True
        # A run is awaited, not its step: what the step gave has yet to be kept.
        await _all_done(self._runs, seconds)
        self._is_over = True
        for step in tuple(self._steps):
            step.cancel()
        await _all_done(self._runs, _LET_GO_S)
        await asyncio.to_thread(self._destroy)

    def _launch(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            self._lock.acquire(timeout=_LOCK_WAIT_S)
        except Timeout as taken:
            raise StoreUnavailable(f"{self._folder}: another service runs tasks there") from taken
        path = self._folder / "dbos.sqlite"
        if path.exists():
            _put_back(path)
        DBOS(
            config={
                "name": "superset-agent",
                "system_database_url": _url(path),
                "system_database_engine": sqlite_engine(path),
                "application_version": _VERSION,
                "executor_id": _EXECUTOR,
                "serializer": DBOSPortableJSONSerializer(),
                "log_level": "ERROR",
            }
        )

        @DBOS.workflow(name="task")
        def run(task_id: str) -> int:
            running: Future[None] = Future()
            self._runs.add(running)
            try:
                return self._run(task_id)
            finally:
                self._runs.discard(running)
                running.set_result(None)

        self._workflow = run
        DBOS.launch()
        for writes, at_once in ((False, _READING_AT_ONCE), (True, 1)):
            self._queues[writes] = DBOS.register_queue(
                "writing" if writes else "reading",
                worker_concurrency=at_once,
                polling_interval_sec=_POLLING_S,
                on_conflict="always_update",
            )
        log.info("tasks_launched")

    def _enqueue(self, order: NewTask) -> bool:
        with SetWorkflowID(order.id):
            handle = self._queues[order.writes].enqueue(self._workflow, order.id)
        return handle.get_status().status in _GOES_ON

    def _destroy(self) -> None:
        DBOS.destroy(destroy_registry=True)
        self._lock.release()

    def _run(self, task_id: str) -> int:
        order = self._over_there(self._records.order(task_id))
        if order is None:
            raise AssertionError("a task without an order was run")
        # New in every run of the loop, while the intents that DBOS kept are those of earlier runs.
        attempt = secrets.token_hex(8)
        ends: list[StepEnd] = []
        while len(ends) < len(order.items) and not (ends and ends[-1].stops):
            # Looked at before the intent: what was announced is done, or unknown for good.
            if self._is_stopping:
                raise _Stopping
            ends.append(self._step(order, len(ends), attempt))
        self._durably("finish", lambda: self._finish(task_id, ends))
        self._loop.call_soon_threadsafe(self._note_end, task_id)
        return len(ends)

    def _step(self, order: NewTask, position: int, attempt: str) -> StepEnd:
        intent = self._durably("intent", lambda: attempt) if order.writes else attempt
        do = self._work.step if intent == attempt else self._work.cut_off
        return from_json(
            self._durably("step", lambda: to_json(self._over_there(do(order.id, position))))
        )

    def _finish(self, task_id: str, ends: list[StepEnd]) -> bool:
        self._over_there(self._work.finish(task_id, tuple(ends)))
        return True

    def _durably(self, name: str, do: Callable[[], JsonValue]) -> JsonValue:
        """Do it, unless DBOS has kept what it gave in an earlier run."""
        return DBOS.run_step({"name": name}, do)

    def _over_there(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the event loop and wait for it in this thread."""
        if self._is_over:
            work.close()
            raise _Stopping
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._steps.add(future)
        try:
            return future.result()
        except CancelledError:
            raise _Stopping from None
        finally:
            self._steps.discard(future)

    def _note_end(self, task_id: str) -> None:
        event = self._ended.pop(task_id, None)
        if event is not None:
            event.set()


def _put_back(path: Path) -> None:
    """
    Queue what a crash cut off before anything is taken from the queues.

    DBOS would do it by itself, but only after it has begun what was started later.
    """
    client = DBOSClient(system_database_url=_url(path), system_database_engine=sqlite_engine(path))
    try:
        for cut_off in client.list_workflows(status="PENDING", load_input=False):
            client.resume_workflow(cut_off.workflow_id, queue_name=cut_off.queue_name)
    finally:
        client.destroy()


def _url(path: Path) -> str:
    return f"sqlite:///{path}"


async def _all_done(futures: Iterable[Future[None]], seconds: float) -> None:
    waiting = [asyncio.wrap_future(future) for future in tuple(futures)]
    if waiting:
        await asyncio.wait(waiting, timeout=seconds)
