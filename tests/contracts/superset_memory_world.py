"""The world of the Superset suites in memory."""

import itertools
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from returns.result import Result

from adapters.memory.superset.access import signature
from adapters.memory.superset.gateway import DEFAULT_ACCOUNTS, MemorySupersets
from adapters.memory.superset.objects import (
    AGENT_ADMIN,
    AGENT_ANALYST,
    AGENT_VIEWER,
    MemoryAccount,
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
    MemoryGroup,
)
from adapters.memory.superset.server import MemorySuperset
from application.ports.superset.gateway import Supersets
from contracts.superset_world import (
    CITIES,
    ChartToAdd,
    DashboardToAdd,
    DatasetToAdd,
    SupersetWorld,
)
from domain.accounts import Account
from domain.rights import Grant, RowRule
from domain.roles import Role
from domain.superset import AccountInfo, SupersetError, SupersetFault

STRANGER = MemoryAccount("stranger", ("Nobody",))


class InMemorySuperset:
    @pytest.fixture
    def world(self) -> SupersetWorld:
        return MemoryWorld()


class MemoryWorld(SupersetWorld):
    def __init__(self) -> None:
        self.env_id = "ss-test"
        accounts = (AGENT_ADMIN, AGENT_ANALYST, AGENT_VIEWER, STRANGER)
        self.server = MemorySuperset(self.env_id, accounts=accounts)
        self._memory = MemorySupersets([self.server])
        self.supersets = self._memory
        self.version = self.server.version
        self.names_columns_of_no_rows = True
        self._ids: Iterator[int] = itertools.count(1)

    def database(self, *, allow_dml: bool = False) -> str:
        made = MemoryDatabase(self._id(), "cities", CITIES, allow_dml)
        self.server.add(made)
        return made.id

    def switch_off(self, database_id: str) -> None:
        known = self.server.databases[database_id]
        self.server.databases[database_id] = replace(known, answers=False)

    def dataset(self, wanted: DatasetToAdd) -> str:
        made = MemoryDataset(
            self._id(),
            wanted.title,
            wanted.database,
            wanted.sql,
            owners=(self.account_of(wanted.owner).username,),
            changed_at=self._now(),
        )
        self.server.add(made)
        return made.id

    def chart(self, wanted: ChartToAdd) -> str:
        table = self.server.datasets[wanted.dataset].title
        made = MemoryChart(
            self._id(),
            wanted.title,
            wanted.dataset,
            f"SELECT {', '.join(wanted.columns)} FROM {table}",
            dropped_filters=(wanted.filter_on,) if wanted.filter_on else (),
            changed_at=self._now(),
        )
        self.server.add(made)
        return made.id

    def dashboard(self, wanted: DashboardToAdd) -> str:
        made = MemoryDashboard(
            self._id(),
            wanted.title,
            wanted.charts,
            owners=(self.account_of(wanted.owner).username,),
            published=wanted.published,
            tags=wanted.tags,
            reports=(wanted.report,) if wanted.report else (),
            changed_at=self._now(),
        )
        self.server.add(made)
        return made.id

    def role_for(self, dataset: str) -> str:
        name = f"reads {dataset}"
        table = f"[cities].[{self.server.datasets[dataset].title}](id:{dataset})"
        self.server.roles[name] = frozenset({Grant("datasource_access", table)})
        return name

    def person(self, username: str, role: str, *, is_active: bool = True) -> None:
        self.server.accounts[username] = MemoryAccount(username, (role,), is_active=is_active)

    def group(self, name: str, role: str, username: str) -> None:
        self.server.groups.append(MemoryGroup(name, (role,), (username,)))

    def row_rule(self, name: str, dataset: str, role: str) -> None:
        self.server.row_rules.append(RowRule(self._id(), name, "Regular", (dataset,), (role,)))

    def many(self, kind: str, number: int) -> None:
        database = self.database()
        dataset = self.dataset(DatasetToAdd("cities", database))
        for index in range(number - (kind == "datasets")):
            match kind:
                case "dashboards":
                    self.dashboard(DashboardToAdd(f"Many {index}"))
                case "charts":
                    self.chart(ChartToAdd(f"Many {index}", dataset))
                case _:
                    self.dataset(DatasetToAdd(f"many_{index}", database, "SELECT 1"))

    def failing(self, fault: SupersetFault) -> Supersets:
        """The same objects behind a server of its own, so that only this door is broken."""
        if fault is SupersetFault.BAD_CREDENTIALS:
            wrong = {role: Account(self.account_of(role).username, "wrong") for role in Role}
            return MemorySupersets([self.server], {self.env_id: wrong})
        broken = copy(self.server)
        broken.troubles = []
        broken.fail_next(fault, times=1000)
        return MemorySupersets([broken])

    def account_without_rights(self) -> Account:
        return Account(STRANGER.username, STRANGER.password)

    def aged_proof(self) -> str:
        claims = "agent-admin@2020-01-01T00:00:00+00:00"
        return f"{claims}.{signature(self.server.secret_key, claims)}"

    def foreign_proof(self) -> str:
        claims = "agent-admin@2020-01-01T00:00:00+00:00"
        return f"{claims}.{signature('another key', claims)}"

    async def sign_in(self, account: Account) -> Result[AccountInfo, SupersetError]:
        return await self._memory.sign_in(self.env_id, account.username, account.password)

    def without_account(self, role: Role) -> Supersets:
        accounts = {other: self.account_of(other) for other in Role if other is not role}
        return MemorySupersets([self.server], {self.env_id: accounts})

    def tags_of_chart(self, chart: str) -> list[str]:
        return list(self.server.charts[chart].tags)

    def account_of(self, role: Role) -> Account:
        return DEFAULT_ACCOUNTS[role]

    def _id(self) -> str:
        return str(next(self._ids))

    def _now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(self._ids))
