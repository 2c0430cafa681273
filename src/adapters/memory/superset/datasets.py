"""Datasets in memory."""

from uuid import uuid4

from returns.result import Failure, Result, Success

from adapters.memory.superset.objects import MemoryAccount, MemoryDataset
from adapters.memory.superset.server import MemorySuperset, find, next_id
from adapters.memory.superset.sqlite import read_all, tables_of
from application.ports.superset.datasets import Datasets
from domain.accounts import Account
from domain.superset import DatasetSummary, Named, NewDataset, SupersetError, SupersetFault


class MemoryDatasets(Datasets):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def all(self) -> Result[tuple[DatasetSummary, ...], SupersetError]:
        return self._listed("datasets.all")

    async def newest(self) -> Result[DatasetSummary | None, SupersetError]:
        listed = self._listed("datasets.newest")
        return listed.map(lambda found: found[0] if found else None)

    def _listed(self, call: str) -> Result[tuple[DatasetSummary, ...], SupersetError]:
        def act(_: MemoryAccount) -> Result[tuple[DatasetSummary, ...], SupersetError]:
            datasets = self._server.datasets.values()
            newest_first = sorted(datasets, key=lambda each: each.changed_at, reverse=True)
            return Success(tuple(map(self._summary, newest_first)))

        return self._server.call(self._account, call, act)

    async def get(self, dataset_id: str) -> Result[DatasetSummary, SupersetError]:
        def act(_: MemoryAccount) -> Result[DatasetSummary, SupersetError]:
            dataset = find(self._server.datasets, dataset_id)
            if dataset is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return Success(self._summary(dataset))

        return self._server.call(self._account, "datasets.get", act)

    async def create(self, dataset: NewDataset) -> Result[DatasetSummary, SupersetError]:
        def act(known: MemoryAccount) -> Result[DatasetSummary, SupersetError]:
            if not known.may_use_databases:
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            refusal = self._refusal(dataset)
            if refusal is not None:
                return Failure(self._server.error(SupersetFault.REFUSED, refusal))
            made = MemoryDataset(
                id=next_id(self._server.datasets),
                title=dataset.name,
                database=dataset.database_id,
                sql=dataset.sql,
                schema=dataset.schema,
                owners=(known.username,),
                changed_at=self._server.now(),
                uuid=str(uuid4()),
            )
            self._server.datasets[made.id] = made
            return Success(self._summary(made))

        return self._server.call(self._account, "datasets.create", act, writes=True)

    async def delete(self, dataset_id: str) -> Result[None, SupersetError]:
        def act(known: MemoryAccount) -> Result[None, SupersetError]:
            dataset = self._server.datasets.get(dataset_id)
            if dataset is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            if not known.owns(dataset.owners):
                return Failure(self._server.error(SupersetFault.FORBIDDEN))
            del self._server.datasets[dataset_id]
            return Success(None)

        return self._server.call(self._account, "datasets.delete", act, writes=True)

    def _refusal(self, wanted: NewDataset) -> str | None:
        connection = self._server.connections.get(wanted.database_id)
        if connection is None:
            return "Database does not exist"
        for each in self._server.datasets.values():
            if (each.database, each.title) == (wanted.database_id, wanted.name):
                return f"Dataset {wanted.name} already exists"
        if wanted.sql is None:
            known = {table.name for table in tables_of(connection)}
            return None if wanted.name in known else f"Table {wanted.name} could not be found"
        tried = read_all(connection, f"SELECT * FROM ({wanted.sql}) LIMIT 0")  # noqa: S608  # judged before
        return tried if isinstance(tried, str) else None

    def _summary(self, dataset: MemoryDataset) -> DatasetSummary:
        database = self._server.databases[dataset.database]
        return DatasetSummary(
            id=dataset.id,
            uuid=dataset.uuid,
            title=dataset.title,
            schema=dataset.schema,
            sql=dataset.sql,
            database=Named(database.id, database.title),
            changed_at=dataset.changed_at,
        )
