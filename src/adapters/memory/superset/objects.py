"""What an in-memory Superset is filled with. Ids are given, so that tests may name them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from domain.rights import Grant
from domain.superset import JsonValue

DEFAULT_CHANGE = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MemoryAccount:
    """Somebody with roles: Superset's own (Admin, Alpha, Gamma, sql_lab), or any others."""

    username: str
    roles: tuple[str, ...]
    password: str = field(default="secret", repr=False)
    is_active: bool = True

    @property
    def is_admin(self) -> bool:
        return "Admin" in self.roles

    @property
    def may_use_databases(self) -> bool:
        """See connections, and create datasets on them."""
        return self.is_admin or "Alpha" in self.roles

    @property
    def may_read(self) -> bool:
        return bool({"Admin", "Alpha", "Gamma", "sql_lab"} & set(self.roles))

    @property
    def may_use_sql_lab(self) -> bool:
        return self.is_admin or "sql_lab" in self.roles

    def owns(self, owners: tuple[str, ...]) -> bool:
        return self.is_admin or self.username in owners


@dataclass(frozen=True, slots=True)
class MemoryGroup:
    """People by username, and the names of the roles that they have by it."""

    name: str
    roles: tuple[str, ...]
    people: tuple[str, ...]


_READ = (Grant("can_read", "Dashboard"), Grant("can_read", "Dataset"))
_WRITE = (Grant("can_write", "Dashboard"), Grant("can_write", "Dataset"))
_ALL_DATA = (
    Grant("all_datasource_access", "all_datasource_access"),
    Grant("all_database_access", "all_database_access"),
)
OWN_ROLES = {
    "Admin": frozenset({*_READ, *_WRITE, *_ALL_DATA}),
    "Public": frozenset[Grant](),
    "Alpha": frozenset({*_READ, *_WRITE, *_ALL_DATA}),
    "Gamma": frozenset({*_READ, Grant("can_write", "Dashboard")}),
    "sql_lab": frozenset({Grant("can_execute_sql_query", "SQLLab")}),
}

AGENT_ADMIN = MemoryAccount("agent-admin", ("Admin",))
AGENT_ANALYST = MemoryAccount("agent-analyst", ("Alpha", "sql_lab"))
AGENT_VIEWER = MemoryAccount("agent-viewer", ("Gamma",))


@dataclass(frozen=True, slots=True)
class MemoryDatabase:
    """
    A connection to a SQLite database in memory.

    Args:
        script: SQL that fills it.
        answers: whether the database behind the connection can be reached.

    """

    id: str
    title: str
    script: str = ""
    allow_dml: bool = False
    answers: bool = True
    uuid: str = ""


@dataclass(frozen=True, slots=True)
class MemoryDataset:
    """
    Physical where `sql` is absent: `title` is the table then.

    Args:
        rest: what else its file in a bundle holds.

    """

    id: str
    title: str
    database: str
    sql: str | None = None
    schema: str | None = "main"
    owners: tuple[str, ...] = (AGENT_ADMIN.username,)
    changed_at: datetime = DEFAULT_CHANGE
    uuid: str = ""
    rest: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryChart:
    """
    A chart over a dataset.

    Args:
        sql: its own query; all of the dataset where absent.
        dropped_filters: columns that its filters name and its dataset lacks.
        rest: what else its file in a bundle holds.

    """

    id: str
    title: str
    dataset: str | None
    sql: str | None = None
    viz_type: str = "table"
    dropped_filters: tuple[str, ...] = ()
    changed_at: datetime = DEFAULT_CHANGE
    uuid: str = ""
    tags: tuple[str, ...] = ()
    owners: tuple[str, ...] = (AGENT_ADMIN.username,)
    rest: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryDashboard:
    """
    A dashboard.

    Args:
        charts: their ids.
        reports: names of the alerts and reports that send it.
        embedding: the domains that may embed it; None forbids it.
        rest: what else its file in a bundle holds: layout, metadata, CSS.

    """

    id: str
    title: str
    charts: tuple[str, ...] = ()
    owners: tuple[str, ...] = (AGENT_ADMIN.username,)
    published: bool = True
    tags: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    embedding: tuple[str, ...] | None = None
    changed_at: datetime = DEFAULT_CHANGE
    changed_by: str | None = AGENT_ADMIN.username
    uuid: str = ""
    slug: str | None = None
    rest: Mapping[str, JsonValue] = field(default_factory=dict)
