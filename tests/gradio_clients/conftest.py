"""A service with Gradio in it, on a port of its own, over a world in memory."""

from collections.abc import AsyncIterator

import pytest

from endpoints.conftest import DELETE, SEARCH
from endpoints.listening import listening
from endpoints.service import Service
from gradio_clients.clients import gradio_app_of
from turns.world import World


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    """The model searches, answers, then only answers."""
    world = World([SEARCH, "One dashboard.", *["Anything else?"] * 20])
    async with listening(world, gradio_app_of) as (ready, _):
        yield ready


@pytest.fixture
async def deleting() -> AsyncIterator[Service]:
    """The model wants to delete dashboard 1, and then says so."""
    async with listening(World([DELETE, "Deleted.", "Next."]), gradio_app_of) as (ready, _):
        yield ready
