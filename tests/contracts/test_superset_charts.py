import pytest

from contracts.superset_charts import ChartsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryCharts(ChartsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpCharts(ChartsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpChartsOnSuperset5(ChartsContract, OnSuperset5):
    pass
