"""Every sentence exists in both languages, is complete, and is used."""

import re
from collections import Counter

import pytest

from architecture.catalogue import Entry, constants, entries, junk, key_patterns, uses
from domain.texts import LANGUAGES


@pytest.fixture(scope="module")
def english() -> dict[str, Entry]:
    return {entry.key: entry for entry in entries("en")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_can_be_read_whole(language: str) -> None:
    assert junk(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_given_twice(language: str) -> None:
    """The second one would be ignored without a word."""
    counted = Counter(entry.key for entry in entries(language))
    assert [key for key, count in counted.items() if count > 1] == []


def test_both_languages_have_the_same_messages(english: dict[str, Entry]) -> None:
    russian = {entry.key: entry for entry in entries("ru")}
    assert set(english) == set(russian)
    assert {e.key: (e.file, e.placeholders) for e in english.values()} == {
        e.key: (e.file, e.placeholders) for e in russian.values()
    }


def test_every_text_in_the_code_exists(english: dict[str, Entry]) -> None:
    missing = [
        (use.where, use.key)
        for use in uses()
        if not any(re.fullmatch(use.key, key) for key in english)
    ]
    assert missing == []


def test_every_text_gets_the_parameters_it_needs(english: dict[str, Entry]) -> None:
    wrong = [
        (use.where, key, sorted(english[key].placeholders ^ use.params))
        for use in uses()
        if use.is_literal and use.params is not None
        for key in english
        if re.fullmatch(use.key, key) and english[key].placeholders != use.params
    ]
    assert wrong == []


def test_every_message_is_used(english: dict[str, Entry]) -> None:
    patterns = key_patterns()
    known = constants() | {key for entry in english.values() for key in entry.quotes}
    assert [key for key in english if not _is_made(key, patterns, known)] == []


def _is_made(
    key: str, patterns: list[re.Pattern[str]], known: frozenset[str], depth: int = 3
) -> bool:
    """
    Whether the sources spell this key, or an f-string gives it.

    Its holes are numbers, words of the sources, or made in the same way: one function adds
    "planner-", another "label-" and the name of a tool.
    """
    if key.isdecimal() or key in known or key.replace("-", "_") in known:
        return True
    return depth > 0 and any(
        all(_is_made(hole, patterns, known, depth - 1) for hole in matched.groups())
        for pattern in patterns
        if (matched := pattern.fullmatch(key)) is not None
    )
