"""Whether SQL only reads, asked without risk for the one who asks."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.sql_verdict import SqlReason, SqlVerdict


class SqlJudge(Protocol):
    """Gives what `domain.sql` says of any text, however hostile."""

    @abstractmethod
    async def judge(self, sql: str, dialect: str | None) -> SqlVerdict:
        """
        Whether `sql` is one statement that only reads, in a sqlglot dialect; None is unknown.

        Answers about 100 ms after it begins to judge and never blocks the event loop. What
        misses that deadline, or breaks the parser, is not a read, with reason `too_complex`.
        Never fails; a judge that was closed finds everything too complex.
        """

    @abstractmethod
    async def format(self, sql: str, dialect: str | None) -> Result[str, SqlReason]:
        """
        The statements of `sql` laid out for people, in a sqlglot dialect; None is unknown.

        Answers about half a second after it begins and never blocks the event loop.

        Failures:
            why the text cannot be formatted: `too_complex` when it misses that deadline.
        """
