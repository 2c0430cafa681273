import pytest

from contracts.superset_data import DataContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryData(DataContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpData(DataContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpDataOnSuperset5(DataContract, OnSuperset5):
    pass
