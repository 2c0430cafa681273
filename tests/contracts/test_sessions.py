import pickle
from pathlib import Path

import pytest

from application.ports.sessions import Sessions
from contracts.sessions import Kept, SessionsContract
from contracts.stores import InMemory, InSqlite


class TestMemorySessions(SessionsContract, InMemory):
    @pytest.fixture
    def kept(self, sessions: Sessions) -> Kept:
        return lambda: pickle.dumps(vars(sessions))


class TestSqliteSessions(SessionsContract, InSqlite):
    @pytest.fixture
    def kept(self, database_path: Path) -> Kept:
        return lambda: b"".join(
            file.read_bytes() for file in database_path.parent.glob(f"{database_path.name}*")
        )
