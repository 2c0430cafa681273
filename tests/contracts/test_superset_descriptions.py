import pytest

from contracts.superset_descriptions import DescriptionsContract
from contracts.superset_memory_world import InMemorySuperset
from contracts.superset_real_world import OnRealSuperset


class TestMemoryDescriptions(DescriptionsContract, InMemorySuperset):
    pass


@pytest.mark.superset
class TestHttpDescriptions(DescriptionsContract, OnRealSuperset):
    pass
