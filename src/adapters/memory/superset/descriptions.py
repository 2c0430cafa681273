"""Descriptions in memory."""

from collections.abc import Mapping
from dataclasses import replace

from returns.result import Failure, Result, Success

from adapters.memory.superset.filtered import source
from adapters.memory.superset.objects import MemoryAccount, MemoryDataset
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.superset.sqlite import columns_of, read_all
from application.ports.superset.descriptions import Descriptions
from domain.accounts import Account
from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.superset import SupersetError, SupersetFault


class MemoryDescriptions(Descriptions):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account
        self._written = server.descriptions

    async def dataset(self, dataset_id: str) -> Result[DescribedDataset, SupersetError]:
        def act(_: MemoryAccount) -> Result[DescribedDataset, SupersetError]:
            dataset = self._server.datasets.get(dataset_id)
            if dataset is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return Success(self._described(dataset))

        return self._server.call(self._account, "descriptions.dataset", act)

    async def chart(self, chart_id: str) -> Result[DescribedChart, SupersetError]:
        def act(_: MemoryAccount) -> Result[DescribedChart, SupersetError]:
            chart = self._server.charts.get(chart_id)
            if chart is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            description = self._written.get(f"chart/{chart_id}")
            form = self._server.forms.get(chart_id, {})
            return Success(
                DescribedChart(
                    chart.id,
                    chart.uuid,
                    chart.title,
                    chart.viz_type,
                    description,
                    chart.changed_at,
                    dict(form),
                )
            )

        return self._server.call(self._account, "descriptions.chart", act)

    async def describe_dataset(
        self, known: DescribedDataset, description: str | None, columns: Mapping[str, str | None]
    ) -> Result[None, SupersetError]:
        def act(account: MemoryAccount) -> Result[None, SupersetError]:
            dataset = self._server.datasets.get(known.id)
            if dataset is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not account.owns(dataset.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            there = {column.id for column in self._described(dataset).columns}
            if columns and there != {column.id for column in known.columns}:
                detail = "One or more columns do not exist"
                return Failure(self._server.error(SupersetFault.REFUSED, detail))
            self._written[f"dataset/{known.id}"] = description
            for column, said in columns.items():
                self._written[f"column/{known.id}/{column}"] = said
            changed = replace(dataset, changed_at=self._server.now())
            self._server.datasets[known.id] = changed
            return Success(None)

        return self._server.call(self._account, "descriptions.describe_dataset", act, writes=True)

    async def describe_chart(
        self, chart_id: str, description: str | None
    ) -> Result[None, SupersetError]:
        def act(account: MemoryAccount) -> Result[None, SupersetError]:
            chart = self._server.charts.get(chart_id)
            if chart is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not account.owns(chart.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            self._written[f"chart/{chart_id}"] = description
            self._server.charts[chart_id] = replace(chart, changed_at=self._server.now())
            return Success(None)

        return self._server.call(self._account, "descriptions.describe_chart", act, writes=True)

    def _described(self, dataset: MemoryDataset) -> DescribedDataset:
        return DescribedDataset(
            id=dataset.id,
            uuid=dataset.uuid,
            title=dataset.title,
            sql=dataset.sql,
            description=self._written.get(f"dataset/{dataset.id}"),
            changed_at=dataset.changed_at,
            columns=tuple(
                DescribedColumn(
                    id=str(number),
                    name=name,
                    type=kind,
                    description=self._written.get(f"column/{dataset.id}/{number}"),
                    is_time="DATE" in kind,
                    expression=None,
                )
                for number, (name, kind) in enumerate(self._columns(dataset), start=1)
            ),
        )

    def _columns(self, dataset: MemoryDataset) -> list[tuple[str, str]]:
        connection = self._server.connections[dataset.database]
        if dataset.sql is None:
            return [(column.name, column.type) for column in columns_of(connection, dataset.title)]
        read = read_all(connection, f"SELECT * FROM {source(dataset)} LIMIT 0")  # noqa: S608  # a test's own words
        return [] if isinstance(read, str) else [(name, "") for name in read.names]
