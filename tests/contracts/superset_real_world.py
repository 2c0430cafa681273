"""The world of the Superset suites on a real Superset of their own."""

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from returns.result import Result

from adapters.superset_httpx.gateway import HttpSupersets
from application.ports.superset.gateway import Supersets
from contracts.superset_arranger import STRANGER, Arranger
from contracts.superset_payloads import layout, report, token
from contracts.superset_real_rights import RealRights
from contracts.superset_world import (
    CITIES,
    ChartToAdd,
    DashboardToAdd,
    DatasetToAdd,
    SupersetWorld,
)
from counting_proxy import Action, CountingProxy
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.superset import AccountInfo, SupersetError, SupersetFault

CLOSED_PORT = "http://127.0.0.1:9"


class OnRealSuperset:
    @pytest.fixture
    async def world(self, arranger: Arranger) -> AsyncIterator[SupersetWorld]:
        async for world in _arranged(arranger):
            yield world


class OnSuperset5:
    """Of the release before: what people have who did not follow yet."""

    @pytest.fixture
    async def world(self, superset_5_arranger: Arranger) -> AsyncIterator[SupersetWorld]:
        async for world in _arranged(superset_5_arranger):
            yield world


async def _arranged(arranger: Arranger) -> AsyncIterator[SupersetWorld]:
    with ExitStack() as stack:
        world = RealWorld(arranger, stack)
        yield world
        await world.close()


class RealWorld(RealRights, SupersetWorld):
    def __init__(self, arranger: Arranger, stack: ExitStack) -> None:
        self.env_id = arranger.superset.environment.env_id
        self.version = arranger.version
        self.names_columns_of_no_rows = arranger.version is not None
        self._arranger = arranger
        self._api = arranger.api
        self._user_ids = arranger.user_ids
        self._stack = stack
        self._doors: list[HttpSupersets] = []
        self._files: dict[str, Path] = {}
        self._http = self._door(arranger.superset.environment.url)
        self.supersets = self._http

    async def close(self) -> None:
        """On SQLite, Superset takes a dataset's name once, so the next test needs it back."""
        for door in self._doors:
            await door.close()
        for dataset in self._api.all_rows("dataset", ["id", "database.id"], "table_name"):
            if str(dataset["database"]["id"]) in self._files:
                self._api.call("DELETE", f"/api/v1/dataset/{dataset['id']}")

    def database(self, *, allow_dml: bool = False) -> str:
        number = next(self._arranger.numbers)
        file = self._arranger.database_file(number)
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(CITIES)
        body = {
            "database_name": f"cities {number}",
            "sqlalchemy_uri": f"sqlite:///{file}",
            "expose_in_sqllab": True,
            "allow_dml": allow_dml,
        }
        made = self._post("/api/v1/database/", body)
        self._files[made] = file
        return made

    def switch_off(self, database_id: str) -> None:
        file = self._files[database_id]
        file.unlink()
        file.mkdir()

    def dataset(self, wanted: DatasetToAdd) -> str:
        body: dict[str, Any] = {
            "database": int(wanted.database),
            "schema": "main",
            "table_name": wanted.title,
            "owners": [self._user_id(wanted.owner)],
        }
        return self._post("/api/v1/dataset/", body | ({"sql": wanted.sql} if wanted.sql else {}))

    def chart(self, wanted: ChartToAdd) -> str:
        filters = [{"col": wanted.filter_on, "op": "==", "val": 1}] if wanted.filter_on else []
        context = {
            "datasource": {"id": int(wanted.dataset), "type": "table"},
            "force": False,
            "result_format": "json",
            "result_type": "full",
            "queries": [{"columns": wanted.columns, "filters": filters, "row_limit": 100}],
        }
        body = {
            "slice_name": wanted.title,
            "viz_type": "table",
            "datasource_id": int(wanted.dataset),
            "datasource_type": "table",
            "params": json.dumps({"viz_type": "table"}),
            "query_context": json.dumps(context),
        }
        return self._post("/api/v1/chart/", body)

    def dashboard(self, wanted: DashboardToAdd) -> str:
        body: dict[str, Any] = {
            "dashboard_title": wanted.title,
            "published": wanted.published,
            "owners": [self._user_id(wanted.owner)],
        }
        made = self._post("/api/v1/dashboard/", body)
        if wanted.charts:
            metadata = json.dumps({"positions": layout(wanted.charts)})
            self._api.call("PUT", f"/api/v1/dashboard/{made}", {"json_metadata": metadata})
        if wanted.tags:
            tags = {"properties": {"tags": list(wanted.tags)}}
            self._api.call("POST", f"/api/v1/tag/3/{made}/", tags)
        if wanted.report:
            self._post("/api/v1/report/", report(wanted.report, made))
        return made

    def tags_of_chart(self, chart: str) -> list[str]:
        shown = self._api.call("GET", f"/api/v1/chart/{chart}")["result"]
        return [tag["name"] for tag in shown["tags"] if tag["type"] == 1]

    def many(self, kind: str, number: int) -> None:
        """Straight into the metadata, and out of it again when the test ends."""
        table, columns, values = _ROWS[kind]
        prefix = f"many {next(self._arranger.numbers)}"
        statement = (
            f"INSERT INTO {table} ({columns}, uuid, created_on, changed_on)"
            f" VALUES ({values}, ?, ?, ?)"
        )
        now = datetime.now(UTC).replace(tzinfo=None)
        rows = [
            (f"{prefix} {index}", uuid4().bytes, str(now), str(now + timedelta(microseconds=index)))
            for index in range(number)
        ]
        self._change_metadata(statement, rows)
        name = columns.split(",")[0]
        self._stack.callback(
            self._change_metadata, f"DELETE FROM {table} WHERE {name} LIKE ?", [(f"{prefix} %",)]
        )

    def failing(self, fault: SupersetFault) -> Supersets:
        url = self._arranger.superset.environment.url
        match fault:
            case SupersetFault.UNREACHABLE:
                return self._door(CLOSED_PORT)
            case SupersetFault.BAD_CREDENTIALS:
                wrong = {role: Account(a.username, "wrong") for role, a in self._accounts.items()}
                return self._door(url, wrong)
            case SupersetFault.NOT_SUPERSET:
                page = httpx.Response(200, html="<html><body>Welcome to nginx!</body></html>")
                return self._door(url, transport=httpx.MockTransport(lambda _: page))
            case _:
                proxy = self._stack.enter_context(CountingProxy(url))
                is_lost = fault is SupersetFault.UNKNOWN_OUTCOME
                action: Action = "drop" if is_lost else "bad_gateway_at_once"
                for method, path, skip in _TROUBLED[fault]:
                    proxy.trouble(method, path, action, times=1000, skip=skip)
                return self._door(proxy.url)

    def account_without_rights(self) -> Account:
        return STRANGER

    def aged_proof(self) -> str:
        return token((self._arranger.superset.files.root / "secret_key").read_text())

    def foreign_proof(self) -> str:
        return token("another key, as long as Superset wants its keys to be")

    async def sign_in(self, account: Account) -> Result[AccountInfo, SupersetError]:
        return await self._http.sign_in(self.env_id, account.username, account.password)

    def without_account(self, role: Role) -> Supersets:
        accounts = {other: known for other, known in self._accounts.items() if other is not role}
        return self._door(self._arranger.superset.environment.url, accounts)

    def account_of(self, role: Role) -> Account:
        return self._accounts[role]

    @property
    def _accounts(self) -> dict[Role, Account]:
        return self._arranger.accounts

    def _door(
        self,
        url: str,
        accounts: dict[Role, Account] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> HttpSupersets:
        environments = Environments([Environment(self.env_id, url)])
        known = {self.env_id: self._accounts if accounts is None else accounts}
        door = HttpSupersets(environments, known, transport=transport)
        self._doors.append(door)
        return door

    def _user_id(self, role: Role) -> int:
        return int(self._arranger.user_ids[self._accounts[role].username])

    def _change_metadata(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        metadata = self._arranger.superset.files.metadata
        with closing(sqlite3.connect(metadata, timeout=30)) as connection, connection:
            connection.executemany(statement, rows)


# Table, its columns with the name first, and their values.
_ROWS = {
    "dashboards": ("dashboards", "dashboard_title, published", "?, 1"),
    "charts": (
        "slices",
        "slice_name, datasource_id, datasource_type, viz_type, params",
        "?, 1, 'table', 'table', '{}'",
    ),
    "datasets": ("tables", "table_name, database_id, schema, sql", "?, 1, 'main', 'SELECT 1'"),
}
# Method, path, and how many requests get through before: signing in works at first.
_TROUBLED = {
    SupersetFault.GATEWAY: (
        ("GET", "/api/v1/security/", 1),
        ("GET", "/", 0),
        ("POST", "/api/v1/security/refresh", 0),
        ("POST", "/api/v1/security/", 1),
        ("POST", "/api/v1/sqllab/", 0),
        ("POST", "/api/v1/chart/data", 0),
    ),
    SupersetFault.UNKNOWN_OUTCOME: (
        ("DELETE", "/api/v1/", 0),
        ("PUT", "/api/v1/", 0),
        ("POST", "/api/v1/assets/", 0),
        ("POST", "/api/v1/dataset/", 0),
        ("POST", "/api/v1/sqllab/", 0),
    ),
}
