"""`/api/v1/security/`, `/api/v1/rowlevelsecurity/`, and the owners in the lists of objects."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_rows, text, text_or_none
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from domain.rights import Grant, HeldRole, Owned, OwnedKind, RowRule, SupersetRole, SupersetUser
from domain.superset import JsonValue, Named, SupersetError, SupersetFault

_ROLES_AT_ONCE: Final = 4
_BY_ID: Final[dict[str, JsonValue]] = {"order_column": "id", "order_direction": "asc"}
_OWNERS: Final = ("owners.id", "owners.first_name", "owners.last_name")
_LISTS: Final[tuple[tuple[OwnedKind, str, tuple[str, ...]], ...]] = (
    ("dashboard", "dashboard_title", ("published", "roles.name")),
    ("dataset", "table_name", ()),
)

_Row = Mapping[str, JsonValue]


async def list_roles(client: SupersetClient) -> Result[tuple[SupersetRole, ...], SupersetError]:
    rows = await client.rows("/api/v1/security/roles/", _BY_ID)
    if not is_successful(rows):
        return Failure(_untold(client, rows.failure()))
    waiting = asyncio.Semaphore(_ROLES_AT_ONCE)

    async def one(row: _Row) -> Result[SupersetRole, SupersetError]:
        path = f"/api/v1/security/roles/{text(row.get('id'))}/permissions/"
        async with waiting:
            grants = await client.result(Call.get(path))
        return grants.map(lambda found: _role(row, as_rows(found)))

    roles = await asyncio.gather(*(one(row) for row in rows.unwrap()))
    failures = [role.failure() for role in roles if not is_successful(role)]
    if failures:
        return Failure(failures[0])
    return Success(tuple(role.unwrap() for role in roles))


async def list_users(client: SupersetClient) -> Result[tuple[SupersetUser, ...], SupersetError]:
    rows = await client.rows("/api/v1/security/users/", _BY_ID)
    if not is_successful(rows):
        return Failure(_untold(client, rows.failure()))
    groups = await client.rows("/api/v1/security/groups/", _BY_ID)
    if not is_successful(groups) and groups.failure().fault is not SupersetFault.NOT_FOUND:
        return Failure(groups.failure())
    # Some releases before 6 have no groups.
    given = _roles_of_groups(groups.value_or([]))
    return Success(tuple(_user(row, given.get(text(row.get("id")), ())) for row in rows.unwrap()))


async def list_row_rules(client: SupersetClient) -> Result[tuple[RowRule, ...], SupersetError]:
    query: dict[str, JsonValue] = {"order_column": "name", "order_direction": "asc"}
    rows = await client.rows("/api/v1/rowlevelsecurity/", query)
    return rows.map(lambda found: tuple(map(_row_rule, found)))


async def list_owned(client: SupersetClient) -> Result[tuple[Owned, ...], SupersetError]:
    owned: list[Owned] = []
    for kind, title, more in _LISTS:
        columns: JsonValue = ["id", "uuid", title, *_OWNERS, *more]
        query = {"columns": columns, "order_column": title, "order_direction": "asc"}
        rows = await client.rows(f"/api/v1/{kind}/", query)
        if not is_successful(rows):
            return Failure(rows.failure())
        owned.extend(_owned(kind, title, row) for row in rows.unwrap())
    return Success(tuple(owned))


def _untold(client: SupersetClient, error: SupersetError) -> SupersetError:
    """A list is always there, unless nobody may read it over the API: the default before 6."""
    if error.fault is not SupersetFault.NOT_FOUND:
        return error
    detail = "This Superset keeps roles and users off its API (FAB_ADD_SECURITY_API)."
    return client.error(SupersetFault.FORBIDDEN, detail)


def _role(row: _Row, grants: Iterable[_Row]) -> SupersetRole:
    return SupersetRole(
        id=text(row.get("id")),
        name=text(row.get("name")),
        grants=frozenset(
            Grant(text(grant.get("permission_name")), text(grant.get("view_menu_name")))
            for grant in grants
        ),
    )


def _roles_of_groups(groups: Iterable[_Row]) -> dict[str, tuple[HeldRole, ...]]:
    given: dict[str, tuple[HeldRole, ...]] = {}
    for group in groups:
        name = text(group.get("name"))
        roles = tuple(
            HeldRole(text(role.get("name")), name) for role in as_rows(group.get("roles"))
        )
        for user in as_rows(group.get("users")):
            user_id = text(user.get("id"))
            given[user_id] = (*given.get(user_id, ()), *roles)
    return given


def _user(row: _Row, of_groups: tuple[HeldRole, ...]) -> SupersetUser:
    own = tuple(HeldRole(text(role.get("name"))) for role in as_rows(row.get("roles")))
    return SupersetUser(
        id=text(row.get("id")),
        username=text(row.get("username")),
        name=_full_name(row),
        is_active=row.get("active") is True,
        roles=(*own, *of_groups),
    )


def _row_rule(row: _Row) -> RowRule:
    return RowRule(
        id=text(row.get("id")),
        name=text(row.get("name")),
        kind=text(row.get("filter_type")),
        datasets=tuple(text(table.get("id")) for table in as_rows(row.get("tables"))),
        roles=tuple(text(role.get("name")) for role in as_rows(row.get("roles"))),
    )


def _owned(kind: OwnedKind, title: str, row: _Row) -> Owned:
    return Owned(
        kind=kind,
        id=text(row.get("id")),
        uuid=text(row.get("uuid")),
        title=text(row.get(title)),
        owners=tuple(
            Named(text(owner.get("id")), _full_name(owner)) for owner in as_rows(row.get("owners"))
        ),
        roles=tuple(text(role.get("name")) for role in as_rows(row.get("roles"))),
        published=kind == "dataset" or row.get("published") is True,
    )


def _full_name(row: _Row) -> str:
    names = (text_or_none(row.get("first_name")), text_or_none(row.get("last_name")))
    return " ".join(name for name in names if name)
