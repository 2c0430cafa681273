"""`/api/v1/dashboard/export/`."""

from collections.abc import Sequence
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result

from adapters.superset_httpx.calls import Call, rison
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.ids import number_of
from application.ports.superset.assets import Assets
from domain.superset import SupersetError, SupersetFault

_ZIP: Final = b"PK"


class HttpAssets(Assets):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def export_dashboards(self, dashboard_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        numbers = [number_of(dashboard_id) for dashboard_id in dashboard_ids]
        if not numbers or None in numbers:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        exported = await self._client.send(Call.get("/api/v1/dashboard/export/", q=rison(numbers)))
        if is_successful(exported) and not exported.unwrap().body.startswith(_ZIP):
            return Failure(self._client.error(SupersetFault.NOT_SUPERSET))
        return exported.map(lambda answer: answer.body)
