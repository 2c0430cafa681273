"""A few dashboards of a backup: exported, and listed for its manifest."""

from collections.abc import Mapping, Sequence

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.archive import files_of_dashboards
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, from_superset
from domain.bundle import title_of
from domain.superset import JsonValue, SupersetFault


async def export_present(
    superset: Superset, wanted: Sequence[Mapping[str, JsonValue]]
) -> Result[tuple[bytes | None, list[JsonValue]], ToolFailure]:
    """The export of those that are still there, and the titles of those that are not."""
    exported = await superset.assets.export_dashboards([str(each["id"]) for each in wanted])
    if not isinstance(exported, Failure):
        return Success((exported.unwrap(), []))
    if exported.failure().fault is not SupersetFault.NOT_FOUND:
        return Failure(from_superset(exported.failure()))
    live = await superset.dashboards.all()
    if isinstance(live, Failure):
        return Failure(from_superset(live.failure()))
    numbers = {each.uuid: each.id for each in live.unwrap()}
    there = [numbers[str(each["uuid"])] for each in wanted if str(each["uuid"]) in numbers]
    gone = [each["title"] for each in wanted if str(each["uuid"]) not in numbers]
    if not there:
        return Success((None, gone))
    again = await superset.assets.export_dashboards(there)
    if isinstance(again, Failure):
        return Failure(from_superset(again.failure()))
    return Success((again.unwrap(), gone))


def listed_in(
    content: bytes, wanted: Sequence[Mapping[str, JsonValue]], ctx: ToolContext
) -> list[JsonValue]:
    """The dashboards of an export for the manifest; without files where it cannot be read."""
    bundle = ctx.services.bundles.unpack(content)
    if isinstance(bundle, Failure):
        return [{"uuid": each["uuid"], "title": each["title"]} for each in wanted]
    files = files_of_dashboards(content, bundle.unwrap())
    return [
        {"uuid": uuid, "title": title_of("dashboard", each), "files": list(files[uuid])}
        for uuid, each in bundle.unwrap().dashboards.items()
    ]
