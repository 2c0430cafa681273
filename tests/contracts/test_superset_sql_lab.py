import pytest

from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5
from contracts.superset_sql_lab import SqlLabContract


class TestMemorySqlLab(SqlLabContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpSqlLab(SqlLabContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpSqlLabOnSuperset5(SqlLabContract, OnSuperset5):
    pass
