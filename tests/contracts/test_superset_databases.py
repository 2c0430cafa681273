import pytest

from contracts.superset_databases import DatabasesContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset


class TestMemoryDatabases(DatabasesContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDatabases(DatabasesContract, OnRealSuperset):
    pass
