"""The free words of a search."""

from dataclasses import dataclass

from adapters.planner.arguments import Filled
from adapters.planner.phrasebook import Rule
from adapters.planner.sources import Sources

_LONGEST = 8
_LONGEST_NARROW = 3
_ARTICLES = frozenset({"the", "a", "an", "any", "our", "my", "some", "наши", "мои"})
_WITHIN = frozenset({"number", "name", "quoted", "hex", "path"})
_ORDERS = (
    "delete_verb", "deploy_verb", "migrate_verb", "backup_verb", "commit_verb", "restore_verb",
)  # fmt: skip
_JOINTS = frozenset({"and", "then", "и", "а", "потом", "затем"})
_STOPS = frozenset(",;:.")


@dataclass(frozen=True, slots=True)
class Query:
    """The words as they were written, "" when there are none, and their places."""

    text: str
    used: frozenset[int]


def find_query(sources: Sources, rule: Rule, filled: Filled, left: frozenset[int]) -> Query | None:
    """What is searched for; None when the unexplained words are no query by the rule."""
    reading = sources.reading
    words = sorted(
        at for at in left if (slot := reading.tokens[at].slot) is None or slot.kind in _WITHIN
    )
    if not words:
        is_enough = not rule.is_marked or bool(filled.values) or bool(reading.of("recent"))
        return Query("", frozenset()) if is_enough else None
    quoted = [slot for at in words if (slot := reading.tokens[at].slot) and slot.kind == "quoted"]
    if len(words) == len(quoted) == 1:
        return Query(quoted[0].value, frozenset(words))
    marker = _marker_end(sources, words[0])
    if marker is None and (rule.is_marked or not _is_beside_noun(sources, rule, words)):
        return None
    start = words[0] if marker is None else marker
    while start < words[0] and reading.tokens[start].text.lower() in _ARTICLES:
        start += 1
    if words[-1] - start >= _LONGEST:
        return None
    places = frozenset(range(start, words[-1] + 1))
    is_torn = (marker is None or rule.is_marked) and bool(places & sources.chosen)
    if is_torn or _holds_another_order(sources, places):
        return None
    return Query(sources.raw((start, words[-1] + 1)), places | frozenset(words))


def _marker_end(sources: Sources, first_word: int) -> int | None:
    """Where the words after the nearest "about" before the first unexplained word begin."""
    ends = [end for _, end in sources.reading.of("about") if end <= first_word]
    between = [end for end in ends if not sources.chosen & set(range(end, first_word))]
    return min(between, default=None)


def _holds_another_order(sources: Sources, places: frozenset[int]) -> bool:
    """Whether another wish begins among these words: "sales, then delete them"."""
    tokens, text = sources.reading.tokens, sources.reading.text
    return any(
        tokens[at - 1].text.lower() in _JOINTS
        or _STOPS & set(text[tokens[at - 1].end : tokens[at].start])
        for at in sources.reading.covered(*_ORDERS) & places
        if at > 0
    )


def _is_beside_noun(sources: Sources, rule: Rule, words: list[int]) -> bool:
    if not rule.is_narrow:
        return True
    tokens = sources.reading.tokens
    is_short = len(words) <= _LONGEST_NARROW and words[-1] - words[0] < len(words)
    return (
        is_short
        and all(tokens[at].slot is None for at in words)
        and any(
            words[-1] == start - 1 or words[0] == end
            for start, end in sources.reading.of("dashboard")
        )
    )
