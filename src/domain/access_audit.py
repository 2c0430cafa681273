"""Who may see and change what in one Superset, and what about that should worry its owner."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from domain.rights import Grant, Owned, RowRule, SupersetRole, SupersetUser
from domain.superset import DatasetSummary

Severity = Literal["high", "medium", "low"]

ADMIN_ROLE: Final = "Admin"
PUBLIC_ROLE: Final = "Public"
OWNER: Final = "owner"
_ALL_DATA: Final = frozenset({"all_datasource_access", "all_database_access"})
_MANY_ADMINS: Final = 5
_NUMBER: Final = re.compile(r"\(id:(\d+)\)\Z")


@dataclass(frozen=True, slots=True)
class Rights:
    """What an account could read of the rights of others; None is "was not allowed to"."""

    roles: tuple[SupersetRole, ...] | None
    users: tuple[SupersetUser, ...] | None
    row_rules: tuple[RowRule, ...] | None


@dataclass(frozen=True, slots=True)
class Person:
    """One account and one object; `through` are the roles (or "owner") that let it see."""

    user: SupersetUser
    through: tuple[str, ...]
    may_change: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at; `names` are the roles, people or objects that it is about."""

    severity: Severity
    code: str
    names: tuple[str, ...]


def reads_all(role: SupersetRole) -> bool:
    """Whether the role may read the data of every dataset."""
    return any(grant.permission in _ALL_DATA for grant in role.grants)


def reaches(role: SupersetRole, dataset: DatasetSummary) -> bool:
    """Whether the role may read a dataset's data, through whichever of Superset's grants."""
    return any(_covers(grant, dataset) for grant in role.grants)


def people_of_dataset(rights: Rights, owned: Owned, dataset: DatasetSummary) -> tuple[Person, ...]:
    """Everybody who can read a dataset's data."""
    return _people(rights, owned, "Dataset", lambda role: reaches(role, dataset))


def people_of_dashboard(
    rights: Rights, owned: Owned, datasets: Sequence[DatasetSummary]
) -> tuple[Person, ...]:
    """
    Everybody who can open a dashboard.

    A draft shows to owners and admins. A published one shows to whoever may read a dataset of
    it, or to its own roles where it has some (Superset's DASHBOARD_RBAC).
    """

    def lets_see(role: SupersetRole) -> bool:
        if not owned.published:
            return False
        if owned.roles:
            return role.name in owned.roles
        return any(reaches(role, dataset) for dataset in datasets)

    return _people(rights, owned, "Dashboard", lets_see)


def holders(rights: Rights, role: str) -> tuple[str, ...]:
    """Usernames of the active accounts that hold a role."""
    return tuple(
        user.username
        for user in rights.users or ()
        if user.is_active and any(held.role == role for held in user.roles)
    )


def findings_of_roles(rights: Rights) -> tuple[Finding, ...]:
    """What is odd about the roles and accounts of a whole environment."""
    found: list[Finding] = []
    for role in rights.roles or ():
        if role.name == PUBLIC_ROLE and role.grants:
            is_data = any(_is_data(grant) for grant in role.grants)
            code, severity = ("public-data", "high") if is_data else ("public-rights", "medium")
            found.append(Finding(severity, code, (role.name,)))  # type: ignore[arg-type]
        elif role.name != ADMIN_ROLE and reads_all(role):
            who = holders(rights, role.name)
            severity = "low" if role.name == "Alpha" or not who else "medium"
            found.append(Finding(severity, "all-data-role", (role.name, *who)))  # type: ignore[arg-type]
    if rights.users is not None:
        admins = holders(rights, ADMIN_ROLE)
        if len(admins) <= 1:
            found.append(Finding("low", "few-admins", admins))
        if len(admins) > _MANY_ADMINS:
            found.append(Finding("medium", "many-admins", admins))
    return tuple(found)


def findings_of_owners(rights: Rights, owned: Iterable[Owned]) -> tuple[Finding, ...]:
    """Objects that nobody owns, or only people who are gone."""
    objects = tuple(owned)
    found = [
        Finding("low", "no-owner", tuple(label(each) for each in objects if not each.owners)),
    ]
    if rights.users is not None:
        active = {user.id for user in rights.users if user.is_active}
        left = tuple(
            label(each)
            for each in objects
            if each.owners and not any(owner.id in active for owner in each.owners)
        )
        found.append(Finding("medium", "owners-left", left))
    return tuple(finding for finding in found if finding.names)


def findings_of_row_rules(
    rights: Rights, datasets: Iterable[DatasetSummary], looked_at: Iterable[DatasetSummary]
) -> tuple[Finding, ...]:
    """Datasets without row-level security beside some of the same database that have it."""
    if not rights.row_rules:
        return ()
    ruled = {dataset for rule in rights.row_rules for dataset in rule.datasets}
    careful = {dataset.database.id for dataset in datasets if dataset.id in ruled}
    bare = tuple(
        f"#{each.id} {each.title}"
        for each in looked_at
        if each.database.id in careful and each.id not in ruled
    )
    return (Finding("medium", "no-row-rules", bare),) if bare else ()


def finding_of_public(rights: Rights, datasets: Iterable[DatasetSummary]) -> tuple[Finding, ...]:
    """Whether people who are not signed in reach some of these datasets."""
    public = [role for role in rights.roles or () if role.name == PUBLIC_ROLE]
    open_to_all = tuple(
        f"#{each.id} {each.title}"
        for each in datasets
        if any(reaches(role, each) for role in public)
    )
    return (Finding("high", "public-datasets", open_to_all),) if open_to_all else ()


def label(owned: Owned) -> str:
    """An object as a list names it."""
    return f"{owned.kind} #{owned.id} {owned.title}"


def _people(
    rights: Rights, owned: Owned, kind: str, lets_see: Callable[[SupersetRole], bool]
) -> tuple[Person, ...]:
    roles = {role.name: role for role in rights.roles or ()}
    seeing = {name for name, role in roles.items() if name == ADMIN_ROLE or lets_see(role)}
    owners = {owner.id for owner in owned.owners}
    people: list[Person] = []
    for user in rights.users or ():
        held = [roles[each.role] for each in user.roles if each.role in roles]
        may_open = any(Grant("can_read", kind) in role.grants for role in held)
        through = [
            each.role if each.group is None else f"{each.role} ({each.group})"
            for each in user.roles
            if each.role == ADMIN_ROLE or (each.role in seeing and may_open)
        ]
        owns = user.id in owners
        may_write = any(Grant("can_write", kind) in role.grants for role in held)
        is_admin = any(each.role == ADMIN_ROLE for each in user.roles)
        if owns:
            through.append(OWNER)
        if through:
            people.append(Person(user, tuple(through), is_admin or (owns and may_write)))
    return tuple(people)


def _covers(grant: Grant, dataset: DatasetSummary) -> bool:
    match grant.permission:
        case "all_datasource_access" | "all_database_access":
            return True
        case "database_access":
            return _number(grant.on) == dataset.database.id
        case "datasource_access":
            return _number(grant.on) == dataset.id
        case "schema_access":
            # `[database].[schema]`, with the catalog between them where the database has some.
            is_database = grant.on.startswith(f"[{dataset.database.title}].")
            return is_database and grant.on.endswith(f".[{dataset.schema}]")
        case _:
            return False


def _is_data(grant: Grant) -> bool:
    return grant.permission in {
        *_ALL_DATA,
        "database_access",
        "datasource_access",
        "schema_access",
        "catalog_access",
    }


def _number(view: str) -> str | None:
    found = _NUMBER.search(view)
    return found[1] if found else None
