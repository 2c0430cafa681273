"""The stores that suites run on, as fixtures."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.memory.client_names import MemoryClientNames
from adapters.memory.confirmations import MemoryConfirmations
from adapters.memory.conversations import MemoryConversations
from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.event_sink import MemoryEventSink
from adapters.memory.maintenance_windows import MemoryMaintenanceWindows
from adapters.memory.results import MemoryResults
from adapters.memory.run_facts import MemoryRunFacts
from adapters.memory.sessions import MemorySessions
from adapters.memory.tables import Tables
from adapters.memory.task_records import MemoryTaskRecords
from adapters.memory.turns import MemoryTurns
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
from application.ports.client_names import ClientNames
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.environment_records import EnvironmentRecords
from application.ports.event_sink import EventSink
from application.ports.maintenance_windows import MaintenanceWindows
from application.ports.results import Results
from application.ports.run_facts import RunFacts
from application.ports.sessions import Sessions
from application.ports.task_records import TaskRecords
from application.ports.turns import Turns


class InMemory:
    @pytest.fixture
    def tables(self) -> Tables:
        return Tables()

    @pytest.fixture
    def conversations(self, tables: Tables) -> Conversations:
        return MemoryConversations(tables)

    @pytest.fixture
    def client_names(self, tables: Tables) -> ClientNames:
        return MemoryClientNames(tables)

    @pytest.fixture
    def turns(self, tables: Tables) -> Turns:
        return MemoryTurns(tables)

    @pytest.fixture
    def results(self, tables: Tables) -> Results:
        return MemoryResults(tables)

    @pytest.fixture
    def confirmations(self, tables: Tables) -> Confirmations:
        return MemoryConfirmations(tables)

    @pytest.fixture
    def event_sink(self, tables: Tables) -> EventSink:
        return MemoryEventSink(tables)

    @pytest.fixture
    def sessions(self) -> Sessions:
        return MemorySessions()

    @pytest.fixture
    def environment_records(self) -> EnvironmentRecords:
        return MemoryEnvironmentRecords()

    @pytest.fixture
    def task_records(self) -> TaskRecords:
        return MemoryTaskRecords()

    @pytest.fixture
    def maintenance_windows(self) -> MaintenanceWindows:
        return MemoryMaintenanceWindows()

    @pytest.fixture
    def run_facts(self) -> RunFacts:
        return MemoryRunFacts()


class InSqlite:
    @pytest.fixture
    def database_path(self, tmp_path: Path) -> Path:
        return tmp_path / "agent.sqlite"

    @pytest.fixture
    async def database(self, database_path: Path) -> AsyncIterator[Database]:
        database = Database()
        await database.open(database_path)
        yield database
        await database.close()

    @pytest.fixture
    def conversations(self, database: Database) -> Conversations:
        return SqliteConversations(database)

    @pytest.fixture
    def client_names(self, database: Database) -> ClientNames:
        return SqliteClientNames(database)

    @pytest.fixture
    def turns(self, database: Database) -> Turns:
        return SqliteTurns(database)

    @pytest.fixture
    def results(self, database: Database) -> Results:
        return SqliteResults(database)

    @pytest.fixture
    def confirmations(self, database: Database) -> Confirmations:
        return SqliteConfirmations(database)

    @pytest.fixture
    def event_sink(self, database: Database) -> EventSink:
        return SqliteEventSink(database)

    @pytest.fixture
    def sessions(self, database: Database) -> Sessions:
        return SqliteSessions(database)

    @pytest.fixture
    def environment_records(self, database: Database) -> EnvironmentRecords:
        return SqliteEnvironmentRecords(database)

    @pytest.fixture
    def task_records(self, database: Database) -> TaskRecords:
        return SqliteTaskRecords(database)

    @pytest.fixture
    def maintenance_windows(self, database: Database) -> MaintenanceWindows:
        return SqliteMaintenanceWindows(database)

    @pytest.fixture
    def run_facts(self, database: Database) -> RunFacts:
        return SqliteRunFacts(database)
