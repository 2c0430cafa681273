"""The words and rules of the phrases folder, ready to match."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import snowballstemmer

from domain.texts import LANGUAGES


class Stems:
    """Stems of lower-case words; the script says the language."""

    def __init__(self) -> None:
        english = snowballstemmer.stemmer("english")
        russian = snowballstemmer.stemmer("russian")

        @lru_cache(maxsize=8192)
        def stem(word: str) -> str:
            is_russian = any("а" <= letter <= "я" for letter in word)
            stemmed: str = (russian if is_russian else english).stemWord(word)
            return stemmed

        self._stem = stem

    def of(self, word: str) -> str:
        """The stem; ё counts as е."""
        return self._stem(word.replace("ё", "е"))


@dataclass(frozen=True, slots=True)
class Rule:
    """
    When a wish is surely understood; the head of rules.toml says how it is read.

    Args:
        needs: each a set of groups of which one must be there.
        loose: how many words may stay unexplained.
        is_free: words that nothing explains are the query.
        is_marked: the query begins after an "about" word.
        is_narrow: without an "about" word the query stands right before the noun.

    """

    tool: str
    needs: tuple[tuple[str, ...], ...]
    may: frozenset[str]
    never: frozenset[str]
    loose: int
    writes: bool
    is_free: bool
    is_marked: bool
    is_narrow: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in a row: stems, or "=word" for exactly this form."""

    group: str
    keys: tuple[str, ...]


class Phrasebook:
    """
    All groups and rules, of both languages at once: people mix them.

    Attributes:
        rules: in the order of the file.
        surfaces: every word as it is written there, with its stem.

    """

    def __init__(self) -> None:
        self.stems = Stems()
        self._by_first: dict[str, list[Phrase]] = {}
        self.surfaces: dict[str, str] = {}
        self.groups: frozenset[str] = frozenset()
        for language in LANGUAGES:
            for group, words in _read(language).items():
                self._add(group, words)
        self.vocabulary = frozenset(self.surfaces.values())
        self.rules = tuple(self._rules(_read("rules")))

    def starting_with(self, key: str) -> list[Phrase]:
        """Phrases whose first word this is, the longest first."""
        return self._by_first.get(key, [])

    def _add(self, group: str, words: str) -> None:
        for phrase in words.split(","):
            keys = tuple(self._key(word) for word in phrase.lower().replace("-", " ").split())
            if keys:
                self._by_first.setdefault(keys[0], []).append(Phrase(group, keys))
        self.groups |= {group}

    def _key(self, word: str) -> str:
        word = word.replace("ё", "е")
        form = word.removeprefix("=")
        self.surfaces[form] = self.stems.of(form)
        return word if word != form else self.surfaces[form]

    def _rules(self, tools: Mapping[str, Any]) -> Iterator[Rule]:
        for tool, section in tools.items():
            for rule in section["rules"]:
                needs = tuple(tuple(entry.split("|")) for entry in rule["all"])
                named = {name for entry in needs for name in entry}
                named |= {*rule.get("may", ()), *rule.get("never", ())}
                unknown = {name for name in named if name[0] != "@"} - self.groups
                if unknown:
                    raise ValueError(f"rules.toml names unknown groups: {sorted(unknown)}")
                writes = rule.get("writes", section.get("writes", False))
                yield Rule(
                    tool=tool,
                    needs=needs,
                    may=frozenset(rule.get("may", ())),
                    never=frozenset(rule.get("never", ())),
                    loose=0 if writes else rule.get("loose", 0),
                    writes=writes,
                    is_free=rule.get("free", False),
                    is_marked=rule.get("marked", False),
                    is_narrow=rule.get("narrow", False),
                )


def _read(name: str) -> dict[str, Any]:
    folder = resources.files(__package__).joinpath("phrases")
    return tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))
