"""The dashboards of a commit, read from the files of the repository."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from returns.result import Failure, Result, Success

from application.ports.bundles import BundleCodec
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure
from domain.bundle import Bundle, BundleRefused, title_of
from domain.bundle_files import DASHBOARD_FILE, ROOT, bundle_path, is_ours
from domain.repository import Files
from domain.texts import text


@dataclass(frozen=True, slots=True)
class CommittedDashboards:
    """
    What a commit holds.

    Args:
        titles: uuid -> title.
        folders: uuid -> the files of its folder, by their names among the files of a bundle.

    """

    titles: Mapping[str, str]
    folders: Mapping[str, Files]
    codec: BundleCodec

    async def bundle(self, uuid: str) -> Result[Bundle, BundleRefused]:
        """A dashboard with all that it needs."""
        return await asyncio.to_thread(self.codec.read_files, self.folders[uuid])


async def dashboards_in(
    commit_id: str, ctx: ToolContext
) -> Result[CommittedDashboards, ToolFailure]:
    """Every dashboard of a commit that can be read; a folder that cannot be is left aside."""
    read = await ctx.services.repository.read(commit_id, ROOT)
    if isinstance(read, Failure):
        refused = read.failure()
        said = text(
            f"repository-{refused.code}", name=refused.name or "-", detail=refused.detail or "none"
        )
        return Failure(ToolFailure(said, FailureKind.FINAL))
    codec = ctx.services.bundles
    titles: dict[str, str] = {}
    folders: dict[str, Files] = {}
    for files in _by_folder(read.unwrap()).values():
        top = f"{ROOT}/{DASHBOARD_FILE}"
        if top not in files:
            continue
        alone = codec.read_files({top: files[top]})
        for uuid, dashboard in alone.map(lambda b: b.dashboards).value_or({}).items():
            titles[uuid] = title_of("dashboard", dashboard)
            folders[uuid] = files
    return Success(CommittedDashboards(titles, folders, codec))


def _by_folder(files: Files) -> dict[str, dict[str, bytes]]:
    """dashboards/<folder>/<path> -> folder -> path."""
    found: dict[str, dict[str, bytes]] = {}
    for name, content in files.items():
        folder, _, path = name.removeprefix(f"{ROOT}/").partition("/")
        if path and is_ours(path):
            found.setdefault(folder, {})[bundle_path(path)] = content
    return found
