"""
The composition root of the service.

What must be opened (files, connections) is opened in `opened` and handed in, so that every
provider stays synchronous.
"""

import asyncio
import operator
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from dependency_injector import containers, providers

from adapters.bundle_yaml.bundle_codec import YamlBundleCodec
from adapters.files.audit_log import FileAuditLog
from adapters.files.backup_pieces import FileBackupPieces
from adapters.files.backups import FileBackups
from adapters.fluent.texts import FluentTexts
from adapters.git.repository import GitDashboardRepository
from adapters.model_httpx.language_model import HttpLanguageModel
from adapters.planner.language_model import CommandAssistant
from adapters.sql_process.sql_judge import ProcessSqlJudge
from adapters.sqlite.client_names import SqliteClientNames
from adapters.sqlite.confirmations import SqliteConfirmations
from adapters.sqlite.conversations import SqliteConversations
from adapters.sqlite.database import Database
from adapters.sqlite.environment_records import SqliteEnvironmentRecords
from adapters.sqlite.event_sink import SqliteEventSink
from adapters.sqlite.maintenance_windows import SqliteMaintenanceWindows
from adapters.sqlite.results import SqliteResults
from adapters.sqlite.run_facts import SqliteRunFacts
from adapters.sqlite.sessions import SqliteSessions
from adapters.sqlite.task_records import SqliteTaskRecords
from adapters.sqlite.turns import SqliteTurns
from adapters.sse.fan_out import FanOut
from adapters.sse.frames import PING, frame
from adapters.superset_httpx.gateway import HttpSupersets
from adapters.system.clock import SystemClock
from adapters.tasks_dbos.task_queue import DbosTaskQueue
from adapters.turns_langgraph.graph import Steps
from adapters.turns_langgraph.runner import LangGraphTurnRunner
from adapters.turns_langgraph.runs import Ports
from adapters.turns_langgraph.savers import SaverCheckpoints, SqliteCheckpoints
from application import tools
from application.ports.audit_log import AuditLog
from application.ports.backup_pieces import BackupPieces
from application.ports.backups import Backups
from application.ports.bundles import BundleCodec
from application.ports.client_names import ClientNames
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.dashboard_repository import DashboardRepository
from application.ports.environment_records import EnvironmentRecords
from application.ports.event_sink import EventFeed
from application.ports.identity import Identity
from application.ports.language_model import LanguageModel
from application.ports.maintenance_windows import MaintenanceWindows
from application.ports.results import Results
from application.ports.run_facts import RunFacts
from application.ports.sessions import Sessions
from application.ports.sql_judge import SqlJudge
from application.ports.superset.gateway import Supersets
from application.ports.task_queue import TaskQueue
from application.ports.task_records import TaskRecords
from application.ports.texts import Texts
from application.ports.turn_runner import TurnRunner
from application.ports.turns import Turns
from application.toolkit.approver import Approver
from application.toolkit.catalogue import load_catalogue
from application.toolkit.context import Services
from application.toolkit.maintenance_watch import MaintenanceWatch
from application.toolkit.proof import EnvironmentProof
from application.toolkit.task_report import TaskReport
from application.toolkit.task_worker import TaskWorker
from application.turn.accept import Accept
from application.turn.act import Act
from application.turn.deliver import Deliver
from application.turn.execute import Execute
from application.turn.finish import Finish
from application.turn.guard import Guard
from application.turn.judge import Judge
from application.turn.plan import Ask, MakePlan
from application.turn.prepare import Prepare
from application.turn.propose import Propose
from application.turn.recover import Recover
from application.turn.refuse import Refuse
from application.turn.review import Review
from application.turn.undo import Undo
from domain.environments import Environments
from entrypoints.container.identity import identity_of
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.http.services import ApiServices
from entrypoints.settings import Settings

# How long a running step of a task may take to end when the service stops.
_TASK_DRAIN_S: Final = 5.0


class Container(containers.DeclarativeContainer):
    """How the service is put together, once everything that needs opening is open."""

    # Handed in, open
    settings = providers.Dependency(instance_of=Settings)
    environments = providers.Dependency(instance_of=Environments)
    database = providers.Dependency(instance_of=Database)
    checkpoints = providers.Dependency(instance_of=SaverCheckpoints)
    supersets: providers.Provider[Supersets] = providers.Dependency()
    model: providers.Provider[LanguageModel] = providers.Dependency()
    sql_judge: providers.Provider[SqlJudge] = providers.Dependency()
    identity: providers.Provider[Identity] = providers.Dependency()
    sessions: providers.Provider[Sessions] = providers.Dependency()
    clock: providers.Provider[Clock] = providers.Dependency()
    texts: providers.Provider[Texts] = providers.Dependency()

    # Ports
    data_dir = settings.provided.data_dir
    conversations: providers.Provider[Conversations] = providers.Singleton(
        SqliteConversations, database
    )
    client_names: providers.Provider[ClientNames] = providers.Singleton(SqliteClientNames, database)
    turns: providers.Provider[Turns] = providers.Singleton(SqliteTurns, database)
    results: providers.Provider[Results] = providers.Singleton(SqliteResults, database)
    confirmations: providers.Provider[Confirmations] = providers.Singleton(
        SqliteConfirmations, database
    )
    records: providers.Provider[EnvironmentRecords] = providers.Singleton(
        SqliteEnvironmentRecords, database
    )
    feed: providers.Provider[EventFeed] = providers.Singleton(
        FanOut, providers.Singleton(SqliteEventSink, database)
    )
    audit: providers.Provider[AuditLog] = providers.Singleton(
        FileAuditLog, providers.Callable(Path.joinpath, data_dir, "audit.jsonl")
    )
    backups: providers.Provider[Backups] = providers.Singleton(
        FileBackups, providers.Callable(Path.joinpath, data_dir, "backups")
    )
    backup_pieces: providers.Provider[BackupPieces] = providers.Singleton(
        FileBackupPieces, providers.Callable(Path.joinpath, data_dir, "backups")
    )

    bundles: providers.Provider[BundleCodec] = providers.Singleton(YamlBundleCodec)
    repository: providers.Provider[DashboardRepository] = providers.Singleton(
        GitDashboardRepository,
        settings.provided.repository_path,
        create=providers.Callable(operator.is_, settings.provided.repository.path, None),
    )
    task_records: providers.Provider[TaskRecords] = providers.Singleton(SqliteTaskRecords, database)
    tasks: providers.Provider[TaskQueue] = providers.Singleton(
        DbosTaskQueue, task_records, providers.Callable(Path.joinpath, data_dir, "tasks")
    )
    maintenance: providers.Provider[MaintenanceWindows] = providers.Singleton(
        SqliteMaintenanceWindows, database
    )
    run_facts: providers.Provider[RunFacts] = providers.Singleton(SqliteRunFacts, database)

    # Toolkit
    catalogue = providers.Singleton(load_catalogue, providers.Object(tools))
    services = providers.Singleton(
        Services,
        environments=environments,
        supersets=supersets,
        backups=backups,
        sql_judge=sql_judge,
        clock=clock,
        texts=texts,
        bundles=bundles,
        confirmations=confirmations,
        repository=repository,
        tasks=tasks,
        backup_pieces=backup_pieces,
        backups_kept=settings.provided.backups.keep,
        maintenance=maintenance,
        run_facts=run_facts,
    )
    proof = providers.Singleton(EnvironmentProof, supersets, records, clock)
    maintenance_watch = providers.Singleton(
        MaintenanceWatch,
        environments=environments,
        supersets=supersets,
        windows=maintenance,
        proof=proof,
        audit=audit,
        clock=clock,
    )
    task_worker = providers.Singleton(
        TaskWorker,
        catalogue=catalogue,
        services=services,
        records=task_records,
        approver=providers.Singleton(Approver, sessions=sessions, proof=proof),
        report=providers.Singleton(
            TaskReport,
            records=task_records,
            sink=feed,
            conversations=conversations,
            audit=audit,
            texts=texts,
            clock=clock,
        ),
    )

    # Steps
    timeout_s = settings.provided.tool_timeout_s
    accept = providers.Singleton(
        Accept,
        environments=environments,
        conversations=conversations,
        turns=turns,
        audit=audit,
        clock=clock,
    )
    prepare = providers.Singleton(
        Prepare, catalogue=catalogue, environments=environments, supersets=supersets, model=model
    )
    propose = providers.Singleton(
        Propose,
        catalogue=catalogue,
        environments=environments,
        model=model,
        turns=turns,
        texts=texts,
        clock=clock,
    )
    judge = providers.Singleton(Judge, catalogue=catalogue, services=services)
    refuse = providers.Singleton(Refuse, catalogue=catalogue, audit=audit, texts=texts, clock=clock)
    deliver = providers.Singleton(Deliver, results=results, texts=texts)
    guard = providers.Singleton(Guard, judge=judge, refuse=refuse, turns=turns)
    execute = providers.Singleton(
        Execute,
        judge=judge,
        refuse=refuse,
        deliver=deliver,
        identity=identity,
        texts=texts,
        clock=clock,
        timeout_s=timeout_s,
    )
    make_plan = providers.Singleton(MakePlan, judge=judge, proof=proof, texts=texts)
    ask = providers.Singleton(
        Ask,
        make_plan=make_plan,
        refuse=refuse,
        deliver=deliver,
        confirmations=confirmations,
        texts=texts,
        clock=clock,
    )
    review = providers.Singleton(
        Review,
        make_plan=make_plan,
        ask=ask,
        refuse=refuse,
        confirmations=confirmations,
        identity=identity,
        audit=audit,
        texts=texts,
        clock=clock,
    )
    act = providers.Singleton(
        Act,
        judge=judge,
        refuse=refuse,
        deliver=deliver,
        confirmations=confirmations,
        audit=audit,
        texts=texts,
        clock=clock,
        timeout_s=timeout_s,
    )
    undo = providers.Singleton(
        Undo,
        catalogue=catalogue,
        confirmations=confirmations,
        conversations=conversations,
        texts=texts,
        clock=clock,
    )
    finish = providers.Singleton(
        Finish,
        turns=turns,
        confirmations=confirmations,
        texts=texts,
        audit=audit,
        clock=clock,
    )
    recover = providers.Singleton(
        Recover,
        turns=turns,
        conversations=conversations,
        confirmations=confirmations,
        checkpoints=checkpoints,
        sink=feed,
        audit=audit,
        texts=texts,
        clock=clock,
    )

    # Runner and what the endpoints work with
    runner: providers.Provider[TurnRunner] = providers.Singleton(
        LangGraphTurnRunner,
        steps=providers.Singleton(
            Steps,
            prepare=prepare,
            propose=propose,
            guard=guard,
            execute=execute,
            plan=ask,
            review=review,
            act=act,
        ),
        accept=accept,
        finish=finish,
        recover=recover,
        undo=undo,
        checkpoints=checkpoints,
        ports=providers.Singleton(
            Ports,
            turns=turns,
            conversations=conversations,
            confirmations=confirmations,
            sink=feed,
            clock=clock,
        ),
    )
    api = providers.Singleton(
        ApiServices,
        runner=runner,
        feed=feed,
        conversations=conversations,
        client_names=client_names,
        turns=turns,
        confirmations=confirmations,
        results=results,
        identity=identity,
        sessions=sessions,
        supersets=supersets,
        audit=audit,
        texts=texts,
        clock=clock,
        model=model,
        environments=environments,
        catalogue=catalogue,
        tasks=tasks,
        frame=providers.Object(frame),
        ping=providers.Object(PING),
    )


@asynccontextmanager
async def opened(
    settings: Settings, configured: ConfiguredEnvironments
) -> AsyncIterator[Container]:
    """
    Open what needs opening, and close it again in the opposite order.

    Raises:
        StoreUnavailable: the data directory or the database cannot be used.

    """
    async with AsyncExitStack() as stack:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        clock, texts = SystemClock(), FluentTexts()
        database = Database()
        await database.open(settings.store_file)
        stack.push_async_callback(database.close)
        sessions = SqliteSessions(database)
        judge = ProcessSqlJudge()
        stack.push_async_callback(judge.close)
        supersets = HttpSupersets(configured.environments, configured.accounts)
        stack.push_async_callback(supersets.close)
        checkpoints = await stack.enter_async_context(
            SqliteCheckpoints.opened(settings.data_dir / "checkpoints.sqlite")
        )
        container = Container(
            settings=settings,
            environments=configured.environments,
            database=database,
            checkpoints=checkpoints,
            supersets=supersets,
            model=_model(settings, texts, stack),
            sql_judge=judge,
            identity=identity_of(settings, sessions, clock, stack),
            sessions=sessions,
            clock=clock,
            texts=texts,
        )
        await container.tasks().serve(container.task_worker().work)
        stack.push_async_callback(container.tasks().drain, _TASK_DRAIN_S)
        watch = asyncio.create_task(container.maintenance_watch().run())
        stack.push_async_callback(_stop, watch)
        yield container


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def _model(settings: Settings, texts: Texts, stack: AsyncExitStack) -> LanguageModel:
    llm = settings.llm
    if not llm.base_url or not llm.model:
        return CommandAssistant(texts)
    model = HttpLanguageModel(llm.base_url, llm.api_key, llm.model)
    stack.push_async_callback(model.close)
    return model
