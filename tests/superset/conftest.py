"""Two real Supersets for whatever goes from one to another."""

from collections.abc import AsyncIterator, Iterator

import pytest

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from superset.two_supersets import Pair, Side


@pytest.fixture(scope="module")
def sides(
    superset_copy: SupersetCopy, superset_prod_copy: SupersetCopy
) -> Iterator[tuple[Side, Side]]:
    with (
        SupersetApi(superset_copy.environment.url) as dev,
        SupersetApi(superset_prod_copy.environment.url) as prod,
    ):
        dev.sign_in(superset_copy.environment.accounts["admin"])
        prod.sign_in(superset_prod_copy.environment.accounts["admin"])
        yield Side("ss-dev", superset_copy, dev), Side("ss-prod", superset_prod_copy, prod)


@pytest.fixture
async def pair(sides: tuple[Side, Side]) -> AsyncIterator[Pair]:
    made = Pair(*sides)
    yield made
    await made.close()
