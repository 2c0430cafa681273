"""A long tool result as a model reads it: the beginning of each part, never half a character."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

RESULT_LIMIT: Final = 4000
_SHOWN: Final = 5
_CUT: Final = "..."
_BULLET: Final = "\n - "
_SENTENCE_END: Final = re.compile(r"[.!?…][\"')\]»”]*(?=\s)|[。！？]|(?=\n)")
# An escape sequence of JSON or a programming language that a cut left without its rest.
_HALF_ESCAPE: Final = re.compile(
    r"(?<!\\)(?:\\\\)*(\\(?:u[dD][89abAB][0-9a-fA-F]{2}(?:\\(?:u[0-9a-fA-F]{0,3})?)?"
    r"|u[0-9a-fA-F]{0,3})?)\Z"
)


@dataclass(frozen=True, slots=True)
class Truncated:
    text: str
    truncated: bool


def truncate(text: str, limit: int = RESULT_LIMIT) -> Truncated:
    """
    The text as it is when it fits, else its first part, in the forms of design section 4.

    `limit` counts characters and holds for the result, marks included. Half a surrogate pair is
    replaced, also in a text that fits.
    """
    whole = _without_lone_surrogates(text)
    if len(whole) <= limit:
        return Truncated(whole, truncated=False)
    shortened = _shorten(whole, limit)
    return Truncated(_without_lone_surrogates(shortened), truncated=True)


def _shorten(text: str, limit: int) -> str:
    try:
        parsed = json.loads(text) if text.lstrip()[:1] in {"[", "{"} else None
        if isinstance(parsed, list):
            return _shorten_array(parsed, limit)
        if isinstance(parsed, dict):
            return _shorten_object(parsed, limit)
    except (ValueError, RecursionError):
        # Not JSON, or nested beyond what the json module can walk: text, then.
        pass
    return _shorten_text(text, limit)


def _shorten_array(items: Sequence[object], limit: int) -> str:
    head = f"Found {len(items)} items:"
    for shown in range(min(_SHOWN, len(items)), -1, -1):
        tail = f"\n + {len(items) - shown} more." if shown < len(items) else ""
        room = limit - len(head) - len(tail) - shown * len(_BULLET)
        if room >= shown * (len(_CUT) + 1):
            texts = _fit([_as_json(item) for item in items[:shown]], room)
            return head + "".join(_BULLET + text for text in texts) + tail
    return head if len(head) <= limit else _CUT[:limit]


def _shorten_object(fields: dict[str, object], limit: int) -> str:
    frame = len("Result keys: . Values: ...")
    if limit <= frame:
        return _CUT[:limit]
    names = ", ".join(fields)
    keys = _cut(names, (limit - frame) // 2)
    values = [f"{name}: {_as_json(value)}" for name, value in list(fields.items())[:_SHOWN]]
    room = limit - frame - len(keys) - len(", ") * (len(values) - 1)
    sample = ", ".join(_fit(values, room)) if room > 0 else ""
    return f"Result keys: {keys}. Values: {sample}..."


def _shorten_text(text: str, limit: int) -> str:
    room = limit - len(_CUT)
    if room <= 0:
        return _CUT[:limit]
    ends = [found.end() for found in _SENTENCE_END.finditer(text, 0, room + 1)]
    end = max((end for end in ends if 0 < end <= room), default=0)
    return _cut(text, limit) if end == 0 else text[:end] + _CUT


def _fit(texts: Sequence[str], room: int) -> list[str]:
    """The texts cut so that they take `room` characters together; the short ones stay whole."""
    shares: dict[int, int] = {}
    left = room
    by_length = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    for position, index in enumerate(by_length):
        shares[index] = min(len(texts[index]), left // (len(by_length) - position))
        left -= shares[index]
    return [_cut(text, shares[index]) for index, text in enumerate(texts)]


def _cut(text: str, room: int) -> str:
    if len(text) <= room:
        return text
    if room <= len(_CUT):
        return _CUT[:room]
    return _without_half_escape(text[: room - len(_CUT)]) + _CUT


def _without_half_escape(text: str) -> str:
    found = _HALF_ESCAPE.search(text)
    return text if found is None else text[: found.start(1)]


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _without_lone_surrogates(text: str) -> str:
    """Joins the halves of a pair that stand together, and replaces those that stand alone."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
