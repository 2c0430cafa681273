"""What Superset leaves out of a dashboard's export: its owners, and who may embed it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.failure import ToolFailure, from_superset
from domain.bundle import Bundle, JsonObject
from domain.bundle_embedding import EMBEDDED, arriving_embedding, embedded, embedding_of
from domain.rights import SupersetUser
from domain.superset import JsonValue, SupersetFault
from domain.texts import Text, text

Users = Sequence[SupersetUser] | None
# A Superset serves people as well.
_AT_ONCE: Final = 4
_BESIDE: Final = ("owners", EMBEDDED)
# An account that may not see users does not tell owners.
MAY_NOT_SEE: Final = frozenset({SupersetFault.FORBIDDEN, SupersetFault.NOT_FOUND})


async def read_beside(
    superset: Superset, dashboard_ids: Sequence[str], users: Users
) -> Result[list[JsonObject], ToolFailure]:
    """`owners` by name and `embedded` of dashboards (by number), each where the account sees it."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(dashboard_id: str) -> Result[JsonObject, ToolFailure]:
        async with gate:
            return await _read(superset, dashboard_id, users)

    found = await asyncio.gather(*map(one, dashboard_ids))
    for each in found:
        if isinstance(each, Failure):
            return Failure(each.failure())
    return Success([each.unwrap() for each in found])


async def owners_of(
    superset: Superset, dashboard_id: str, users: Users
) -> Result[list[str] | None, ToolFailure]:
    """The usernames of a dashboard's owners; None where the account may not see users."""
    if users is None:
        return Success(None)
    owners = await superset.dashboards.owner_ids(dashboard_id)
    if isinstance(owners, Failure):
        return Failure(from_superset(owners.failure()))
    names = {user.id: user.username for user in users}
    return Success(sorted(names[owner] for owner in owners.unwrap() if owner in names))


def with_beside(landed: Bundle, source: Bundle, users: Users, *, is_home: bool) -> Bundle:
    """What shall be there after a move, with what an import leaves out."""
    known = {user.username for user in users or ()}
    told: dict[str, JsonObject] = {}
    for uuid, content in landed.dashboards.items():
        wanted = source.dashboards[uuid]
        owners = wanted.get("owners")
        names = sorted(known & {str(n) for n in owners}) if isinstance(owners, list) else []
        kept: JsonObject = {**content, "owners": [*names]} if names else content
        told[uuid] = {**kept, **arriving_embedding(wanted, is_home=is_home)}
    return Bundle(told, landed.charts, landed.datasets)


async def set_owners(
    superset: Superset, live: tuple[str, str], wanted: JsonValue, users: Users
) -> list[Text]:
    """Let a dashboard (number, title) have these owners; says what could not be set."""
    number, title = live
    names = [str(each) for each in wanted] if isinstance(wanted, list) else []
    present = await owners_of(superset, number, users)
    if not names or isinstance(present, Failure) or present.unwrap() in (None, sorted(names)):
        return []
    numbers = [user.id for user in users or () if user.username in names]
    done = await superset.dashboards.set_owners(number, numbers)
    if isinstance(done, Failure):
        reason = from_superset(done.failure()).text
        return [text("move-owners-left", title=title, reason=reason)]
    return []


async def set_embedding(
    superset: Superset, live: tuple[str, str], expected: JsonObject
) -> list[Text]:
    """Let a dashboard (number, title) be embedded as expected; says when it could not be set."""
    number, title = live
    if EMBEDDED not in expected:
        return []
    wanted = embedding_of(expected)
    present = await superset.dashboards.embedding(number)
    if not isinstance(present, Failure) and embedded(present.unwrap()) == embedded(wanted):
        return []
    done = await superset.dashboards.set_embedding(number, wanted)
    if isinstance(done, Failure):
        reason = from_superset(done.failure()).text
        return [text("move-embedding-left", title=title, reason=reason)]
    return []


def embedding_warnings(
    title: str, before: JsonObject | None, arriving: JsonObject, expected: JsonObject
) -> list[Text]:
    """What somebody who embeds the dashboard should know of a move."""
    there = embedding_of(before or {})
    if embedding_of(expected) is not None and there is None:
        return [text("move-embedding-new", title=title)]
    if there is not None and EMBEDDED in expected and embedding_of(expected) is None:
        return [text("move-embedding-ends", title=title)]
    if there is not None and EMBEDDED in arriving and EMBEDDED not in expected:
        return [text("move-embedding-stays", title=title)]
    return []


async def _read(
    superset: Superset, dashboard_id: str, users: Users
) -> Result[JsonObject, ToolFailure]:
    owners, domains = await asyncio.gather(
        owners_of(superset, dashboard_id, users), superset.dashboards.embedding(dashboard_id)
    )
    if isinstance(owners, Failure):
        return Failure(owners.failure())
    told: dict[str, JsonValue] = {}
    names = owners.unwrap()
    if names is not None:
        told["owners"] = [*names]
    if not isinstance(domains, Failure):
        told[EMBEDDED] = embedded(domains.unwrap())
    elif domains.failure().fault is not SupersetFault.FORBIDDEN:
        return Failure(from_superset(domains.failure()))
    return Success(told)


def beside_of(value: JsonValue, uuid: str) -> JsonObject:
    """What was kept of one dashboard beside its export."""
    kept = value.get(uuid) if isinstance(value, Mapping) else None
    told = kept if isinstance(kept, Mapping) else {}
    return {key: told[key] for key in _BESIDE if key in told}
