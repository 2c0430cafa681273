"""Data of charts and datasets in memory; their queries run for real."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from returns.result import Failure, Result, Success

from adapters.memory.superset.filtered import query_of_chart, source
from adapters.memory.superset.objects import MemoryAccount, MemoryDataset
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.superset.sqlite import Rows, read_all
from application.ports.superset.data import Data
from domain.accounts import Account
from domain.reading import Aggregate, ColumnKind, ReadColumn, Reading
from domain.superset import JsonValue, SupersetError, SupersetFault

_Value = TypeVar("_Value")


class MemoryData(Data):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def chart(
        self, chart_id: str, extra: Mapping[str, JsonValue] | None = None
    ) -> Result[Reading, SupersetError]:
        def act(_: MemoryAccount) -> Result[Reading, SupersetError]:
            chart = self._server.charts.get(chart_id)
            dataset = self._server.datasets.get(chart.dataset or "") if chart else None
            if chart is None or dataset is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            connection = self._server.connections[dataset.database]
            query = query_of_chart(chart, dataset, extra or {}, connection)
            read = self._read(dataset, query)
            dropped = ", ".join(chart.dropped_filters)
            if dropped and isinstance(read, Rows):
                return Success(_reading(read, f"Filters on unknown columns: {dropped}"))
            return Success(_reading(read))

        return self._server.call(self._account, "data.chart", act)

    async def sample(
        self, dataset_id: str, columns: Sequence[str], limit: int
    ) -> Result[Reading, SupersetError]:
        names = ", ".join(f"[{column}]" for column in columns) or "*"
        return self._of_dataset(
            "data.sample",
            dataset_id,
            lambda dataset: Success(
                _reading(
                    self._read(dataset, f"SELECT {names} FROM {source(dataset)} LIMIT {limit}")  # noqa: S608  # a test's own words
                )
            ),
        )

    async def aggregates(
        self, dataset_id: str, wanted: Sequence[Aggregate]
    ) -> Result[tuple[JsonValue, ...], SupersetError]:
        def act(dataset: MemoryDataset) -> Result[tuple[JsonValue, ...], SupersetError]:
            numbers = ", ".join(map(_expression, wanted))
            read = self._read(dataset, f"SELECT {numbers} FROM {source(dataset)}")  # noqa: S608  # likewise
            if isinstance(read, str):
                return Failure(self._server.error(SupersetFault.REFUSED, read))
            return Success(read.rows[0])

        return self._of_dataset("data.aggregates", dataset_id, act)

    def _of_dataset(
        self,
        name: str,
        dataset_id: str,
        act: Callable[[MemoryDataset], Result[_Value, SupersetError]],
    ) -> Result[_Value, SupersetError]:
        def looked(_: MemoryAccount) -> Result[_Value, SupersetError]:
            dataset = self._server.datasets.get(dataset_id)
            if dataset is None:
                return Failure(self._server.error(SupersetFault.NOT_FOUND))
            return act(dataset)

        return self._server.call(self._account, name, looked)

    def _read(self, dataset: MemoryDataset, sql: str) -> Rows | str:
        return read_all(self._server.connections[dataset.database], sql)


def _expression(wanted: Aggregate) -> str:
    """In brackets, because SQLite takes an unknown name in quotes for a text."""
    if wanted.column is None:
        return "COUNT(*)"
    if wanted.function == "COUNT_DISTINCT":
        return f"COUNT(DISTINCT [{wanted.column}])"
    return f"{wanted.function}([{wanted.column}])"


def _reading(read: Rows | str, error: str | None = None) -> Reading:
    if isinstance(read, str):
        return Reading((), (), read)
    columns = (ReadColumn(name, _kind(read, at)) for at, name in enumerate(read.names))
    return Reading(tuple(columns), read.rows, error)


def _kind(read: Rows, at: int) -> ColumnKind:
    """SQLite tells no types of results: the first value speaks for its column."""
    values = (row[at] for row in read.rows if row[at] is not None)
    return "number" if isinstance(next(values, None), int | float) else "text"
