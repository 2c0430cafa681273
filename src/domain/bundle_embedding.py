"""
Who may embed a dashboard. Superset exports nothing of it, so it travels beside what is exported.

`embedded` of a dashboard is {"allowed_domains": [...]}, any domain where the list is empty; null
forbids embedding, and where it is absent nobody knows.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from domain.bundle import JsonObject
from domain.superset import JsonValue

EMBEDDED: Final = "embedded"
_DOMAINS: Final = "allowed_domains"


def embedded(domains: Sequence[str] | None) -> JsonValue:
    """How a dashboard tells it, in a stable order."""
    return None if domains is None else {_DOMAINS: sorted(set(domains))}


def embedding_of(content: JsonObject) -> tuple[str, ...] | None:
    """The domains of a dashboard that tells them; None where it forbids embedding or is odd."""
    told = content.get(EMBEDDED)
    domains = told.get(_DOMAINS) if isinstance(told, Mapping) else None
    return tuple(sorted({str(each) for each in domains})) if isinstance(domains, list) else None


def arriving_embedding(content: JsonObject, *, is_home: bool) -> dict[str, JsonValue]:
    """
    What a move shall set, as keys of a dashboard; empty leaves the target's as it is.

    A source without embedding takes none away: pages that embed the target's dashboard name an id
    of its own, which nothing brings back. Only what was so at home is put back so.
    """
    if EMBEDDED not in content:
        return {}
    domains = embedding_of(content)
    return {EMBEDDED: embedded(domains)} if domains is not None or is_home else {}
