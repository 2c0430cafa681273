"""Services over a world in memory: with Gradio on a port, or only what stands behind it."""

from collections.abc import AsyncIterator

import pytest

from endpoints.conftest import DELETE, SEARCH
from endpoints.listening import listening
from endpoints.service import Service, serving
from gradio_clients.clients import gradio_app_of
from turns.world import World


def searching_world() -> World:
    """The model searches, answers, then only answers."""
    return World([SEARCH, "One dashboard.", *["Anything else?"] * 20])


def deleting_world() -> World:
    """The model wants to delete dashboard 1, and then says so."""
    return World([DELETE, "Deleted.", "Next."])


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    """Gradio, for real clients."""
    async with listening(searching_world(), gradio_app_of) as (ready, _):
        yield ready


@pytest.fixture
async def deleting() -> AsyncIterator[Service]:
    """Likewise, and the model wants to delete."""
    async with listening(deleting_world(), gradio_app_of) as (ready, _):
        yield ready


@pytest.fixture
async def behind() -> AsyncIterator[Service]:
    """What stands behind Gradio."""
    async with serving(searching_world()) as ready:
        yield ready


@pytest.fixture
async def deleting_behind() -> AsyncIterator[Service]:
    """Likewise, and the model wants to delete."""
    async with serving(deleting_world()) as ready:
        yield ready
