"""What is written about datasets, their columns, and charts."""

from dataclasses import dataclass
from datetime import datetime

from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class DescribedColumn:
    """A column of a dataset; `expression` is the SQL of a computed one."""

    id: str
    name: str
    type: str
    description: str | None
    is_time: bool
    expression: str | None


@dataclass(frozen=True, slots=True)
class DescribedDataset:
    """A dataset with its columns, all of them."""

    id: str
    uuid: str
    title: str
    sql: str | None
    description: str | None
    changed_at: datetime
    columns: tuple[DescribedColumn, ...]


@dataclass(frozen=True, slots=True)
class DescribedChart:
    """A chart; `form` is what it shows (Superset's `params`), empty where that is unreadable."""

    id: str
    uuid: str
    title: str
    viz_type: str
    description: str | None
    changed_at: datetime
    form: dict[str, JsonValue]
