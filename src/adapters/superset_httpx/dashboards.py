"""`/api/v1/dashboard/` and the alerts and reports that hang on a dashboard."""

from collections.abc import Mapping, Sequence
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_object, as_rows, text, text_or_none, utc
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.charts import chart_rows
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.export_tags import PEOPLES_TAG
from adapters.superset_httpx.finding import find_row, first_row
from adapters.superset_httpx.ids import number_of
from application.ports.superset.dashboards import Dashboards
from domain.superset import (
    ChartSummary,
    DashboardSummary,
    JsonValue,
    SupersetError,
    SupersetFault,
)

_PATH: Final = "/api/v1/dashboard/"
_NEWEST_FIRST: Final[dict[str, JsonValue]] = {
    "order_column": "changed_on",
    "order_direction": "desc",
}


class HttpDashboards(Dashboards):
    def __init__(self, client: SupersetClient) -> None:
        self._client = client

    async def all(self) -> Result[tuple[DashboardSummary, ...], SupersetError]:
        rows = await self._client.rows(_PATH, _NEWEST_FIRST)
        return rows.map(lambda found: tuple(_summary(row) for row in found))

    async def newest(self) -> Result[DashboardSummary | None, SupersetError]:
        row = await first_row(self._client, _PATH, _NEWEST_FIRST)
        return row.map(lambda found: None if found is None else _summary(found))

    async def get(self, dashboard_id: str) -> Result[DashboardSummary, SupersetError]:
        return (await find_row(self._client, _PATH, dashboard_id)).map(_summary)

    async def charts(self, dashboard_id: str) -> Result[tuple[ChartSummary, ...], SupersetError]:
        dashboard = await self.get(dashboard_id)
        if not is_successful(dashboard):
            return Failure(dashboard.failure())
        number = int(dashboard.unwrap().id)
        charts = await chart_rows(
            self._client, {"filters": [{"col": "dashboards", "opr": "rel_m_m", "value": number}]}
        )
        return charts.map(lambda found: tuple(sorted(found, key=lambda chart: int(chart.id))))

    async def reports(self, dashboard_id: str) -> Result[tuple[str, ...], SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        rows = await self._client.rows(
            "/api/v1/report/", {"filters": [{"col": "dashboard_id", "opr": "eq", "value": number}]}
        )
        if not is_successful(rows):
            # The endpoint exists only where the feature is switched on.
            is_off = rows.failure().fault is SupersetFault.NOT_FOUND
            return Success(()) if is_off else Failure(rows.failure())
        return Success(tuple(text(row.get("name")) for row in rows.unwrap()))

    async def owner_ids(self, dashboard_id: str) -> Result[tuple[str, ...], SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        found = await self._client.result(Call.get(f"{_PATH}{number}"))
        return found.map(
            lambda row: tuple(
                sorted(
                    (text(owner.get("id")) for owner in as_rows(as_object(row).get("owners"))),
                    key=int,
                )
            )
        )

    async def set_owners(
        self, dashboard_id: str, user_ids: Sequence[str]
    ) -> Result[None, SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        owners: list[JsonValue] = [int(user_id) for user_id in user_ids]
        changed = await self._client.json(Call.put(f"{_PATH}{number}", {"owners": owners}))
        return changed.map(lambda _: None)

    async def embedding(self, dashboard_id: str) -> Result[tuple[str, ...] | None, SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Success(None)
        found = await self._client.result(Call.get(f"{_PATH}{number}/embedded"))
        if not is_successful(found):
            is_none = found.failure().fault is SupersetFault.NOT_FOUND
            return Success(None) if is_none else Failure(found.failure())
        domains = as_object(found.unwrap()).get("allowed_domains")
        return Success(tuple(map(text, domains)) if isinstance(domains, list) else ())

    async def set_embedding(
        self, dashboard_id: str, domains: Sequence[str] | None
    ) -> Result[None, SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        path = f"{_PATH}{number}/embedded"
        asked = (
            Call.delete(path)
            if domains is None
            else Call.post(path, {"allowed_domains": [*domains]}, writes=True)
        )
        changed = await self._client.json(asked)
        return changed.map(lambda _: None)

    async def write_back(self, dashboard_id: str, metadata: str) -> Result[None, SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        changed = await self._client.json(Call.put(f"{_PATH}{number}", {"json_metadata": metadata}))
        return changed.map(lambda _: None)

    async def delete(self, dashboard_id: str) -> Result[None, SupersetError]:
        number = number_of(dashboard_id)
        if number is None:
            return Failure(self._client.error(SupersetFault.NOT_FOUND))
        deleted = await self._client.json(Call.delete(f"{_PATH}{number}"))
        return deleted.map(lambda _: None)


def _summary(row: Mapping[str, JsonValue]) -> DashboardSummary:
    return DashboardSummary(
        id=text(row.get("id")),
        uuid=text(row.get("uuid")),
        title=text(row.get("dashboard_title")),
        url=text(row.get("url")),
        published=row.get("published") is True,
        owners=tuple(_full_name(owner) for owner in as_rows(row.get("owners"))),
        tags=tuple(
            text(tag.get("name"))
            for tag in as_rows(row.get("tags"))
            if tag.get("type") == PEOPLES_TAG
        ),
        changed_at=utc(row.get("changed_on_utc")),
        changed_by=_full_name(as_object(row.get("changed_by"))) or None,
        slug=text_or_none(row.get("slug")),
    )


def _full_name(user: Mapping[str, JsonValue]) -> str:
    names = (text_or_none(user.get("first_name")), text_or_none(user.get("last_name")))
    return " ".join(name for name in names if name)
