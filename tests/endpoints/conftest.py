"""A service that is ready, over a world whose model a test scripts by marking it."""

from collections.abc import AsyncIterator

import pytest

from endpoints.service import Service, serving
from turns.world import World, call

SEARCH = [call("search_dashboards", query="sales")]
DELETE = [call("delete_dashboard", dashboard_id="1")]


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    """The model searches, answers, then only answers."""
    async with serving(World([SEARCH, "One dashboard.", "Anything else?", "Bye."])) as ready:
        yield ready


@pytest.fixture
async def deleting() -> AsyncIterator[Service]:
    """The model wants to delete dashboard 1, and then says so."""
    async with serving(World([DELETE, "Deleted.", "Next."])) as ready:
        yield ready
