"""The language of a request."""

from starlette.requests import HTTPConnection

from domain.texts import LANGUAGES, Language


def language_of(request: HTTPConnection) -> Language | None:
    """
    The best of our languages in Accept-Language (RFC 9110 section 12.5.4).

    None when the header is absent or names none of ours.
    """
    ranked: list[tuple[float, int, Language]] = []
    for position, part in enumerate(request.headers.get("accept-language", "").split(",")):
        tag, _, weight = part.strip().partition(";q=")
        primary = tag.strip().lower().partition("-")[0]
        ranked += [
            (-_weight(weight), position, language) for language in LANGUAGES if primary == language
        ]
    return min(ranked)[2] if ranked else None


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
