"""The language of a request."""

import re
from typing import Final

from starlette.requests import HTTPConnection

from domain.texts import LANGUAGES, Language

_RANGE: Final = re.compile(
    r"\s*([a-z]{2})(?:-[a-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*"
)


def language_of(request: HTTPConnection) -> Language | None:
    """
    The best of our languages in Accept-Language (RFC 9110 section 12.5.4).

    None when the header is absent or names none of ours.
    """
    ranked: list[tuple[float, int, Language]] = []
    header = request.headers.get("accept-language", "").lower()
    for position, part in enumerate(header.split(",")):
        found = _RANGE.fullmatch(part)
        weight = float(found[2] or 1) if found else 0.0
        if found and weight > 0:
            ranked += [(-weight, position, ours) for ours in LANGUAGES if ours == found[1]]
    return min(ranked)[2] if ranked else None
