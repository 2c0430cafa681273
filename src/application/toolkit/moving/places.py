"""Where a dashboard may be taken from: an environment, a branch, a commit or a backup."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, Literal
from uuid import UUID

from returns.result import Failure, Result, Success

from application.toolkit.backups.archive import (
    ExportedDashboard,
    exported_in,
    manifest_of,
    verified_files,
)
from application.toolkit.backups.view import with_known_backups
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.finding import pick
from application.toolkit.moving.version_files import dashboards_in
from application.toolkit.stock import Stock, from_bundle, read_dashboards, take_stock
from domain.bundle import Bundle, title_of
from domain.bundle_references import only
from domain.repository import RepositoryFailed
from domain.superset import DashboardSummary
from domain.texts import text

PlaceKind = Literal["environment", "branch", "commit", "backup"]
_PREFIXES: Mapping[str, PlaceKind] = {"branch": "branch", "commit": "commit", "backup": "backup"}


@dataclass(frozen=True, slots=True)
class Place:
    """`name` without its prefix; an environment by its id."""

    kind: PlaceKind
    name: str

    @property
    def spelling(self) -> str:
        """As people write it."""
        return self.name if self.kind == "environment" else f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class FoundDashboard:
    """
    A dashboard in a place, with all that it needs and nothing else.

    Args:
        version: what the place meant at that moment: the id of a commit or backup, else None.
        home: the environment that a backup was made of, else None.
        live: the dashboard itself, where the place is an environment.
        stock: the environment's lists, likewise.

    """

    place: Place
    uuid: str
    title: str
    bundle: Bundle
    version: str | None = None
    home: str | None = None
    live: DashboardSummary | None = None
    stock: Stock | None = None


@dataclass(frozen=True, slots=True)
class _Titled:
    """A dashboard of a bundle, which has no number."""

    uuid: str
    title: str
    id: str = ""


def read_place(spelling: str, ctx: ToolContext) -> Result[Place, ToolFailure]:
    """The place that is meant; it need not exist, unless it is an environment."""
    word, separator, name = spelling.strip().partition(":")
    kind = _PREFIXES.get(word.strip().lower()) if separator else None
    # A backup without its name is asked for by name, with those that there are.
    if kind is not None and (name.strip() or kind == "backup"):
        return Success(Place(kind, name.strip()))
    environment = ctx.services.environments.find(spelling)
    if environment is not None and ctx.caller.may_use(environment.env_id):
        return Success(Place("environment", environment.env_id))
    known = (e for e in ctx.services.environments if ctx.caller.may_use(e))
    return Failure(failed("place-unknown", place=spelling, known=", ".join(known)))


async def find_in(
    place: Place, reference: str, ctx: ToolContext
) -> Result[FoundDashboard, ToolFailure]:
    """
    The dashboard that is meant in a place, by number, uuid or exact title.

    Branches, commits and backups know no numbers: there, a number means the dashboard that the
    environment of the conversation knows by it.
    """
    match place.kind:
        case "environment":
            return await _in_environment(place, reference, ctx)
        case "backup":
            return await _in_backup(place, reference, ctx)
        case _:
            return await _in_repository(place, reference, ctx)


async def _in_environment(
    place: Place, reference: str, ctx: ToolContext
) -> Result[FoundDashboard, ToolFailure]:
    opened = ctx.superset(place.name)
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    stocked = await take_stock(place.name, opened.unwrap())
    if isinstance(stocked, Failure):
        return Failure(stocked.failure())
    stock = stocked.unwrap()
    found = pick(stock.dashboards.values(), reference, "dashboard", place.name)
    if isinstance(found, Failure):
        return Failure(found.failure())
    live = found.unwrap()
    read = await read_dashboards(stock, ctx.services.bundles, [live])
    if isinstance(read, Failure):
        return Failure(read.failure())
    bundle = only(read.unwrap(), frozenset({live.uuid}))
    return Success(FoundDashboard(place, live.uuid, live.title, bundle, live=live, stock=stock))


async def _in_backup(
    place: Place, reference: str, ctx: ToolContext
) -> Result[FoundDashboard, ToolFailure]:
    if not place.name:
        which = await with_known_backups(text("place-backup-which"), ctx)
        return Failure(ToolFailure(which))
    known = await ctx.services.backups.get(place.name)
    opened = await ctx.services.backups.open(place.name)
    if isinstance(known, Failure) or isinstance(opened, Failure):
        failure = known.failure() if isinstance(known, Failure) else opened.failure()
        return Failure(await _unreadable(place, failure.code, failure.detail, ctx))
    backup = known.unwrap()
    with opened.unwrap() as archive:
        if not ctx.caller.may_use(backup.env_id):
            return Failure(await _unreadable(place, "unknown", "", ctx))
        manifest = await asyncio.to_thread(manifest_of, archive)
        listed = exported_in(manifest or {})
        if listed and all(each.files for each in listed):
            found = await _of_many(archive, listed, place, reference, ctx)
        else:
            found = await _of_one(archive, place, reference, ctx)
    return found.map(lambda one: replace(one, version=backup.sha256, home=backup.env_id))


async def _of_many(
    archive: BinaryIO,
    listed: Sequence[ExportedDashboard],
    place: Place,
    reference: str,
    ctx: ToolContext,
) -> Result[FoundDashboard, ToolFailure]:
    """One dashboard of an archive that says which files are whose; the others are not read."""
    chosen = await _choose({each.uuid: each.title for each in listed}, place, reference, ctx)
    if isinstance(chosen, Failure):
        return Failure(chosen.failure())
    meant = next(each for each in listed if each.uuid == chosen.unwrap().uuid)
    files = await asyncio.to_thread(verified_files, archive, meant.files)
    if files is None:
        return Failure(await _unreadable(place, "damaged", "checksum", ctx))
    bundle = await asyncio.to_thread(ctx.services.bundles.read_files, files)
    if isinstance(bundle, Failure):
        return Failure(from_bundle(bundle.failure(), place.spelling))
    found = await _among(bundle.unwrap(), place, meant.uuid, ctx, version=None)
    return found.map(lambda one: _with_beside(one, meant))


def _with_beside(found: FoundDashboard, listed: ExportedDashboard) -> FoundDashboard:
    """With what the export left out and the manifest tells."""
    dashboards = {
        uuid: {**content, **listed.beside} for uuid, content in found.bundle.dashboards.items()
    }
    return replace(found, bundle=replace(found.bundle, dashboards=dashboards))


async def _of_one(
    archive: BinaryIO, place: Place, reference: str, ctx: ToolContext
) -> Result[FoundDashboard, ToolFailure]:
    """An archive of Superset's own making, as snapshots are."""
    archive.seek(0)
    content = await asyncio.to_thread(archive.read)
    unpacked = await asyncio.to_thread(ctx.services.bundles.unpack, content)
    if isinstance(unpacked, Failure):
        return Failure(from_bundle(unpacked.failure(), place.spelling))
    return await _among(unpacked.unwrap(), place, reference, ctx, version=None)


async def _unreadable(place: Place, code: str, detail: str, ctx: ToolContext) -> ToolFailure:
    key = f"place-backup-{code.replace('_', '-')}"
    said = text(key, backup=place.name, detail=detail or "none")
    if code == "unknown":
        said = await with_known_backups(said, ctx)
    return ToolFailure(said, FailureKind.FINAL)


async def _in_repository(
    place: Place, reference: str, ctx: ToolContext
) -> Result[FoundDashboard, ToolFailure]:
    resolved = await ctx.services.repository.resolve(place.spelling)
    if isinstance(resolved, Failure):
        return Failure(from_repository(resolved.failure()))
    commit = resolved.unwrap()
    read = await dashboards_in(commit.id, ctx)
    if isinstance(read, Failure):
        return Failure(read.failure())
    found = await _choose(read.unwrap().titles, place, reference, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    chosen = found.unwrap()
    bundle = await read.unwrap().bundle(chosen.uuid)
    if isinstance(bundle, Failure):
        return Failure(from_bundle(bundle.failure(), place.spelling))
    whole = only(bundle.unwrap(), frozenset({chosen.uuid}))
    return Success(FoundDashboard(place, chosen.uuid, chosen.title, whole, version=commit.id))


async def _among(
    bundle: Bundle, place: Place, reference: str, ctx: ToolContext, version: str | None
) -> Result[FoundDashboard, ToolFailure]:
    titles = {uuid: title_of("dashboard", each) for uuid, each in bundle.dashboards.items()}
    found = await _choose(titles, place, reference, ctx)
    return found.map(
        lambda one: FoundDashboard(
            place, one.uuid, one.title, only(bundle, frozenset({one.uuid})), version=version
        )
    )


async def _choose(
    titles: Mapping[str, str], place: Place, reference: str, ctx: ToolContext
) -> Result[_Titled, ToolFailure]:
    known = [_Titled(uuid, title) for uuid, title in titles.items()]
    wanted = reference
    if reference.strip().lstrip("#").isdecimal() and ctx.turn_env is not None:
        opened = ctx.superset(ctx.turn_env.env_id)
        if isinstance(opened, Failure):
            return Failure(opened.failure())
        live = await opened.unwrap().dashboards.get(reference.strip().lstrip("#"))
        if isinstance(live, Failure):
            return Failure(from_superset(live.failure()))
        wanted = live.unwrap().uuid
        if not any(UUID(one.uuid) == UUID(wanted) for one in known):
            return Failure(
                failed("dashboard-unknown", reference=live.unwrap().title, env=place.spelling)
            )
    return pick(known, wanted, "dashboard", place.spelling)


def from_repository(refused: RepositoryFailed) -> ToolFailure:
    """Why the repository gave nothing, for people."""
    said = text(
        f"repository-{refused.code}", name=refused.name or "-", detail=refused.detail or "none"
    )
    return ToolFailure(said)
