"""What the suites of the Superset ports need around them, whichever adapter they run on."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from returns.result import Result

from application.ports.superset.gateway import Superset, Supersets
from domain.accounts import Account
from domain.identity import Caller
from domain.roles import Role
from domain.superset import AccountInfo, SupersetError, SupersetFault

# The database of every world: two tables, a view, and an order that nobody sorted.
CITIES = """
CREATE TABLE cities (name TEXT, people INTEGER, area REAL);
INSERT INTO cities VALUES
    ('Казань', 1300000, 425.3), ('Oslo', 700000, 480.0), ('Riga', 600000, 304.0),
    ('Minsk', 2000000, 348.8), ('Paris', 2100000, 105.4);
CREATE TABLE rivers (name TEXT);
CREATE VIEW big_cities AS SELECT * FROM cities WHERE people > 1000000;
"""
CITY_COUNT = 5


@dataclass(frozen=True)
class DashboardToAdd:
    title: str
    charts: tuple[str, ...] = ()
    owner: Role = Role.ADMIN
    published: bool = True
    tags: tuple[str, ...] = ()
    report: str | None = None


@dataclass(frozen=True)
class ChartToAdd:
    """A table of some columns of a dataset; `filter_on` is a column it is filtered by."""

    title: str
    dataset: str
    columns: tuple[str, ...] = ("name",)
    filter_on: str | None = None


@dataclass(frozen=True)
class DatasetToAdd:
    title: str
    database: str
    sql: str | None = None
    owner: Role = Role.ADMIN


class SupersetWorld(Protocol):
    """
    One Superset, with means to arrange it that are not the adapter under test.

    Titles given to it are used once in a session, because a real one keeps what tests leave.
    """

    env_id: str
    supersets: Supersets
    version: str | None
    """What this Superset says of itself; None where its release says nothing."""
    names_columns_of_no_rows: bool
    """Whether SQL Lab of this release tells the columns of an empty result."""

    @abstractmethod
    def database(self, *, allow_dml: bool = False) -> str:
        """A connection to a new database with CITIES."""

    @abstractmethod
    def switch_off(self, database_id: str) -> None:
        """Let the database behind a connection answer no more."""

    @abstractmethod
    def dataset(self, wanted: DatasetToAdd) -> str: ...

    @abstractmethod
    def chart(self, wanted: ChartToAdd) -> str: ...

    @abstractmethod
    def dashboard(self, wanted: DashboardToAdd) -> str: ...

    @abstractmethod
    def tags_of_chart(self, chart: str) -> list[str]:
        """The tags of people on it."""

    @abstractmethod
    def role_for(self, dataset: str) -> str:
        """A new role that may read the data of one dataset, by its name."""

    @abstractmethod
    def person(self, username: str, role: str, *, is_active: bool = True) -> None:
        """Somebody who holds one role."""

    @abstractmethod
    def group(self, name: str, role: str, username: str) -> None:
        """A group with one role and one person."""

    @abstractmethod
    def row_rule(self, name: str, dataset: str, role: str) -> None:
        """A row-level security rule on a dataset, for a role."""

    @abstractmethod
    def many(self, kind: str, number: int) -> None:
        """Add so many dashboards, charts or datasets."""

    @abstractmethod
    def failing(self, fault: SupersetFault) -> Supersets:
        """
        The same Superset, where every call fails in one way.

        UNKNOWN_OUTCOME: writes happen, and their answers are lost. GATEWAY: as a proxy in front
        of a server that is down.
        """

    @abstractmethod
    def account_without_rights(self) -> Account:
        """An account that may sign in and do nothing."""

    @abstractmethod
    def aged_proof(self) -> str:
        """A token that this Superset signed long ago."""

    @abstractmethod
    def foreign_proof(self) -> str:
        """A token that looks like this Superset's and is signed with another key."""

    @abstractmethod
    async def sign_in(self, account: Account) -> Result[AccountInfo, SupersetError]:
        """Let somebody sign in with their own account."""

    @abstractmethod
    def without_account(self, role: Role) -> Supersets:
        """The same Superset, with no account for callers of a role."""

    @abstractmethod
    def account_of(self, role: Role) -> Account:
        """The account that acts for callers of a role."""


def caller(role: Role, user: str | None = None, env_id: str | None = None) -> Caller:
    return Caller(
        user=user or f"local:{role}",
        role=role,
        token_id="t1",
        expires_at=datetime(2100, 1, 1, tzinfo=UTC),
        env_id=env_id,
    )


def opened(world: SupersetWorld, role: Role = Role.ADMIN) -> Superset:
    return world.supersets.open(world.env_id, caller(role)).unwrap()


Call = Callable[[Superset], Awaitable[Result[Any, SupersetError]]]

COMMON_FAULTS = (
    SupersetFault.UNREACHABLE,
    SupersetFault.GATEWAY,
    SupersetFault.BAD_CREDENTIALS,
    SupersetFault.NOT_SUPERSET,
)


async def faults_of(world: SupersetWorld, fault: SupersetFault, *calls: Call) -> set[SupersetFault]:
    """Every fault that calls of an admin end with where all of them fail."""
    superset = world.failing(fault).open(world.env_id, caller(Role.ADMIN)).unwrap()
    return {(await call(superset)).failure().fault for call in calls}
