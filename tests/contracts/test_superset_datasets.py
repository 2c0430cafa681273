import pytest

from contracts.superset_datasets import DatasetsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset


class TestMemoryDatasets(DatasetsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDatasets(DatasetsContract, OnRealSuperset):
    pass
