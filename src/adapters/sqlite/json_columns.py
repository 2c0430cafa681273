"""JSON and times in columns."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

import orjson

from domain.plain_json import plain
from domain.superset import JsonValue


def to_column(value: JsonValue) -> bytes | str:
    """
    A value as one column.

    Bytes are orjson's own spelling. Text is the standard library's, for the few values that
    orjson refuses or would not read back unchanged: integers over 64 bits, half surrogate pairs.
    """
    try:
        return orjson.dumps(value, default=_as_dict)
    except orjson.JSONEncodeError:
        return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def from_column(stored: bytes | str) -> JsonValue:
    """What `to_column` was given, as dict and list."""
    parsed: JsonValue = orjson.loads(stored) if isinstance(stored, bytes) else json.loads(stored)
    return parsed


def object_from_column(stored: bytes | str) -> dict[str, JsonValue]:
    """Likewise, where an object was stored."""
    parsed: dict[str, JsonValue] = (
        orjson.loads(stored) if isinstance(stored, bytes) else json.loads(stored)
    )
    return parsed


def time_to_column(at: datetime) -> str:
    """A time that sorts as text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def time_from_column(stored: str) -> datetime:
    return datetime.fromisoformat(stored)


def _as_dict(value: object) -> dict[str, JsonValue]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)
