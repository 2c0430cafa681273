import pytest

from contracts.superset_access import AccessContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryAccess(AccessContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpAccess(AccessContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpAccessOnSuperset5(AccessContract, OnSuperset5):
    pass
