"""Who holds which rights in one Superset, as far as an account may read it."""

from dataclasses import dataclass
from typing import Literal

from domain.superset import Named

OwnedKind = Literal["dashboard", "dataset"]


@dataclass(frozen=True, slots=True)
class Grant:
    """A permission in Superset's words, such as `datasource_access` on `[db].[table](id:1)`."""

    permission: str
    on: str


@dataclass(frozen=True, slots=True)
class SupersetRole:
    """A role of Superset with all that it grants."""

    id: str
    name: str
    grants: frozenset[Grant]


@dataclass(frozen=True, slots=True)
class HeldRole:
    """A role that a person holds; `group` is the group that gives it, None when it is their own."""

    role: str
    group: str | None = None


@dataclass(frozen=True, slots=True)
class SupersetUser:
    """An account of Superset with its roles, those of its groups included."""

    id: str
    username: str
    name: str
    is_active: bool
    roles: tuple[HeldRole, ...]


@dataclass(frozen=True, slots=True)
class RowRule:
    """
    A row-level security rule.

    Args:
        kind: "Regular" filters the rows of the roles, "Base" those of everybody else.
        datasets: numbers of the datasets that it filters.
        roles: names of the roles that it is about.

    """

    id: str
    name: str
    kind: str
    datasets: tuple[str, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Owned:
    """A dashboard or dataset with its owners (by number); `roles` are access roles of its own."""

    kind: OwnedKind
    id: str
    uuid: str
    title: str
    owners: tuple[Named, ...]
    roles: tuple[str, ...] = ()
    published: bool = True
