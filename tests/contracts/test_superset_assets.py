import pytest

from contracts.superset_assets import AssetsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryAssets(AssetsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpAssets(AssetsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpAssetsOnSuperset5(AssetsContract, OnSuperset5):
    pass
