"""Database connections of one Superset, as one account may see them."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.superset import Column, Database, SupersetError, Table


class Databases(Protocol):
    """Rights, ids and common failures as in `dashboards`. No method tells an address."""

    @abstractmethod
    async def all(self) -> Result[tuple[Database, ...], SupersetError]:
        """Every connection that the account sees, in the order of their ids."""

    @abstractmethod
    async def schemas(self, database_id: str) -> Result[tuple[str, ...], SupersetError]:
        """
        Schema names of a connection (by number).

        Failures:
            NOT_FOUND: no such connection.
            REFUSED: the database itself does not answer.
        """

    @abstractmethod
    async def tables(
        self, database_id: str, schema: str
    ) -> Result[tuple[Table, ...], SupersetError]:
        """
        Tables and views of a schema, by name.

        Failures:
            NOT_FOUND: no such connection.
            REFUSED: the database itself does not answer.
        """

    @abstractmethod
    async def columns(
        self, database_id: str, schema: str, table: str
    ) -> Result[tuple[Column, ...], SupersetError]:
        """
        Columns of a table in their order.

        Failures:
            NOT_FOUND: no such connection, or no such table (Superset itself answers 200 with
                no columns).
            REFUSED: the database itself does not answer.
        """
