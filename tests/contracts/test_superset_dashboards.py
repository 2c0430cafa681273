import pytest

from contracts.superset_dashboards import DashboardsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryDashboards(DashboardsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDashboards(DashboardsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpDashboardsOnSuperset5(DashboardsContract, OnSuperset5):
    pass
