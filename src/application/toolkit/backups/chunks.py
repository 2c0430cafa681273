"""A few dashboards of a backup: exported, and listed for its manifest."""

from collections.abc import Mapping, Sequence

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.backups.archive import files_of_dashboards
from application.toolkit.beside import MAY_NOT_SEE, read_beside
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, from_superset
from domain.bundle import title_of
from domain.superset import JsonValue, SupersetFault


async def export_present(
    superset: Superset, wanted: Sequence[Mapping[str, JsonValue]]
) -> Result[tuple[bytes | None, dict[str, str], list[JsonValue]], ToolFailure]:
    """The export of those that are still there, their numbers, and the titles of the others."""
    ordered = {str(each["uuid"]): str(each["id"]) for each in wanted}
    exported = await superset.assets.export_dashboards([*ordered.values()])
    if not isinstance(exported, Failure):
        return Success((exported.unwrap(), ordered, []))
    if exported.failure().fault is not SupersetFault.NOT_FOUND:
        return Failure(from_superset(exported.failure()))
    live = await superset.dashboards.all()
    if isinstance(live, Failure):
        return Failure(from_superset(live.failure()))
    numbers = {each.uuid: each.id for each in live.unwrap()}
    there = {uuid: numbers[uuid] for uuid in ordered if uuid in numbers}
    gone = [each["title"] for each in wanted if str(each["uuid"]) not in numbers]
    if not there:
        return Success((None, {}, gone))
    again = await superset.assets.export_dashboards([*there.values()])
    if isinstance(again, Failure):
        return Failure(from_superset(again.failure()))
    return Success((again.unwrap(), there, gone))


async def with_what_stands_beside(
    listed: list[JsonValue], numbers: Mapping[str, str], superset: Superset
) -> Result[list[JsonValue], ToolFailure]:
    """
    Listed dashboards with their owners and who may embed them, which no export holds.

    Only of those that the export had under the number that was asked for: numbers are recycled.
    """
    users = await superset.access.users()
    if isinstance(users, Failure) and users.failure().fault not in MAY_NOT_SEE:
        return Failure(from_superset(users.failure()))
    entries = [each for each in listed if isinstance(each, Mapping)]
    known = [str(each["uuid"]) for each in entries if str(each["uuid"]) in numbers]
    read = await read_beside(superset, [numbers[uuid] for uuid in known], users.value_or(None))
    if isinstance(read, Failure):
        return Failure(read.failure())
    beside = dict(zip(known, read.unwrap(), strict=True))
    return Success([{**each, "beside": beside.get(str(each["uuid"]), {})} for each in entries])


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
