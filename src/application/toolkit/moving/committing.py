"""What committing a dashboard would change, worked out before anybody is asked."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from returns.result import Failure, Result, Success

from application.ports.bundles import BundleCodec
from application.ports.dashboard_repository import DashboardRepository
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.moving.places import FoundDashboard, from_repository
from domain.bundle import KINDS, Bundle, Kind, merged
from domain.bundle_changes import ObjectChange, compare, is_equal
from domain.bundle_embedding import EMBEDDED
from domain.bundle_files import ROOT, bundle_path, folder_of, is_ours, may_hold, places
from domain.bundle_normal import normalise
from domain.repository import Commit, Files, RepositoryFailed
from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class Kept:
    """
    A dashboard as a branch has it.

    Args:
        tip: the branch's last commit; None in a repository without one.
        folder: of the dashboard, or where it would be.
        files: path inside the folder -> content, of our files alone.
        paths: where each object stands.
        unreadable: our files that hold no object, e.g. since somebody edited them by hand.

    """

    tip: Commit | None
    folder: str
    files: Files
    bundle: Bundle
    paths: Mapping[tuple[Kind, str], str]
    unreadable: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Committing:
    """
    A commit before it is made.

    Args:
        files: path in the repository -> new content; None removes the file.
        checked_out: the folder in which somebody works on the branch.

    """

    found: FoundDashboard
    branch: str
    kept: Kept
    files: Mapping[str, bytes | None]
    changes: tuple[ObjectChange, ...]
    last: Commit | None
    checked_out: str | None

    @property
    def is_needed(self) -> bool:
        """Whether the branch has something else than the environment."""
        return bool(self.kept.unreadable) or not is_equal(self.changes)

    @property
    def state(self) -> dict[str, JsonValue]:
        """What the plan rests on: the export, and the folder as the branch has it."""
        return {
            "uuid": self.found.uuid,
            "branch": self.branch,
            "folder": self.kept.folder,
            "old": _hash(self.kept.files),
            "new": _hash({path: each for path, each in self.files.items() if each is not None}),
        }


async def plan_commit(
    found: FoundDashboard, branch: str, ctx: ToolContext
) -> Result[Committing, ToolFailure]:
    """Compare a dashboard of an environment with what a branch has of it."""
    repository, codec = ctx.services.repository, ctx.services.bundles
    bundle = _without_absent_embedding(normalise(found.bundle))
    tip = await repository.resolve(f"branch:{branch}")
    branches = await repository.branches()
    if isinstance(branches, Failure):
        return Failure(from_repository(branches.failure()))
    if isinstance(tip, Failure) and tip.failure().code != "empty":
        return Failure(from_repository(tip.failure()))
    read = await _kept(tip.value_or(None), bundle, found.uuid, repository, codec)
    if isinstance(read, Failure):
        return Failure(from_repository(read.failure()))
    kept = read.unwrap()
    last = await _last(kept, repository)
    if isinstance(last, Failure):
        return Failure(from_repository(last.failure()))
    written = await asyncio.to_thread(_write, bundle, kept, codec)
    return Success(
        Committing(
            found=found,
            branch=branch,
            kept=kept,
            files={f"{kept.folder}/{path}": content for path, content in written.items()},
            changes=compare(kept.bundle, bundle, KINDS),
            last=last.unwrap(),
            checked_out=next(
                (each.checked_out for each in branches.unwrap() if each.name == branch), None
            ),
        )
    )


def _without_absent_embedding(bundle: Bundle) -> Bundle:
    """That nobody may embed a dashboard goes without saying in a repository."""
    dashboards = {
        uuid: {key: each for key, each in content.items() if key != EMBEDDED or each is not None}
        for uuid, content in bundle.dashboards.items()
    }
    return replace(bundle, dashboards=dashboards)


async def _kept(
    tip: Commit | None,
    bundle: Bundle,
    uuid: str,
    repository: DashboardRepository,
    codec: BundleCodec,
) -> Result[Kept, RepositoryFailed]:
    known: list[str] = []
    if tip is not None:
        folders = await repository.folders(tip.id)
        if isinstance(folders, Failure):
            return Failure(folders.failure())
        known = [each for each in folders.unwrap() if each.count("/") == ROOT.count("/") + 1]
        for folder in (each for each in known if may_hold(each, uuid)):
            read = await repository.read(tip.id, folder)
            if isinstance(read, Failure):
                return Failure(read.failure())
            kept = await asyncio.to_thread(_understand, tip, folder, read.unwrap(), codec)
            if uuid in kept.bundle.dashboards or not kept.bundle.dashboards:
                return Success(kept)
    folder = folder_of(bundle.dashboards[uuid], uuid, known)
    return Success(Kept(tip, folder, {}, Bundle(), {}, ()))


def _understand(tip: Commit, folder: str, files: Files, codec: BundleCodec) -> Kept:
    ours = {path.removeprefix(f"{folder}/"): content for path, content in files.items()}
    ours = {path: content for path, content in ours.items() if is_ours(path)}
    bundles: list[Bundle] = []
    paths: dict[tuple[Kind, str], str] = {}
    unreadable: list[str] = []
    for path, content in sorted(ours.items()):
        alone = codec.read_files({bundle_path(path): content}).value_or(Bundle())
        keys = [(kind, uuid) for kind in KINDS for uuid in alone.of(kind)]
        if not keys or any(key in paths for key in keys):
            unreadable.append(path)
            continue
        paths.update(dict.fromkeys(keys, path))
        bundles.append(alone)
    return Kept(tip, folder, ours, merged(*bundles), paths, tuple(unreadable))


async def _last(
    kept: Kept, repository: DashboardRepository
) -> Result[Commit | None, RepositoryFailed]:
    """The commit that the branch's own version of the dashboard is from."""
    if kept.tip is None or not kept.files:
        return Success(None)
    found = await repository.log(kept.tip.id, kept.folder, 1)
    return found.map(lambda commits: commits[0] if commits else None)


def _write(bundle: Bundle, kept: Kept, codec: BundleCodec) -> dict[str, bytes | None]:
    written: dict[str, bytes | None] = dict.fromkeys(kept.files)
    for path, content in places(bundle, kept.paths):
        written[path] = codec.write_object(content)
    return written


def _hash(files: Files) -> str:
    sums = sorted(f"{hashlib.sha256(each).hexdigest()} {path}" for path, each in files.items())
    return hashlib.sha256("\n".join(sums).encode(errors="replace")).hexdigest()
