import pytest

from contracts.superset_layouts import LayoutsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryLayouts(LayoutsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpLayouts(LayoutsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpLayoutsOnSuperset5(LayoutsContract, OnSuperset5):
    pass
