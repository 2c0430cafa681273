import pytest

from contracts.superset_datasets import DatasetsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryDatasets(DatasetsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDatasets(DatasetsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpDatasetsOnSuperset5(DatasetsContract, OnSuperset5):
    pass
