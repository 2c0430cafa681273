import pytest

from contracts.superset_gateway import SupersetsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemorySupersets(SupersetsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpSupersets(SupersetsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpSupersetsOnSuperset5(SupersetsContract, OnSuperset5):
    pass
