"""One step, one transaction."""

import sqlite3
from collections.abc import Callable
from typing import Literal, TypeVar

T = TypeVar("T")
Step = Callable[[sqlite3.Connection], T]
Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]


def transact(connection: sqlite3.Connection, step: Step[T], begin: Begin) -> T:
    """Run a step between BEGIN and COMMIT; when anything raises, nothing of it stays."""
    connection.execute(begin)
    try:
        answer = step(connection)
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have ended the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return answer
