"""A real Superset turns old tokens and CSRF away in its own ways; each is worth one sign-in."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from returns.result import Success

from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.dashboards import HttpDashboards
from contracts.superset_real_world import OnRealSuperset
from contracts.superset_world import DashboardToAdd, SupersetWorld, opened

pytestmark = pytest.mark.superset

Spoil = Callable[[SupersetWorld, SupersetClient], None]


def age_the_token(world: SupersetWorld, client: SupersetClient) -> None:
    session = client._session.unwrap()
    client._session = Success(replace(session, token=world.aged_proof()))


def forge_the_token(world: SupersetWorld, client: SupersetClient) -> None:
    session = client._session.unwrap()
    client._session = Success(replace(session, token=world.foreign_proof()))


def spoil_the_csrf_token(_: SupersetWorld, client: SupersetClient) -> None:
    client._session = Success(replace(client._session.unwrap(), csrf="rubbish"))


def lose_the_cookies(_: SupersetWorld, client: SupersetClient) -> None:
    client._http.cookies.clear()


class TestRealSession(OnRealSuperset):
    @pytest.mark.parametrize(
        "spoil", [age_the_token, forge_the_token, spoil_the_csrf_token, lose_the_cookies]
    )
    async def test_write_goes_through_after_one_sign_in(
        self, world: SupersetWorld, spoil: Spoil
    ) -> None:
        made = world.dashboard(DashboardToAdd("Deleted late"))
        dashboards = opened(world).dashboards
        assert isinstance(dashboards, HttpDashboards)
        client = dashboards._client
        assert (await dashboards.get(made)).unwrap().id == made
        spoil(world, client)
        assert await dashboards.delete(made) == Success(None)
        assert client._sign_ins == 2
