import pytest

from contracts.superset_databases import DatabasesContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryDatabases(DatabasesContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDatabases(DatabasesContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpDatabasesOnSuperset5(DatabasesContract, OnSuperset5):
    pass
