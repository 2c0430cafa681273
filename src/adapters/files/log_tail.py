"""The end of a log of JSON lines, read backwards."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from application.ports.store import StoreUnavailable
from domain.audit import FIRST_HASH, AuditLine, follows

_BLOCK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Tail:
    """
    Where a log ends.

    Args:
        number: of its last whole line, 0 when it has none.
        hash: of that line.
        end: the byte after it.
        fragment: what stands behind, without a line break; a crash leaves such.

    """

    number: int
    hash: str
    end: int
    fragment: bytes = b""


def read_tail(log: int) -> Tail:
    """
    The tail of an open file.

    Raises:
        StoreUnavailable: the last whole line is not what was written.

    """
    size = os.fstat(log).st_size
    lines = _ending(log, size, count=1)
    fragment = lines.pop()
    end = size - len(fragment)
    if not lines:
        return Tail(0, FIRST_HASH, end, fragment)
    line = _line(lines[-1])
    if line is None or hash_if_follows(lines[-1], line.number, line.previous) is None:
        raise StoreUnavailable("the last line of the audit log was changed; verify it")
    return Tail(line.number, line.hash, end, fragment)


def hash_if_follows(line: bytes, number: int, previous: str) -> str | None:
    """`domain.audit.follows` for bytes that may be anything."""
    try:
        return follows(line.decode(), number, previous)
    except UnicodeDecodeError:
        return None


def last_lines(path: Path, limit: int) -> tuple[AuditLine, ...]:
    """The last whole lines that can be read, newest first."""
    if limit <= 0 or not path.exists():
        return ()
    log = os.open(path, os.O_RDONLY)
    try:
        *lines, _ = _ending(log, os.fstat(log).st_size, count=limit)
    finally:
        os.close(log)
    found = map(_line, reversed(lines[-limit:]))
    return tuple(AuditLine(one.number, one.text, one.hash) for one in found if one is not None)


def _ending(log: int, size: int, count: int) -> list[bytes]:
    """At least the last `count` whole lines if there are, and what follows the last of them."""
    blocks: list[bytes] = []
    breaks, start = 0, size
    # One break more than lines: the one before the first of them.
    while start > 0 and breaks <= count:
        length = min(_BLOCK, start)
        start -= length
        blocks.append(os.pread(log, length, start))
        breaks += blocks[-1].count(b"\n")
    lines = b"".join(reversed(blocks)).split(b"\n")
    return lines if start == 0 else lines[1:]


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A line with what it says of itself."""

    number: int
    text: str
    hash: str
    previous: str


def _line(line: bytes) -> _Claimed | None:
    try:
        text = line.decode()
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match content:
        case {"number": int(number), "hash": str(own_hash), "previous": str(previous)}:
            return _Claimed(number, text, own_hash, previous)
        case _:
            return None
