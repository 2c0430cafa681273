"""Which adapter stands behind which port."""

import operator
from pathlib import Path

from dependency_injector import containers, providers

from adapters.bundle_yaml.bundle_codec import YamlBundleCodec
from adapters.files.audit_log import FileAuditLog
from adapters.files.backup_pieces import FileBackupPieces
from adapters.files.backups import FileBackups
from adapters.git.repository import GitDashboardRepository
from adapters.sqlite.client_names import SqliteClientNames
from adapters.sqlite.confirmations import SqliteConfirmations
from adapters.sqlite.conversations import SqliteConversations
from adapters.sqlite.database import Database
from adapters.sqlite.environment_records import SqliteEnvironmentRecords
from adapters.sqlite.event_sink import SqliteEventSink
from adapters.sqlite.maintenance_windows import SqliteMaintenanceWindows
from adapters.sqlite.results import SqliteResults
from adapters.sqlite.run_facts import SqliteRunFacts
from adapters.sqlite.task_records import SqliteTaskRecords
from adapters.sqlite.turns import SqliteTurns
from adapters.sse.fan_out import FanOut
from adapters.tasks_dbos.task_queue import DbosTaskQueue
from adapters.turns_langgraph.savers import SaverCheckpoints
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
from application.ports.turns import Turns
from domain.environments import Environments
from entrypoints.settings import Settings


class PortProviders(containers.DeclarativeContainer):
    """What is handed in open, and the ports that are made of it."""

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
