"""
The import of releases before 6, whose assets endpoint knows no sparse archives.

It would leave out what an archive names and does not hold, without a word. The importers of one
kind each leave alone what exists of the other kinds, so they are given all that is named, as this
Superset itself exports it: first datasets, then charts, then dashboards.
"""

from dataclasses import dataclass
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_object, as_rows, text
from adapters.superset_httpx.calls import Call, Upload, rison
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.finding import find_row
from adapters.superset_httpx.pieces import (
    Folder,
    NoArchiveError,
    Pieces,
    charts_of,
    datasets_of,
)
from domain.superset import JsonValue, SupersetError, SupersetFault

_AT_ONCE: Final = 100
_NAMES: Final[list[JsonValue]] = ["id", "uuid"]
# The importer of a folder, what it calls its archives, and what they need around it.
_STEPS: Final[tuple[tuple[Folder, str, str, tuple[Folder, ...]], ...]] = (
    ("datasets", "dataset", "SqlaTable", ("databases",)),
    ("charts", "chart", "Slice", ("databases", "datasets")),
    ("dashboards", "dashboard", "Dashboard", ("databases", "datasets", "charts")),
)

_SPARSE_PROPERTIES: Final = (
    "paths",
    "/api/v1/assets/import/",
    "post",
    "requestBody",
    "content",
    "multipart/form-data",
    "schema",
    "properties",
)


@dataclass(frozen=True, slots=True)
class PiecewiseImport:
    """
    Three imports for one.

    After the first one, a refusal leaves some of the objects changed: its fault is UNKNOWN_OUTCOME.
    """

    client: SupersetClient

    async def run(self, archive: bytes) -> Result[None, SupersetError]:
        try:
            held = Pieces.unpacked(archive)
        except NoArchiveError as reason:
            return Failure(self._refused(str(reason)))
        if held.type != "assets" or held.uuids("databases"):
            return Failure(self._refused("The archive must hold assets, and no connections."))
        named = await self._named_if_allowed(held)
        if not is_successful(named):
            return Failure(named.failure())
        imported = await self._import(held, named.unwrap())
        if not is_successful(imported):
            return imported
        for uuid in sorted(held.uuids("dashboards")):
            unlinked = await self._unlink(uuid, charts_of(held.read["dashboards", uuid]))
            if not is_successful(unlinked):
                return Failure(self._half_done(unlinked.failure()))
        return Success(None)

    async def _named_if_allowed(self, held: Pieces) -> Result[Pieces, SupersetError]:
        """
        What is named and not held, as this Superset exports it.

        The rights of the assets endpoint hold here too, so it is asked to import nothing.
        """
        nothing = Call.send_form("/api/v1/assets/import/", {"passwords": "{}"})
        asked = await self.client.send(nothing)
        if not is_successful(asked) and asked.failure().fault is SupersetFault.FORBIDDEN:
            return Failure(asked.failure())
        return await self._named(held)

    async def _import(self, held: Pieces, named: Pieces) -> Result[None, SupersetError]:
        every = held.with_more(named)
        is_begun = False
        lost: list[SupersetError] = []
        for folder, importer, kind, around in _STEPS:
            if not held.uuids(folder):
                continue
            archive = held.only(folder).with_more(every.only(*around)).packed(kind)
            values = {"overwrite": "true", "passwords": "{}"}
            upload = Upload("formData", "pieces.zip", archive, values)
            done = await self.client.json(Call.send_file(f"/api/v1/{importer}/import/", upload))
            if not is_successful(done):
                error = done.failure()
                if error.fault is not SupersetFault.UNKNOWN_OUTCOME:
                    return Failure(self._half_done(error) if is_begun else error)
                # It may well have happened, and then the rest shall not be missing.
                lost.append(error)
            is_begun = True
        return Failure(lost[0]) if lost else Success(None)

    async def _named(self, held: Pieces) -> Result[Pieces, SupersetError]:
        charts = set().union(*map(charts_of, held.each("dashboards"))) - held.uuids("charts")
        # A chart that is not here either stays out of the dashboard, as in later releases.
        around = await self._exported("chart", charts, is_needed=False)
        if not is_successful(around):
            return around
        named = around.unwrap()
        needed: set[str] = set().union(
            *map(datasets_of, [*held.each("charts"), *held.each("dashboards")])
        )
        more = await self._exported(
            "dataset", needed - held.uuids("datasets") - named.uuids("datasets")
        )
        if not is_successful(more):
            return more
        named = named.with_more(more.unwrap())
        of = {str(content.get("database_uuid")) for content in held.each("datasets")}
        connections = await self._exported("database", of - named.uuids("databases"))
        return connections.map(named.with_more)

    async def _exported(
        self, kind: str, uuids: set[str], *, is_needed: bool = True
    ) -> Result[Pieces, SupersetError]:
        """Objects of this Superset with all that they need."""
        if not uuids:
            return Success(Pieces())
        rows = await self.client.rows(f"/api/v1/{kind}/", {"columns": _NAMES})
        if not is_successful(rows):
            return Failure(rows.failure())
        numbers = {text(row.get("uuid")): row.get("id") for row in rows.unwrap()}
        missing = sorted(uuids - set(numbers))
        if missing and is_needed:
            return Failure(self._refused(f"There is no {kind} {missing[0]} here."))
        wanted = [numbers[uuid] for uuid in sorted(uuids & set(numbers))]
        found = Pieces()
        for at in range(0, len(wanted), _AT_ONCE):
            part = await self._export(kind, wanted[at : at + _AT_ONCE])
            if not is_successful(part):
                return part
            found = found.with_more(part.unwrap())
        return Success(found)

    async def _export(self, kind: str, numbers: list[JsonValue]) -> Result[Pieces, SupersetError]:
        call = Call.get(f"/api/v1/{kind}/export/", q=rison(numbers))
        exported = await self.client.send(call)
        if not is_successful(exported):
            return Failure(exported.failure())
        try:
            found = Pieces.unpacked(exported.unwrap().body)
        except NoArchiveError as reason:
            return Failure(self.client.error(SupersetFault.NOT_SUPERSET, str(reason)))
        # The export of a connection brings all datasets that stand on it.
        return Success(found.only("databases") if kind == "database" else found)

    async def _unlink(self, dashboard: str, wanted: set[str]) -> Result[None, SupersetError]:
        """Take charts off a dashboard that its layout names no more; this importer only adds."""
        row = await find_row(self.client, "/api/v1/dashboard/", dashboard, {"columns": _NAMES})
        if not is_successful(row):
            return Failure(row.failure())
        number = row.unwrap().get("id")
        on_it: JsonValue = [{"col": "dashboards", "opr": "rel_m_m", "value": number}]
        query: dict[str, JsonValue] = {"columns": [*_NAMES, "dashboards.id"], "filters": on_it}
        charts = await self.client.rows("/api/v1/chart/", query)
        if not is_successful(charts):
            return Failure(charts.failure())
        for chart in charts.unwrap():
            if text(chart.get("uuid")) in wanted:
                continue
            kept: JsonValue = [
                each.get("id")
                for each in as_rows(chart.get("dashboards"))
                if each.get("id") != number
            ]
            path = f"/api/v1/chart/{text(chart.get('id'))}"
            changed = await self.client.json(Call.put(path, {"dashboards": kept}))
            if not is_successful(changed):
                return Failure(changed.failure())
        return Success(None)

    def _refused(self, detail: str) -> SupersetError:
        return self.client.error(SupersetFault.REFUSED, detail)

    def _half_done(self, error: SupersetError) -> SupersetError:
        return self.client.error(SupersetFault.UNKNOWN_OUTCOME, error.detail)


async def takes_sparse(client: SupersetClient) -> Result[bool, SupersetError]:
    """
    Whether the assets endpoint knows sparse archives; before 6 it ignores that word.

    Its own description says so, but takes seconds. So it is read in 6.0 alone, which filters lists
    by uuid as later releases do and has no `/version` as earlier ones.
    """
    version = await client.ask_anonymously(Call.get("/version"), {})
    if is_successful(version) and as_object(version.unwrap().json).get("version_string"):
        return Success(True)  # noqa: FBT003  # the answer itself
    told = await client.json(Call.get("/api/v1/dashboard/_info", q=rison({"keys": ["filters"]})))
    if is_successful(told) and "uuid" not in as_object(told.unwrap().get("filters")):
        return Success(False)  # noqa: FBT003  # the answer itself
    described = await client.json(Call.get("/api/v1/_openapi"))
    if not is_successful(described):
        return Failure(described.failure())
    found: JsonValue = described.unwrap()
    for key in _SPARSE_PROPERTIES:
        found = as_object(found).get(key)
    return Success("sparse" in as_object(found))
