"""Bundles and tags of an in-memory Superset."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from returns.result import Failure, Result, Success

from adapters.memory.superset.bundle_files import chart_bundle, dashboard_bundle, dataset_bundle
from adapters.memory.superset.bundle_import import import_bundle
from adapters.memory.superset.objects import MemoryAccount
from adapters.memory.superset.server import MemorySuperset
from application.ports.superset.assets import Assets, TaggedKind
from domain.accounts import Account
from domain.superset import SupersetError, SupersetFault

_Stored = TypeVar("_Stored")


class MemoryAssets(Assets):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def export_dashboards(self, dashboard_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        stored = self._server.dashboards
        return self._export("export_dashboards", stored, dashboard_ids, dashboard_bundle)

    async def export_charts(self, chart_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        return self._export("export_charts", self._server.charts, chart_ids, chart_bundle)

    async def export_datasets(self, dataset_ids: Sequence[str]) -> Result[bytes, SupersetError]:
        return self._export("export_datasets", self._server.datasets, dataset_ids, dataset_bundle)

    async def import_assets(self, archive: bytes) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            if not known.is_admin:
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            refusal = import_bundle(self._server, archive, known)
            if refusal is not None:
                return Failure(self._server.error(SupersetFault.REFUSED, refusal))
            return Success(None)

        return self._server.call(self._account, "assets.import_assets", act, writes=True)

    async def set_tags(
        self, kind: TaggedKind, object_id: str, tags: Sequence[str]
    ) -> Result[None, SupersetError]:
        def act(_: MemoryAccount) -> Result[None, SupersetError]:
            dashboard = self._server.dashboards.get(object_id) if kind == "dashboard" else None
            chart = self._server.charts.get(object_id) if kind == "chart" else None
            if dashboard is not None:
                self._server.dashboards[object_id] = replace(dashboard, tags=tuple(tags))
            elif chart is not None:
                self._server.charts[object_id] = replace(chart, tags=tuple(tags))
            else:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return Success(None)

        return self._server.call(self._account, "assets.set_tags", act, writes=True)

    def _export(
        self,
        name: str,
        stored: Mapping[str, _Stored],
        ids: Sequence[str],
        bundle: Callable[[MemorySuperset, Iterable[_Stored]], bytes],
    ) -> Result[bytes, SupersetError]:
        def act(_: MemoryAccount) -> Result[bytes, SupersetError]:
            found = [stored[each] for each in ids if each in stored]
            if not found or len(found) < len(ids):
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return Success(bundle(self._server, found))

        return self._server.call(self._account, f"assets.{name}", act)
