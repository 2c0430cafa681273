"""JSON values as every store and every wire can hold them."""

import math
from collections.abc import Mapping
from typing import Final

from domain.superset import JsonValue

_LARGEST: Final = 2**63 - 1
_DEEPEST: Final = 20


def plain(value: JsonValue) -> JsonValue:
    """
    The same value made of dict, list and clean text only.

    Half a surrogate pair becomes U+FFFD, since UTF-8 cannot hold it; a number that JSON has no
    spelling for (NaN, infinity) becomes None.
    """
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {clean(key): plain(member) for key, member in value.items()}
    if value is None or isinstance(value, int):
        return value
    return [plain(member) for member in value]


def plain_object(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Likewise, for what is known to be an object."""
    return {clean(key): plain(member) for key, member in value.items()}


def clean(text: str) -> str:
    """Text that UTF-8 can hold: surrogate pairs joined, halves replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def is_keepable(value: object, depth: int = 0) -> bool:  # noqa: PLR0911  # a case a kind
    """
    Whether every store and every wire gives a JSON value back as it is.

    JSON may spell half surrogate pairs, integers over 64 bits and any depth; a turn that waits
    cannot keep them.
    """
    if depth > _DEEPEST:
        return False
    match value:
        case str():
            return clean(value) == value
        case float():
            return math.isfinite(value)
        case int():
            return abs(value) <= _LARGEST
        case None:
            return True
        case Mapping():
            parts = [part for pair in value.items() for part in pair]
        case list() | tuple():
            parts = list(value)
        case _:
            return False
    return all(is_keepable(part, depth + 1) for part in parts)
