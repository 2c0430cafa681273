"""Search by containment, in any script and letter case."""

import unicodedata


def mentions(text: str, search: str) -> bool:
    """Whether a text contains what is searched for; everything contains nothing."""
    return folded(search.strip()) in folded(text)


def folded(text: str) -> str:
    """Text with letter case and ways of composing the same letter levelled."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
