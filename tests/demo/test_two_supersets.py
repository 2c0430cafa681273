"""The two Supersets of `make run`, real ones, in a home of this suite's own."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from adapters.demo_supersets.model import Account, DemoEnvironment, DemoFailed
from adapters.demo_supersets.processes import port_is_free
from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import ENVIRONMENTS, DemoSupersets
from demo.own_superset import (
    LOCK_FILE,
    UV,
    eventually,
    private_home,
    processes_naming,
    say_nothing,
)
from demo.snapshot import snapshot_of

pytestmark = [pytest.mark.superset, pytest.mark.timeout(240)]

SECOND_START_S = 45


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Path:
    return private_home(tmp_path_factory.mktemp("two") / "home", template).root


@pytest.fixture(scope="module", autouse=True)
def _usual_ports_are_busy() -> Iterator[None]:
    with ExitStack() as held:
        for plan in ENVIRONMENTS:
            if port_is_free(plan.usual_port):
                held.enter_context(socket.create_server(("127.0.0.1", plan.usual_port)))
        yield


@pytest.fixture(scope="module")
def first(folder: Path) -> Iterator[DemoSupersets]:
    demo = supersets(folder)
    yield demo
    demo.stop()


@pytest.fixture(scope="module")
def environments(first: DemoSupersets) -> dict[str, DemoEnvironment]:
    return {environment.env_id: environment for environment in first.start()}


def supersets(folder: Path) -> DemoSupersets:
    return DemoSupersets(folder, say_nothing, lock_file=LOCK_FILE, uv=UV)


def token_of(environment: DemoEnvironment, account: Account) -> str:
    body = {"username": account.username, "password": account.password, "provider": "db"}
    reply = httpx.post(f"{environment.url}/api/v1/security/login", json=body, timeout=30)
    return str(reply.json()["access_token"])


def me(environment: DemoEnvironment, token: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    return httpx.get(f"{environment.url}/api/v1/me/", headers=headers, timeout=30)


def test_busy_usual_ports_are_left_alone(environments: dict[str, DemoEnvironment]) -> None:
    ports = {int(environment.url.rpartition(":")[2]) for environment in environments.values()}

    assert len(ports) == 2
    assert not ports & {plan.usual_port for plan in ENVIRONMENTS}


def test_the_two_are_not_equal_and_their_databases_are_different_ones(
    environments: dict[str, DemoEnvironment],
) -> None:
    dev, prod = (snapshot_of(environments[env_id]) for env_id in ("ss-dev", "ss-prod"))

    assert (dev.counts, prod.counts) == ((1, 6, 12, 4), (1, 6, 11, 4))
    assert {uuid for uuid, _ in dev.databases}.isdisjoint({uuid for uuid, _ in prod.databases})
    assert [uuid for uuid, _ in dev.datasets] == [uuid for uuid, _ in prod.datasets]


@pytest.mark.parametrize(("of", "at"), [("ss-dev", "ss-prod"), ("ss-prod", "ss-dev")])
def test_a_token_of_one_is_refused_by_the_other(
    environments: dict[str, DemoEnvironment], of: str, at: str
) -> None:
    token = token_of(environments[of], environments[of].accounts["admin"])

    assert me(environments[of], token).status_code == 200
    assert me(environments[at], token).status_code in {401, 422}


def test_passwords_and_cookie_names_are_each_its_own(
    environments: dict[str, DemoEnvironment],
) -> None:
    passwords = [a.password for env in environments.values() for a in env.accounts.values()]
    cookies = set()
    for environment in environments.values():
        token = token_of(environment, environment.accounts["admin"])
        headers = {"Authorization": f"Bearer {token}"}
        url = f"{environment.url}/api/v1/security/csrf_token/"
        cookies.add(tuple(httpx.get(url, headers=headers, timeout=30).cookies))

    assert len(set(passwords)) == 6
    assert cookies == {("session_ss_dev",), ("session_ss_prod",)}


def test_other_programs_use_the_running_ones_and_leave_them_running(
    environments: dict[str, DemoEnvironment], folder: Path
) -> None:
    for _ in range(2):
        other = supersets(folder)
        began = time.monotonic()

        again = {environment.env_id: environment for environment in other.start()}
        took = time.monotonic() - began
        other.stop()

        assert again == environments
        assert took < 10
    assert len([line for line in processes_naming(folder) if "supervisor.py" in line]) == 2
    assert httpx.get(f"{environments['ss-dev'].url}/health").text == "OK"


def test_a_restart_is_quick_keeps_the_ports_and_undoes_nobody_s_changes(
    environments: dict[str, DemoEnvironment], first: DemoSupersets, folder: Path
) -> None:
    dev = environments["ss-dev"]
    with SupersetApi(dev.url) as api:
        api.sign_in(dev.accounts["admin"])
        [gone] = [
            row["id"]
            for row in api.all_rows("dashboard", ["id", "slug"], "dashboard_title")
            if row["slug"] == "customers"
        ]
        api.call("DELETE", f"/api/v1/dashboard/{gone}")
    before = snapshot_of(dev)
    first.stop()
    assert not processes_naming(folder)

    third = supersets(folder)
    began = time.monotonic()
    try:
        again = {environment.env_id: environment for environment in third.start()}
        took = time.monotonic() - began

        assert again == environments
        assert took < SECOND_START_S
        assert snapshot_of(again["ss-dev"]) == before
        assert before.counts == (1, 6, 12, 3)
    finally:
        third.stop()


def test_stopped_in_mid_start_nothing_is_left(first: DemoSupersets, folder: Path) -> None:
    first.stop()
    demo = supersets(folder)
    failures: list[str] = []

    def start() -> None:
        try:
            demo.start()
        except DemoFailed as failed:
            failures.append(failed.code)

    thread = threading.Thread(target=start)
    thread.start()
    assert eventually(lambda: "gunicorn" in str(processes_naming(folder)), within_s=20)
    demo.stop()
    thread.join(20)

    assert failures == ["stopped"]
    assert not processes_naming(folder)
