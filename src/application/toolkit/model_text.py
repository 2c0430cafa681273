"""Results as English lines that a model reads well and that fit its limit."""

import json
import re
from collections.abc import Iterable
from typing import Final

from domain.truncation import RESULT_LIMIT, Truncated

_LINE_LIMIT: Final = 600
# Line ends that JSON leaves as they are.
_LINE_ENDS: Final = re.compile(r"[\x7f-\x9f\u2028\u2029]")
_ROOM_FOR_THE_REST: Final = 40


def on_one_line(value: object) -> str:
    """A value as JSON: titles and cells are data and cannot break out of their line."""
    written = json.dumps(value, ensure_ascii=False, separators=(", ", ": "), default=str)
    return _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def lines_within_limit(head: str, lines: Iterable[str], limit: int = RESULT_LIMIT) -> Truncated:
    """The head and as many lines as fit; the last line counts those that did not."""
    whole = list(lines)
    waiting = [_shortened(line) for line in whole]
    is_shorter = waiting != whole
    kept = [head]
    room = limit - len(head) - _ROOM_FOR_THE_REST
    for position, line in enumerate(waiting):
        room -= len(line) + 1
        if room < 0:
            kept.append(f"... and {len(waiting) - position} more.")
            is_shorter = True
            break
        kept.append(line)
    return Truncated("\n".join(kept), truncated=is_shorter)


def _shortened(line: str) -> str:
    return line if len(line) <= _LINE_LIMIT else f"{line[: _LINE_LIMIT - 3]}..."
