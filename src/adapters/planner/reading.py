"""A message as tokens: words with their stems, and slots."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from rapidfuzz import process
from rapidfuzz.distance import OSA

from adapters.planner.phrasebook import Phrasebook
from adapters.planner.slots import Slot, find_slots
from adapters.planner.spellings import Spellings

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_TYPO = 5
_ENDING = 2
# SQL and titles count as one.
_MOST_TOKENS = 80
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Token:
    """
    A word or a slot.

    Args:
        keys: what phrases may know it by: its stem and its exact form, or "@kind" of a slot.

    """

    text: str
    start: int
    end: int
    keys: tuple[str, ...]
    slot: Slot | None = None


@dataclass(frozen=True)
class Reading:
    """
    One message, read.

    Attributes:
        spans: for each group, where its phrases stand, as pairs of token places.

    """

    text: str
    tokens: tuple[Token, ...]
    book: Phrasebook

    @cached_property
    def spans(self) -> dict[str, list[Span]]:
        found: dict[str, list[Span]] = {}
        for at, token in enumerate(self.tokens):
            if token.slot is not None:
                found.setdefault(token.keys[0], []).append((at, at + 1))
            for key in token.keys:
                for phrase in self.book.starting_with(key):
                    end = at + len(phrase.keys)
                    if self._stands(phrase.keys, at):
                        found.setdefault(phrase.group, []).append((at, end))
        return found

    def of(self, *groups: str) -> list[Span]:
        """Where any of the groups stands, the longest first, then from the left."""
        spans = [span for group in groups for span in self.spans.get(group, ())]
        return sorted(set(spans), key=lambda span: (span[0] - span[1], span[0]))

    def covered(self, *groups: str) -> set[int]:
        """The places of all tokens in these groups."""
        return {at for start, end in self.of(*groups) for at in range(start, end)}

    def slots(self, *kinds: str) -> list[tuple[int, Slot]]:
        """Slots of these kinds with their places."""
        return [
            (at, token.slot)
            for at, token in enumerate(self.tokens)
            if token.slot is not None and token.slot.kind in kinds
        ]

    @property
    def is_question(self) -> bool:
        return self.text.rstrip(" )\"'»”").endswith("?")

    def _stands(self, keys: tuple[str, ...], at: int) -> bool:
        tokens = self.tokens[at : at + len(keys)]
        return len(tokens) == len(keys) and all(
            key in token.keys for key, token in zip(keys, tokens, strict=True)
        )


class Reader:
    """Reads messages with one phrasebook; corrects a letter in words that it does not know."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self._long_words = [word for word in book.surfaces if len(word) >= _SHORTEST_TYPO]

    def read(self, message: str, spellings: Spellings) -> Reading:
        """The message; one with more words than an order has is read as one without any."""
        text = unicodedata.normalize("NFC", message).translate(_INVISIBLE).strip()
        tokens = tuple(islice(self._tokens(text, find_slots(text, spellings)), _MOST_TOKENS + 1))
        return Reading(text, tokens if len(tokens) <= _MOST_TOKENS else (), self._book)

    def _tokens(self, text: str, slots: list[Slot]) -> Iterator[Token]:
        at = 0
        for slot in [*slots, None]:
            end = len(text) if slot is None else slot.start
            for match in _WORD.finditer(text, at, end):
                yield Token(match[0], *match.span(), self._keys(match[0].lower()))
            if slot is not None:
                shown = text[slot.start : slot.end]
                yield Token(shown, slot.start, slot.end, (f"@{slot.kind}",), slot)
                at = slot.end

    def _keys(self, word: str) -> tuple[str, ...]:
        word = word.replace("ё", "е")
        stem = self._book.stems.of(word)
        if word in self._book.surfaces or stem in self._book.vocabulary:
            return (stem, f"={word}")
        return self._corrected(word) or (stem, f"={word}")

    def _corrected(self, word: str) -> tuple[str, ...] | None:
        """
        Keys of the one known word that is one slip of the keyboard away.

        The first letter must be right: "retail" is no "detail". With another ending it may be
        another form, so its form counts for nothing: "deleted" is no order.
        """
        if len(word) < _SHORTEST_TYPO:
            return None
        found = process.extract(
            word, self._long_words, scorer=OSA.distance, score_cutoff=1, limit=8
        )
        forms = {form for form, *_ in found if form[0] == word[0]}
        same_ending = {form for form in forms if form[-_ENDING:] == word[-_ENDING:]}
        if same_ending:
            form = same_ending.pop()
            return None if same_ending else (self._book.surfaces[form], f"={form}")
        stems = {self._book.surfaces[form] for form in forms}
        return (stems.pop(),) if len(stems) == 1 else None
