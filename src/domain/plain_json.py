"""JSON values as every store and every wire can hold them."""

import math
from collections.abc import Mapping

from domain.superset import JsonValue


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
