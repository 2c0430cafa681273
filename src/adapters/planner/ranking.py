"""Tools that a wish might mean, for the person to choose from."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from adapters.planner.phrasebook import Phrasebook, Rule
from adapters.planner.reading import Reading

_AT_LEAST = 0.5
_LIKENESS_WEIGHT = 0.6
_FORBIDDEN_FACTOR = 0.6
_HOW_MANY = 3
_LONGEST = 400
_SHORTEST_STEM = 3
_OURS = (
    "dashboard", "chart", "dataset", "database", "table", "environment", "branch", "task", "access",
    "maintenance", "banner", "schema", "column", "query_word", "health_word", "@sql",
    "@environment", "@database", "backup_verb",
)  # fmt: skip


class Ranking:
    """
    Scores tools by how much of a rule is there and by likeness to how people ask for them.

    Words that stand for many tools ("show") count less than those of one ("maintenance").
    """

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        tools_of = Counter(
            group
            for tool in {rule.tool for rule in book.rules}
            for group in {
                name
                for rule in book.rules
                if rule.tool == tool
                for entry in rule.needs
                for name in entry
            }
        )
        self._weights = {group: 1 / count for group, count in tools_of.items()}

    def knows(self, tool: str) -> bool:
        """Whether there are phrases for it."""
        return any(rule.tool == tool for rule in self._book.rules)

    def nearest(self, reading: Reading, examples: Mapping[str, Sequence[str]]) -> list[str]:
        """
        Up to three tools, the best first; none for a wish that is not about ours.

        Args:
            examples: for each tool that may be named, sentences that ask for it.

        """
        if not reading.tokens or (reading.of("foreign") and not reading.of(*_OURS)):
            return []
        is_negated = bool(reading.of("negation"))
        scored = {
            tool: self._score(reading, tool, sentences)
            for tool, sentences in examples.items()
            if not (is_negated and self._writes(tool))
        }
        likely = [tool for tool, score in scored.items() if score >= _AT_LEAST]
        return sorted(likely, key=lambda tool: -scored[tool])[:_HOW_MANY]

    def _writes(self, tool: str) -> bool:
        return any(rule.writes for rule in self._book.rules if rule.tool == tool)

    def _score(self, reading: Reading, tool: str, examples: Sequence[str]) -> float:
        rules = [rule for rule in self._book.rules if rule.tool == tool]
        by_rule = max((self._part(reading, rule) for rule in rules), default=0.0)
        words = self._stems(reading.text[:_LONGEST])
        likeness = max(
            (fuzz.token_set_ratio(words, self._stems(example)) for example in examples),
            default=0.0,
        )
        return by_rule + _LIKENESS_WEIGHT * likeness / 100

    def _part(self, reading: Reading, rule: Rule) -> float:
        """How much of the rule's weight stands in the message."""
        whole = there = 0.0
        for entry in rule.needs:
            whole += max(self._weights[group] for group in entry)
            there += max((self._weights[group] for group in entry if reading.of(group)), default=0)
        part = there / whole
        return part * _FORBIDDEN_FACTOR if reading.of(*rule.never) else part

    def _stems(self, text: str) -> str:
        words = "".join(char if char.isalnum() else " " for char in text.lower()).split()
        return " ".join(self._book.stems.of(word) for word in words if len(word) >= _SHORTEST_STEM)
