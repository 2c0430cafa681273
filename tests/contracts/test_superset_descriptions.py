import pytest

from contracts.superset_descriptions import DescriptionsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset, OnSuperset5


class TestMemoryDescriptions(DescriptionsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDescriptions(DescriptionsContract, OnRealSuperset):
    pass


@pytest.mark.superset
class TestHttpDescriptionsOnSuperset5(DescriptionsContract, OnSuperset5):
    pass
