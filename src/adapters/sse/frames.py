"""
Server-sent events as bytes (WHATWG HTML, section "Server-sent events").

Our own encoder, so that nothing that a model, a tool or a title says can end a line and pose as
another field or another event.
"""

import json
import re
from collections.abc import Mapping

import orjson

from domain.events import RecordedEvent
from domain.plain_json import plain_object
from domain.superset import JsonValue

# A comment keeps proxies from closing an idle stream. No empty line after it, which some clients
# (httpx-sse) take for the end of an event without data.
PING = b": ping\n"
# Line ends for some readers of lines, although not for JSON, which leaves them as they are.
_OTHER_LINE_ENDS = (
    ("\u0085".encode(), b"\\u0085"),
    ("\u2028".encode(), b"\\u2028"),
    ("\u2029".encode(), b"\\u2029"),
)
_WIRE_NAME = re.compile(r"[a-z_]+")


def frame(event: RecordedEvent) -> bytes:
    """
    One event: `id`, `event`, and `data` as JSON on one line.

    Raises:
        ValueError: the type is no wire name; all of ours are lower case letters and "_".

    """
    if _WIRE_NAME.fullmatch(event.type) is None:
        raise ValueError(f"no event type: {event.type!r}")
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (
        event.seq,
        event.type.encode(),
        _on_one_line(event.data),
    )


def _on_one_line(data: Mapping[str, JsonValue]) -> bytes:
    """Control characters, CR and LF among them, are escaped by JSON itself."""
    try:
        encoded = orjson.dumps(data, default=_as_dict)
    except orjson.JSONEncodeError:
        # Integers over 64 bits, half surrogate pairs.
        encoded = json.dumps(plain_object(data), ensure_ascii=False, separators=(",", ":")).encode()
    for line_end, escaped in _OTHER_LINE_ENDS:
        encoded = encoded.replace(line_end, escaped)
    return encoded


def _as_dict(value: object) -> dict[str, JsonValue]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)
