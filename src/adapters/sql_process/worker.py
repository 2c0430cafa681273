"""A process that judges or formats SQL and can be killed: a line of JSON in, two lines out."""

import json
import resource
import signal
import sys

from returns.result import Failure

from domain.sql import format_sql, judge_sql

# The parent kills a slow worker before this. If the parent is gone, nobody else would.
LONGEST_JUDGING_S = 1.0


def main() -> None:
    """Judge until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A crash must not leave the SQL of a person on the disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin:
        task, sql, dialect = json.loads(line)
        # Loads the dialect's module, which is no part of judging.
        judge_sql("SELECT 1", dialect)
        # The signal's default action ends the process even inside compiled code.
        signal.setitimer(signal.ITIMER_REAL, LONGEST_JUDGING_S)
        sys.stdout.write("judging\n")
        sys.stdout.flush()
        answer = _format(sql, dialect) if task == "format" else _judge(sql, dialect)
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _judge(sql: str, dialect: str | None) -> list[str | bool]:
    verdict = judge_sql(sql, dialect)
    return [verdict.is_read, verdict.reason.value, verdict.detail]


def _format(sql: str, dialect: str | None) -> list[str | bool]:
    formatted = format_sql(sql, dialect)
    if isinstance(formatted, Failure):
        return [False, formatted.failure().value]
    return [True, formatted.unwrap()]


if __name__ == "__main__":
    main()
