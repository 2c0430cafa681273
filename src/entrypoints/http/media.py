"""Which form of an answer a client prefers (RFC 9110 section 12.5.1)."""

import re
from collections.abc import Sequence
from typing import Final

_RANGE: Final = re.compile(r"\s*([^\s;,/]+/[^\s;,/]+)\s*(?:;.*)?", re.DOTALL)
_WEIGHT: Final = re.compile(r";\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*(?:;|$)")


def preferred(accept: str, offered: Sequence[str]) -> str:
    """
    The media type with the greatest weight; of several, the first that is offered.

    What nothing names, or only with a weight of 0, is taken last: an answer in another form is
    better than none.
    """
    weights = _weights(accept.lower())
    return max(offered, key=lambda media_type: _weight_of(media_type, weights))


def _weights(accept: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for part in accept.split(","):
        named = _RANGE.fullmatch(part)
        if named:
            weight = _WEIGHT.search(part)
            weights[named[1]] = float(weight[1]) if weight else 1.0
    return weights


def _weight_of(media_type: str, weights: dict[str, float]) -> float:
    """That of the most specific range that fits."""
    kind, _, _ = media_type.partition("/")
    fitting = (weights.get(each) for each in (media_type, f"{kind}/*", "*/*"))
    return next((weight for weight in fitting if weight is not None), 0.0)
