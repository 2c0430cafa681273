"""
What Superset tells us and how it fails.

Ids are Superset's numbers as strings; they are recycled after a delete, so plans and records
keep the uuid. Times are UTC.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)


class SupersetFault(StrEnum):
    """Why a call to Superset gave nothing; the whole list."""

    NOT_FOUND = "not_found"  # missing, or hidden from this account
    FORBIDDEN = "forbidden"  # the account lacks the right
    REFUSED = "refused"  # Superset said no: bad SQL, a duplicate, an attached report
    UNREACHABLE = "unreachable"  # no connection, so nothing was done
    GATEWAY = "gateway"  # 502, 503 or 504, or no answer in time, to a read
    BAD_CREDENTIALS = "bad_credentials"  # the account's name or password is wrong
    NO_ACCOUNT = "no_account"  # no account is configured for the caller's role
    NOT_SUPERSET = "not_superset"  # HTML or something else where JSON was due
    UNKNOWN_OUTCOME = "unknown_outcome"  # a write that may or may not have happened


@dataclass(frozen=True, slots=True)
class SupersetError:
    """
    A call that gave nothing.

    Args:
        fault: the kind, which decides what may be done next.
        env_id: where it happened.
        detail: Superset's own words, shortened, without secrets, rows or HTML; may be empty.

    """

    fault: SupersetFault
    env_id: str
    detail: str = ""

    @property
    def is_transient(self) -> bool:
        """Whether a read may be tried once more (design.md section 4, Retry)."""
        return self.fault in {SupersetFault.UNREACHABLE, SupersetFault.GATEWAY}


@dataclass(frozen=True, slots=True)
class DashboardSummary:
    """One row of the dashboard list. `tags` are people's own tags, not Superset's implicit ones."""

    id: str
    uuid: str
    title: str
    url: str
    published: bool
    owners: tuple[str, ...]
    tags: tuple[str, ...]
    changed_at: datetime
    changed_by: str | None
    slug: str | None = None


@dataclass(frozen=True, slots=True)
class DashboardLayout:
    """
    The layout of a dashboard, and its metadata.

    Args:
        position_json: as Superset keeps it, None for a dashboard that was never laid out. It may
            be anything: a text that is no JSON, or JSON that is no layout.
        changed_at: of the dashboard.
        json_metadata: filters and settings as Superset keeps them; it may be anything too.

    """

    position_json: str | None
    changed_at: datetime
    json_metadata: str | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """Something with an id and a title, where no more is known or needed."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class ChartSummary:
    """A chart; `dashboards` are all dashboards that it stands on."""

    id: str
    uuid: str
    title: str
    viz_type: str
    dataset_id: str | None
    dashboards: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class ChartRun:
    """What a chart's own query gave: rows, or the error that a viewer would see."""

    row_count: int
    columns: tuple[str, ...]
    error: str | None


@dataclass(frozen=True, slots=True)
class DatasetSummary:
    """A dataset; `sql` is None for a physical table."""

    id: str
    uuid: str
    title: str
    schema: str | None
    sql: str | None
    database: Named
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class NewDataset:
    """A dataset to create: a table of the database, or a name with the SQL of a virtual one."""

    database_id: str
    name: str
    schema: str | None = None
    sql: str | None = None


@dataclass(frozen=True, slots=True)
class Database:
    """A database connection, without its address."""

    id: str
    uuid: str
    title: str
    backend: str
    allow_dml: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table or a view of a schema."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table or of a result; `type` is the database's own word."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class QueryResult:
    """
    Rows of a query through SQL Lab.

    Args:
        columns: in the order of the result.
        rows: one tuple a row, values as JSON knows them.
        limited: whether the limit cut rows off.
        executed_sql: what Superset really sent; Superset rewrites SQL.

    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[JsonValue, ...], ...] = field(repr=False)
    limited: bool
    executed_sql: str


@dataclass(frozen=True, slots=True)
class InstanceStatus:
    """Whether the server answers, and its version where it tells (6.x does, older do not)."""

    reachable: bool
    version: str | None


@dataclass(frozen=True, slots=True)
class AccountInfo:
    """The Superset account behind the calls, with the names of its Superset roles."""

    username: str
    roles: tuple[str, ...]
