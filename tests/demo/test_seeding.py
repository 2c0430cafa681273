"""Seeding against a real Superset, cut off after a write and begun again."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.demo_supersets.environment import prepare
from adapters.demo_supersets.home import EnvironmentHome, Home, Release
from adapters.demo_supersets.model import DemoEnvironment, DemoFailed
from adapters.demo_supersets.retail import write_retail
from adapters.demo_supersets.sample_data import Seeder
from adapters.demo_supersets.server import Leashes, start_server
from adapters.demo_supersets.superset_api import SupersetApi
from demo.own_superset import LOCK_FILE, shared_home
from demo.snapshot import snapshot, snapshot_of

pytestmark = pytest.mark.superset


class CutError(Exception):
    pass


class CutApi(SupersetApi):
    """As if the program were killed right after so many writes have reached Superset."""

    writes_left = 1_000

    def call(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        params: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        reply = super().call(method, path, body, params)
        if method != "GET" and "/security/" not in path:
            self.writes_left -= 1
            if self.writes_left <= 0:
                raise CutError(path)
        return reply


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> EnvironmentHome:
    return EnvironmentHome(tmp_path_factory.mktemp("bare"), "ss-bare")


@pytest.fixture(scope="module")
def bare(files: EnvironmentHome, template: Path) -> Iterator[DemoEnvironment]:
    """A Superset that holds nothing yet."""
    home = Home(shared_home(), Release(LOCK_FILE))
    accounts = prepare(files, home, template)
    write_retail(files.retail, seed=11)
    leashes = Leashes()
    try:
        server = start_server(home, files, 0, leashes)
        yield DemoEnvironment(files.env_id, server.url, "dev", accounts)
    finally:
        leashes.stop()


def seed(environment: DemoEnvironment, retail: Path, *, writes: int) -> bool:
    """Whether the seeding came to its end."""
    with CutApi(environment.url) as api:
        api.sign_in(environment.accounts["admin"])
        api.writes_left = writes
        try:
            Seeder(api, "dev", retail, lambda _done, _total: None).seed()
        except CutError:
            return False
        return True


def test_seeding_that_is_cut_after_every_single_write_makes_nothing_twice(
    bare: DemoEnvironment, files: EnvironmentHome
) -> None:
    cuts = 0
    while not seed(bare, files.retail, writes=1):
        cuts += 1
        assert cuts < 100
    first = snapshot_of(bare)

    assert cuts > 1 + 6 + 12 + 2 * 4
    assert first.counts == (1, 6, 12, 4)
    # A uuid, a slug, the charts, the tags.
    assert sorted(map(len, first.dashboards)) == [2 + 3, 2 + 3 + 1, 2 + 3 + 1, 2 + 5 + 2]
    assert seed(bare, files.retail, writes=1)
    assert snapshot_of(bare) == first


def test_progress_counts_every_object_once(bare: DemoEnvironment, files: EnvironmentHome) -> None:
    steps: list[tuple[int, int]] = []
    with SupersetApi(bare.url) as api:
        api.sign_in(bare.accounts["admin"])
        Seeder(api, "dev", files.retail, lambda done, total: steps.append((done, total))).seed()

    assert steps == [(done, 23) for done in range(24)]


def test_a_connection_follows_its_file_and_nothing_else_changes(
    bare: DemoEnvironment, files: EnvironmentHome
) -> None:
    before = snapshot_of(bare)
    moved = files.retail.with_name("moved.db")
    shutil.copyfile(files.retail, moved)
    with SupersetApi(bare.url) as api:
        api.sign_in(bare.accounts["admin"])
        Seeder(api, "dev", moved, lambda _done, _total: None).repoint()
        [database] = api.all_rows("database", ["id"], "database_name")
        connection = api.call("GET", f"/api/v1/database/{database['id']}/connection")

    assert connection["result"]["sqlalchemy_uri"] == f"sqlite:///{moved}"
    assert snapshot_of(bare) == before


def test_every_chart_answers_but_the_one_that_is_broken_on_purpose(bare: DemoEnvironment) -> None:
    with SupersetApi(bare.url) as api:
        api.sign_in(bare.accounts["admin"])
        failed = {}
        for chart in api.all_rows("chart", ["id", "slice_name"], "slice_name"):
            try:
                [result] = api.call("GET", f"/api/v1/chart/{chart['id']}/data/")["result"]
                assert result["data"]
                assert not result["rejected_filters"]
            except DemoFailed as error:
                failed[chart["slice_name"]] = error.detail

    assert list(failed) == ["Orders by status"]
    assert "order_status" in failed["Orders by status"]


def test_the_viewer_sees_every_dashboard_and_no_database(bare: DemoEnvironment) -> None:
    with SupersetApi(bare.url) as api:
        api.sign_in(bare.accounts["viewer"])

        assert snapshot(api).counts == (0, 6, 12, 4)


@pytest.mark.parametrize(("role", "status"), [("analyst", 200), ("viewer", 403)])
def test_sql_is_for_the_analyst_and_not_for_the_viewer(
    bare: DemoEnvironment, role: str, status: int
) -> None:
    account = bare.accounts[role]
    body = {"username": account.username, "password": account.password, "provider": "db"}
    with httpx.Client(base_url=bare.url, timeout=30, trust_env=False) as client:
        token = client.post("/api/v1/security/login", json=body).json()["access_token"]
        client.headers.update({"Authorization": f"Bearer {token}", "Accept": "application/json"})
        csrf = client.get("/api/v1/security/csrf_token/").json()["result"]
        ask = {"database_id": 1, "schema": "main", "sql": "SELECT count(*) AS n FROM orders"}
        reply = client.post("/api/v1/sqllab/execute/", json=ask, headers={"X-CSRFToken": csrf})

    assert reply.status_code == status


def test_files_with_secrets_are_for_their_owner_alone(
    bare: DemoEnvironment, files: EnvironmentHome
) -> None:
    secret = [files.accounts, files.config, files.metadata, files.root / "secret_key"]

    assert {path.name: oct(path.stat().st_mode & 0o077) for path in secret} == {
        path.name: "0o0" for path in secret
    }
    assert all(account.password not in files.log.read_text() for account in bare.accounts.values())
