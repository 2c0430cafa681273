"""Two real Supersets behind a whole service, and what is arranged on them by hand."""

import io
import itertools
import json
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import yaml
from dependency_injector import providers

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from adapters.memory.clock import MemoryClock
from adapters.memory.language_model import ScriptedReply
from adapters.superset_httpx.gateway import HttpSupersets
from application.ports.dashboard_repository import DashboardRepository
from application.ports.language_model import CallProposed, LanguageModel
from contracts.superset_payloads import layout
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from entrypoints.container.wiring import Container
from turns.world import World, call, only, types

Json = dict[str, Any]
_numbers = itertools.count(1)


@dataclass
class Side:
    """One of the two, as an administrator arranges and inspects it."""

    env_id: str
    copy: SupersetCopy
    api: SupersetApi

    @property
    def accounts(self) -> dict[Role, Account]:
        known = self.copy.environment.accounts
        return {role: Account(known[role].username, known[role].password) for role in Role}

    def id_of(self, kind: str, **wanted: str) -> int | None:
        """The number of the one that has this value, None when there is none."""
        ((column, value),) = wanted.items()
        rows = self.api.all_rows(kind, ["id", column], _ORDER[kind])
        return next((row["id"] for row in rows if row.get(column) == value), None)

    def dataset(self, table: str, sql: str | None = None) -> int:
        database = self.id_of("database", database_name="retail")
        body: Json = {"database": database, "schema": "main", "table_name": table}
        return self._post("/api/v1/dataset/", body | ({"sql": sql} if sql else {}))

    def chart(self, title: str, dataset: int, columns: tuple[str, ...]) -> int:
        context = {
            "datasource": {"id": dataset, "type": "table"},
            "force": False,
            "result_format": "json",
            "result_type": "full",
            "queries": [{"columns": columns, "filters": [], "row_limit": 100}],
        }
        return self._post(
            "/api/v1/chart/",
            {
                "slice_name": title,
                "viz_type": "table",
                "datasource_id": dataset,
                "datasource_type": "table",
                "params": json.dumps({"viz_type": "table"}),
                "query_context": json.dumps(context, separators=(",", ":")),
            },
        )

    def dashboard(self, title: str, charts: list[int], metadata: Json | None = None) -> int:
        made = self._post("/api/v1/dashboard/", {"dashboard_title": title, "published": True})
        self.arrange(made, charts, metadata)
        return made

    def arrange(self, dashboard: int, charts: list[int], metadata: Json | None = None) -> None:
        """Let exactly these charts stand on it."""
        written = {"positions": layout([str(chart) for chart in charts]), **(metadata or {})}
        self.change("dashboard", dashboard, json_metadata=json.dumps(written))

    def change(self, kind: str, number: int, **values: Any) -> None:  # noqa: ANN401  # JSON
        self.api.call("PUT", f"/api/v1/{kind}/{number}", values)

    def read(self, kind: str, number: int) -> Json:
        found: Json = self.api.call("GET", f"/api/v1/{kind}/{number}")["result"]
        return found

    def charts_on(self, dashboard: int) -> set[str]:
        shown = self.api.call("GET", f"/api/v1/dashboard/{dashboard}/charts")["result"]
        return {chart["slice_name"] for chart in shown}

    def embed(self, dashboard: int, domains: list[str]) -> None:
        self.api.call(
            "POST", f"/api/v1/dashboard/{dashboard}/embedded", {"allowed_domains": domains}
        )

    def embedding(self, dashboard: int) -> list[str] | None:
        """The domains that may embed a dashboard; None where it may not be embedded."""
        answer = self.api._client.get(f"/api/v1/dashboard/{dashboard}/embedded")
        return None if answer.status_code == 404 else answer.json()["result"]["allowed_domains"]

    def run_sql(self, script: str) -> None:
        """Into the data itself."""
        with closing(sqlite3.connect(self.copy.files.root / "retail.db")) as connection:
            connection.executescript(script)

    def assets(self) -> dict[str, Json]:
        """Everything that Superset exports, by file; without the time of the export."""
        body = self.api._client.get("/api/v1/assets/export/").content
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            return {
                name.partition("/")[2]: yaml.safe_load(archive.read(name))
                for name in archive.namelist()
                if not name.endswith("metadata.yaml")
            }

    def _post(self, path: str, body: Json) -> int:
        return int(self.api.call("POST", path, body)["id"])


_ORDER = {
    "dashboard": "dashboard_title",
    "chart": "slice_name",
    "dataset": "table_name",
    "database": "database_name",
}


def unused(name: str) -> str:
    """A name that no other test takes: a session's Supersets are shared."""
    return f"{name} {next(_numbers)}"


def _open(
    container: Container, door: HttpSupersets, repository: DashboardRepository | None
) -> None:
    container.supersets.override(providers.Object(door))
    if repository is not None:
        container.repository.override(providers.Object(repository))


@dataclass
class Pair:
    """Both, and the doors to them."""

    dev: Side
    prod: Side
    doors: list[HttpSupersets] = field(default_factory=list)

    def service(
        self,
        *replies: ScriptedReply,
        as_admin: Role = Role.ADMIN,
        model: LanguageModel | None = None,
        repository: DashboardRepository | None = None,
    ) -> World:
        """
        A whole service on both; on "ss-prod" admins act as the account of another role.

        Args:
            replies: what a scripted model says, where no other one is given.
            repository: of git; in memory where none is given.

        """
        environments = [
            Environment(side.env_id, side.copy.environment.url) for side in (self.dev, self.prod)
        ]
        prod = {**self.prod.accounts, Role.ADMIN: self.prod.accounts[as_admin]}
        door = HttpSupersets(
            Environments(environments),
            {self.dev.env_id: self.dev.accounts, self.prod.env_id: prod},
        )
        self.doors.append(door)
        return World(
            list(replies),
            clock=MemoryClock(datetime.now(UTC)),
            environments=environments,
            given_model=model,
            adjust=lambda container: _open(container, door, repository),
        )

    async def close(self) -> None:
        for door in self.doors:
            await door.close()


def deploy(dashboard: str, source: str = "ss-dev") -> list[CallProposed]:
    arguments = {"dashboard_id": dashboard, "source": source, "target_env": "ss-prod"}
    return [call("deploy_dashboard", **arguments)]


async def approved(here: World, text: str) -> Json:
    """The end of a call that was asked for and approved, with its whole result."""
    events = await here.send(text)
    assert "confirm_required" in types(events), events
    ended = only(await here.decide(), "tool_end")
    kept = await here.container.results().get(ended["call_id"], "local:ann")
    return {**ended, "value": kept.unwrap().value}


async def undone(here: World, action: str) -> Json:
    started = await here.runner.undo(action, here.session())
    here.conversation_id = started.unwrap().conversation_id
    card = only(await here.until_done(started.unwrap()), "confirm_required")["metadata"]
    return {"card": card, **only(await here.decide(), "tool_end")}


def orders(side: Side) -> int:
    found = side.id_of("dataset", table_name="orders")
    assert found is not None
    return found
