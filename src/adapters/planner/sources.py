"""What arguments are taken from: a message, the rule that it fits, and the situation."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from adapters.planner.reading import Reading, Span
from adapters.planner.slots import Slot
from application.ports.language_model import Situation
from domain.superset import JsonValue

# What a title, a number or a name belongs to: the nearest of these words to its left.
_PURPOSES = (
    "message",
    "name",
    "branch",
    "database",
    "dataset",
    "table",
    "schema",
    "tag",
    "owner",
    "task",
    "limit",
    "text_mark",
    "dashboard",
    "origin",
)
_REACH = 4


@dataclass(frozen=True, slots=True)
class Found:
    """
    An argument's value.

    Args:
        used: places of the tokens that said it.
        is_sure: false when more than one thing could be meant.

    """

    value: JsonValue
    used: frozenset[int] = frozenset()
    is_sure: bool = True


UNSURE = Found(None, frozenset(), is_sure=False)


def only(slots: Sequence[tuple[int, Slot]]) -> Found | None:
    """The one value that they all have; several different ones are no answer."""
    values = {slot.value for _, slot in slots}
    if len(values) > 1:
        return UNSURE
    used = frozenset(at for at, _ in slots)
    return Found(next(iter(values)), used) if values else None


@dataclass(frozen=True)
class Sources:
    """
    One try to fit a rule.

    Args:
        chosen: places that the rule's needs stand at.
        said: places of all words that the rule knows, those of its needs included.
        left: places that neither the rule nor a filler explains, slots included.

    """

    reading: Reading
    situation: Situation
    chosen: frozenset[int]
    said: frozenset[int]
    left: frozenset[int]

    @property
    def env_id(self) -> str | None:
        """The environment that the databases of the situation belong to."""
        context = self.situation.ui_context
        return self.situation.env_id or (context.env_id if context is not None else None)

    def context_id(self, kind: str) -> str | None:
        """The id of the object that the person looks at, if it is of this kind."""
        context = self.situation.ui_context
        return context.object_id if context is not None and context.object_type == kind else None

    def purpose(self, at: int) -> str | None:
        """The group of the word that a slot belongs to; None when no such word is near."""
        tokens = self.reading.tokens
        own = tokens[at].slot
        is_number = own is not None and own.kind == "number"
        is_next = own is not None and own.kind == "quoted" and self._is_next(at)
        for place in range(at - 1, max(-1, at - 1 - _REACH), -1):
            slot = tokens[place].slot
            if slot is not None:
                is_chain = (is_number or is_next) and own is not None and slot.kind == own.kind
                return self.purpose(place) if is_chain else self._purpose_after(at)
            purpose = next((one for one in _PURPOSES if place in self._places[one]), None)
            if purpose == "origin" and is_number:
                continue
            if purpose is not None:
                return purpose
        return self._purpose_after(at)

    def _is_next(self, at: int) -> bool:
        """Whether a quoted text goes on from one before: by a comma, or by "and"."""
        tokens, text = self.reading.tokens, self.reading.text
        both = self.reading.covered("both")
        last = next((place for place in range(at - 1, -1, -1) if place not in both), None)
        if last is None or tokens[last].slot is None:
            return False
        return last < at - 1 or "," in text[tokens[last].end : tokens[at].start]

    def slots(self, *kinds: str) -> list[tuple[int, Slot]]:
        return self.reading.slots(*kinds)

    def quoted_for(self, *purposes: str | None) -> list[tuple[int, Slot]]:
        """Quoted texts that belong to one of these words."""
        return [(at, slot) for at, slot in self.slots("quoted") if self.purpose(at) in purposes]

    def word_after(self, group: str) -> Found | None:
        """The unexplained word or name that follows a word of the group, fillers skipped."""
        for _, end in self.reading.of(group):
            found = self._first_left(range(end, min(end + 3, len(self.reading.tokens))))
            if found is not None:
                return found
        return None

    def chunk_after(self, group: str) -> Found | None:
        """The same, up to the next blank: "q1-cleanup" is one name."""
        found = self.word_after(group)
        if found is None:
            return None
        tokens, text = self.reading.tokens, self.reading.text
        first = min(found.used)
        chunk = text[tokens[first].start :].split(maxsplit=1)[0].rstrip(".,;:!?\"'»”)")
        end = tokens[first].start + len(chunk)
        used = (at for at in range(first, len(tokens)) if tokens[at].start < end)
        return Found(chunk, frozenset(used)) if chunk.isascii() else None

    def word_before(self, group: str) -> Found | None:
        """The unexplained word or name right before a word of the group."""
        for start, _ in self.reading.of(group):
            found = self._first_left(range(start - 1, max(-1, start - 2), -1))
            if found is not None:
                return found
        return None

    def raw(self, span: Span) -> str:
        """The message between two token places, as it was written."""
        tokens = self.reading.tokens
        return self.reading.text[tokens[span[0]].start : tokens[span[1] - 1].end]

    def _first_left(self, places: range) -> Found | None:
        for at in places:
            token = self.reading.tokens[at]
            if token.slot is not None and token.slot.kind not in {"name", "quoted"}:
                return None
            if at in self.left:
                value = token.text if token.slot is None else token.slot.value
                return Found(value, frozenset({at}))
            if token.slot is not None:
                return None
        return None

    def _purpose_after(self, at: int) -> str | None:
        """'5 rows', '10 dashboards': a number before what it counts."""
        following = at + 1
        slot = self.reading.tokens[at].slot
        if slot is not None and slot.kind == "number" and following < len(self.reading.tokens):
            counted = self._places["rows"] | self._places["dashboard"]
            return "limit" if following in counted else None
        return "database" if following in self._places["database"] else None

    @cached_property
    def _places(self) -> dict[str, set[int]]:
        return {group: self.reading.covered(group) for group in (*_PURPOSES, "rows")}
