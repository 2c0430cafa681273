import pytest

from contracts.superset_charts import ChartsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset


class TestMemoryCharts(ChartsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpCharts(ChartsContract, OnRealSuperset):
    pass
