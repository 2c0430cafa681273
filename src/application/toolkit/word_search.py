"""Words of a query in titles and tags, whatever the script and the case."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

_WORD: Final = re.compile(r"\w+")
_SYMBOLS: Final = frozenset({"So", "Sm", "Sc"})
_SHORTEST_STEM: Final = 4
_LONG_WORD: Final = 8


def folded(text: str) -> str:
    """Text as it is compared: width, ligatures, letter case and the dots of ё do not matter."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return plain.replace("ё", "е")


def words_of(query: str) -> tuple[str, ...]:
    """The words to look for, or the symbols of a query without words; other marks say nothing."""
    plain = folded(query)
    words = tuple(_WORD.findall(plain))
    return words or tuple(char for char in plain if unicodedata.category(char) in _SYMBOLS)


def stems_of(words: Sequence[str]) -> tuple[str, ...]:
    """Words without their last letters: Russian and English change the endings."""
    return tuple(
        word[: max(_SHORTEST_STEM, len(word) - (3 if len(word) > _LONG_WORD else 2))]
        for word in words
    )


def has_every_word(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether each word stands somewhere in one of the texts."""
    searched = [folded(text) for text in texts]
    return all(any(word in text for text in searched) for word in words)
