"""Exports, `/api/v1/assets/import/`, and the tags that an import leaves out."""

import json
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_object, as_rows, text
from adapters.superset_httpx.calls import Call, Upload, rison
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.export_tags import PEOPLES_TAG, with_tags
from adapters.superset_httpx.ids import number_of
from adapters.superset_httpx.piecewise import PiecewiseImport, takes_sparse
from application.ports.superset.assets import Assets, TaggedKind
from domain.superset import SupersetError, SupersetFault

_ZIP: Final = b"PK"
# Superset's numbers for kinds of objects, as its tag endpoints spell them.
_TAGGED: Final[Mapping[TaggedKind, int]] = {"chart": 2, "dashboard": 3}


class HttpAssets(Assets):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client
        self._takes_sparse: bool | None = None

    async def export_dashboards(self, dashboard_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        return await self._export("dashboard", dashboard_ids)

    async def export_charts(self, chart_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        return await self._export("chart", chart_ids)

    async def export_datasets(self, dataset_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        return await self._export("dataset", dataset_ids)

    async def import_assets(self, archive: bytes) -> Result[None, SupersetError]:
        if self._takes_sparse is None:
            told = await takes_sparse(self._client)
            if not is_successful(told):
                return Failure(told.failure())
            self._takes_sparse = told.unwrap()
        if not self._takes_sparse:
            return await PiecewiseImport(self._client).run(archive)
        # Sparse: without it, everything that is named would have to be in the archive.
        values = {"sparse": "true", "passwords": json.dumps({})}
        upload = Upload("bundle", "bundle.zip", archive, values)
        done = await self._client.json(Call.send_file("/api/v1/assets/import/", upload))
        return done.map(lambda _: None)

    async def set_tags(
        self, kind: TaggedKind, object_id: str, tags: Sequence[str]
    ) -> Result[None, SupersetError]:
        number = number_of(object_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        shown = await self._client.result(Call.get(f"/api/v1/{kind}/{number}"))
        if not is_successful(shown):
            return Failure(shown.failure())
        found = as_rows(as_object(shown.unwrap()).get("tags"))
        present = {text(tag.get("name")) for tag in found if tag.get("type") == PEOPLES_TAG}
        path = f"/api/v1/tag/{_TAGGED[kind]}/{number}/"
        calls = [
            Call.delete(f"{path}{quote(tag, safe='')}/") for tag in sorted(present - set(tags))
        ]
        missing = sorted(set(tags) - present)
        if missing:
            calls.append(Call.post(path, {"properties": {"tags": missing}}, writes=True))
        for call in calls:
            done = await self._client.json(call)
            if not is_successful(done):
                return Failure(self._tag_error(done.failure()))
        return Success(None)

    def _tag_error(self, error: SupersetError) -> SupersetError:
        """The object was there a moment ago: what is missing is the feature."""
        is_off = error.fault is SupersetFault.NOT_FOUND
        detail = "Tags are switched off in this Superset (TAGGING_SYSTEM)."
        return self._client.error(SupersetFault.REFUSED, detail) if is_off else error

    async def _export(self, kind: str, object_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        numbers = [number_of(object_id) for object_id in object_ids]
        if not numbers or None in numbers:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        exported = await self._client.send(Call.get(f"/api/v1/{kind}/export/", q=rison(numbers)))
        if is_successful(exported) and not exported.unwrap().body.startswith(_ZIP):
            return Failure(self._client.error(SupersetFault.NOT_SUPERSET))
        if not is_successful(exported) or kind == "dataset":
            return exported.map(lambda answer: answer.body)
        return await with_tags(self._client, exported.unwrap().body)
