"""`position_json` of `/api/v1/dashboard/{id}`."""

from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result

from adapters.superset_httpx.answers import as_object, utc
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.ids import number_of, uuid_of
from application.ports.superset.layouts import Layouts
from domain.superset import DashboardLayout, SupersetError, SupersetFault

_PATH: Final = "/api/v1/dashboard/"


class HttpLayouts(Layouts):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def get(self, dashboard_id: str) -> Result[DashboardLayout, SupersetError]:
        if number_of(dashboard_id) is None and uuid_of(dashboard_id) is None:
            # Superset would take it for a slug.
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        found = await self._client.result(Call.get(f"{_PATH}{dashboard_id}"))
        if not is_successful(found):
            return Failure(found.failure())
        dashboard = as_object(found.unwrap())
        layout, metadata = dashboard.get("position_json"), dashboard.get("json_metadata")
        return found.map(
            lambda _: DashboardLayout(
                position_json=layout if isinstance(layout, str) else None,
                changed_at=utc(dashboard.get("changed_on")),
                json_metadata=metadata if isinstance(metadata, str) else None,
            )
        )

    async def put(
        self, dashboard_id: str, position_json: str | None
    ) -> Result[None, SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        body = {"position_json": position_json}
        changed = await self._client.json(Call("PUT", f"{_PATH}{number}", body, writes=True))
        return changed.map(lambda _: None)
