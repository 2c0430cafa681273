"""What lasts a session of a real Superset that the suites run on."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from domain.accounts import Account
from domain.roles import Role

STRANGER = Account("stranger", "secret of a stranger")


class Arranger:
    """
    An administrator's API, and where the files are.

    Args:
        version: what this release says of itself; None where it says nothing.

    """

    def __init__(self, superset: SupersetCopy, api: SupersetApi, version: str | None) -> None:
        self.superset = superset
        self.version = version
        self.api = api
        self.numbers = itertools.count(1)
        users = api.call("GET", "/api/v1/security/users/")["result"]
        self.user_ids = {user["username"]: user["id"] for user in users}
        role = self._role_without_rights()
        stranger = {
            "username": STRANGER.username,
            "password": STRANGER.password,
            "first_name": "No",
            "last_name": "Body",
            "email": "stranger@example.com",
            "active": True,
            "roles": [role],
        }
        api.call("POST", "/api/v1/security/users/", stranger)

    def _role_without_rights(self) -> int:
        """It may ask who it is, and nothing else."""
        role = int(self.api.call("POST", "/api/v1/security/roles/", {"name": "Nobody"})["id"])
        known = self.api.call("GET", "/api/v1/security/roles/1/permissions/")["result"]
        ids = [each["id"] for each in known if each["view_menu_name"] == "CurrentUserRestApi"]
        wanted = {"permission_view_menu_ids": ids}
        self.api.call("POST", f"/api/v1/security/roles/{role}/permissions", wanted)
        return role

    @property
    def accounts(self) -> dict[Role, Account]:
        known = self.superset.environment.accounts
        return {role: Account(known[role].username, known[role].password) for role in Role}

    def database_file(self, number: int) -> Path:
        return self.superset.files.root / f"cities_{number}.db"


@pytest.fixture(scope="session")
def arranger(superset_copy: SupersetCopy) -> Iterator[Arranger]:
    yield from _arranged(superset_copy, "6.1.0")


@pytest.fixture(scope="session")
def superset_5_arranger(superset_5_copy: SupersetCopy) -> Iterator[Arranger]:
    yield from _arranged(superset_5_copy, None)


def _arranged(superset: SupersetCopy, version: str | None) -> Iterator[Arranger]:
    with SupersetApi(superset.environment.url) as api:
        api.sign_in(superset.environment.accounts["admin"])
        yield Arranger(superset, api, version)
