"""Superset writes SQL anew before it runs it, and with it the names of unnamed columns."""

import re
from collections.abc import Sequence

_LONGEST_NAME = 200


def as_written(names: Sequence[str], sql: str) -> list[str]:
    """`COUNT(*)` as the `count(*)` that stands in the statement, when that tells them apart."""
    written = [_find(name, sql) for name in names]
    return written if len(set(written)) == len(written) else list(names)


def _find(name: str, sql: str) -> str:
    if name in sql or len(name) > _LONGEST_NAME:
        return name
    spaced = r"\s*".join(re.escape(letter) for letter in name if not letter.isspace())
    found = re.search(spaced, sql, re.IGNORECASE)
    return found.group() if found else name
