"""A process that judges SQL and can be killed: one line of JSON in, two lines out."""

import json
import resource
import signal
import sys

from domain.sql import judge_sql

# The parent kills a slow judge after a tenth of this. If the parent is gone, nobody else would.
LONGEST_JUDGING_S = 1.0


def main() -> None:
    """Judge until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A crash must not leave the SQL of a person on the disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin:
        sql, dialect = json.loads(line)
        # Loads the dialect's module, which is no part of judging.
        judge_sql("SELECT 1", dialect)
        # The signal's default action ends the process even inside compiled code.
        signal.setitimer(signal.ITIMER_REAL, LONGEST_JUDGING_S)
        sys.stdout.write("judging\n")
        sys.stdout.flush()
        verdict = judge_sql(sql, dialect)
        signal.setitimer(signal.ITIMER_REAL, 0)
        answer = [verdict.is_read, verdict.reason.value, verdict.detail]
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
