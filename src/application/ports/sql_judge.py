"""Whether SQL only reads, asked without risk for the one who asks."""

from abc import abstractmethod
from typing import Protocol

from domain.sql_verdict import SqlVerdict


class SqlJudge(Protocol):
    """Gives the verdict of `domain.sql.judge_sql` for any text, however hostile."""

    @abstractmethod
    async def judge(self, sql: str, dialect: str | None) -> SqlVerdict:
        """
        Whether `sql` is one statement that only reads, in a sqlglot dialect; None is unknown.

        Answers about 100 ms after it begins to judge and never blocks the event loop. What
        misses that deadline, or breaks the parser, is not a read, with reason `too_complex`.
        Never fails; a judge that was closed finds everything too complex.
        """
