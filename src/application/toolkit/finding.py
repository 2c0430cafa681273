"""Objects by what people call them: a number, a uuid, or the exact title."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar
from uuid import UUID

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.table_lookup import near_names
from domain.superset import DashboardSummary, Database, DatasetSummary, SupersetError

_CANDIDATES_SHOWN = 8
_NEAR_SHOWN = 3


class Titled(Protocol):
    """Anything that can be found."""

    @property
    def id(self) -> str: ...
    @property
    def uuid(self) -> str: ...
    @property
    def title(self) -> str: ...


T = TypeVar("T", bound=Titled)


async def find_dashboard(
    superset: Superset, reference: str, env_id: str
) -> Result[DashboardSummary, ToolFailure]:
    """The dashboard that is meant; an ambiguous title lists its candidates."""
    found = await superset.dashboards.all()
    return _bind(found, reference, "dashboard", env_id)


async def find_dataset(
    superset: Superset, reference: str, env_id: str
) -> Result[DatasetSummary, ToolFailure]:
    """The dataset that is meant; an ambiguous title lists its candidates."""
    found = await superset.datasets.all()
    return _bind(found, reference, "dataset", env_id)


async def find_database(
    superset: Superset, reference: str, env_id: str
) -> Result[Database, ToolFailure]:
    """The connection that is meant; an ambiguous title lists its candidates."""
    found = await superset.databases.all()
    return _bind(found, reference, "database", env_id)


def pick(things: Iterable[T], reference: str, kind: str, env_id: str) -> Result[T, ToolFailure]:
    """Choose by number, else by uuid, else by exact title (in any case when that is unique)."""
    known = list(things)
    wanted = reference.strip()
    matches: list[Callable[[T], bool]] = [
        lambda thing: thing.id == wanted.lstrip("#"),
        lambda thing: _is_same_uuid(thing.uuid, wanted),
        lambda thing: thing.title.strip() == wanted,
        lambda thing: thing.title.strip().casefold() == wanted.casefold(),
    ]
    for match in matches:
        hits = [thing for thing in known if match(thing)]
        if len(hits) == 1:
            return Success(hits[0])
        if hits:
            return Failure(_ambiguous(hits, wanted, kind, env_id))
    near = near_names(wanted, (thing.title for thing in known))
    if not near:
        return Failure(failed(f"{kind}-unknown", reference=wanted, env=env_id))
    shown = ", ".join(near[:_NEAR_SHOWN])
    return Failure(failed(f"{kind}-unknown-near", reference=wanted, env=env_id, near=shown))


def _bind(
    found: Result[tuple[T, ...], SupersetError], reference: str, kind: str, env_id: str
) -> Result[T, ToolFailure]:
    if isinstance(found, Failure):
        return Failure(from_superset(found.failure()))
    return pick(found.unwrap(), reference, kind, env_id)


def _is_same_uuid(uuid: str, wanted: str) -> bool:
    try:
        return UUID(uuid) == UUID(wanted)
    except ValueError:
        return False


def _ambiguous(hits: list[T], wanted: str, kind: str, env_id: str) -> ToolFailure:
    shown = ", ".join(f"#{hit.id} {hit.title}" for hit in hits[:_CANDIDATES_SHOWN])
    return failed(
        f"{kind}-ambiguous", reference=wanted, env=env_id, candidates=shown, count=len(hits)
    )
