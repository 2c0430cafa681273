"""An answer of Superset, and how to take values out of JSON that nobody vouches for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast
from urllib.parse import urlsplit

from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class Answer:
    """`json` is None where the body is something else, `location` where a redirect points."""

    status: int
    location: str
    body: bytes
    json: JsonValue

    @property
    def is_sent_to_login(self) -> bool:
        """Superset answers an expired session with a redirect, never with 401."""
        return urlsplit(self.location).path.endswith("/login/")


def parsed(body: bytes) -> JsonValue:
    """
    The JSON of a body. Half characters become "?", because no store of ours takes them.

    Raises:
        ValueError, RecursionError: it is no JSON, or nested beyond reason.

    """
    value = json.loads(body)
    if b"\\ud" in body.lower():
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return cast("JsonValue", value)


def as_object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, Mapping) else {}


def as_rows(value: JsonValue) -> list[Mapping[str, JsonValue]]:
    """The objects of a list."""
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def text(value: JsonValue) -> str:
    """A string as it is, a number as its digits, nothing as ""."""
    return "" if value is None else str(value)


def text_or_none(value: JsonValue) -> str | None:
    return text(value) or None


def utc(value: JsonValue) -> datetime:
    """A time that Superset wrote in ISO 8601; the epoch where it wrote none."""
    try:
        moment = datetime.fromisoformat(text(value))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
