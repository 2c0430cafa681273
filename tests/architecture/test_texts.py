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
    known = constants()
    quoted = {key for entry in english.values() for key in entry.quotes}
    patterns = key_patterns()
    unused = [
        key
        for key in english
        if key not in known
        and key not in quoted
        and not any(_fits(pattern, key, known) for pattern in patterns)
    ]
    assert unused == []


def _fits(pattern: re.Pattern[str], key: str, known: frozenset[str]) -> bool:
    """Whether a key with holes gives this key, each hole a number or a word of the sources."""
    matched = pattern.fullmatch(key)
    return matched is not None and all(
        hole.isdecimal() or hole in known or hole.replace("-", "_") in known
        for hole in matched.groups()
    )
