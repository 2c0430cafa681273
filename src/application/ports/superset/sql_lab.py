"""SQL Lab of one Superset, as one account may use it."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol

from returns.result import Result

from domain.superset import QueryResult, SupersetError


@dataclass(frozen=True, slots=True)
class Query:
    """
    One statement to run.

    Args:
        limit: rows at the most; kept by us even where Superset returns more.
        writes: whether the statement may change data. A write whose answer is lost has an
            unknown outcome; a read has not.

    """

    database_id: str
    sql: str
    limit: int
    schema: str | None = None
    writes: bool = False


class SqlLab(Protocol):
    """Rights, ids and common failures as in `dashboards`."""

    @abstractmethod
    async def run(self, query: Query) -> Result[QueryResult, SupersetError]:
        """
        Run one statement and wait for its rows, in asynchronous databases too.

        The text of a read may be wrapped so that its own LIMIT holds (Superset replaces the
        outermost one); the text of a write is sent as it is. Before 6, a result without rows may
        have no columns either.

        Failures:
            NOT_FOUND: no such connection.
            FORBIDDEN: the account may not use SQL Lab, or not read a table.
            REFUSED: the database or Superset refused the statement; `detail` says why.
            UNKNOWN_OUTCOME: a write was sent and no answer came.
        """
