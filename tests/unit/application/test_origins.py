"""Where an argument came from: lists, and places of versions."""

import time

import pytest

from application.turn.origins import named_by, origins_of
from domain.conversation import ChatMessage
from domain.superset import JsonValue

WRITTEN = [
    ChatMessage("user", "back up «Sales» and 12, from the branch release/1"),
    ChatMessage("tool", "found: Customers", call_id="c1"),
]


@pytest.mark.parametrize(
    ("value", "origin"),
    [
        (["Sales", "12"], "person"),
        (["Sales", "Customers"], "tool"),
        (["Sales", "made up"], "model"),
        ([], "model"),
        ("branch:release/1", "person"),
        ("branch:release/2", "model"),
        ("branch:", "model"),
        ("1", "person"),
        (True, "model"),
    ],
)
def test_the_least_trusted_part_counts(value: JsonValue, origin: str) -> None:
    assert origins_of({"x": value}, frozenset(), None, WRITTEN) == {"x": origin}


TIERS = {"ss-dev": "dev", "ss-prod": "prod", "ss-prod-eu": ""}
DATABASES = [["1", "retail", "sqlite"], ["2", "Twice", "sqlite"], ["3", "twice", "sqlite"]]


@pytest.mark.parametrize(
    ("said", "name", "value", "origin"),
    [
        ("выкати на прод", "target_env", "ss-prod", "person"),
        ("deploy it to production", "target_env", "ss-prod", "person"),
        ("продай всё", "target_env", "ss-prod", "model"),
        ("выкати на прод", "target_env", "ss-dev", "model"),
        ("выкати на прод", "message", "ss-prod", "model"),
        ("run it on retail", "database_id", "1", "person"),
        ("run it on RETAIL", "database_id", 1, "person"),
        ("run it on retailers", "database_id", "1", "model"),
        ("run it on retail", "dashboard_id", "1", "model"),
        ("run it on twice", "database_id", "2", "model"),
    ],
)
def test_what_the_person_named_by_another_word_is_theirs(
    said: str, name: str, value: JsonValue, origin: str
) -> None:
    window = [ChatMessage("user", said)]
    found = origins_of({name: value}, frozenset(), None, window, named_by(window, TIERS, DATABASES))
    assert found == {name: origin}


def test_two_environments_of_a_tier_are_named_by_neither() -> None:
    window = [ChatMessage("user", "на прод"), ChatMessage("tool", "ss-dev", call_id="c")]
    two = {"a-prod": "prod", "b-prod": "prod", "ss-dev": "dev"}
    assert named_by(window, two, [])["target_env"] == frozenset()


def test_text_that_repeats_itself_holds_nobody_up() -> None:
    """One person's long message must not keep everybody else waiting."""
    window = [ChatMessage("user", "a" * 32_000), ChatMessage("tool", "a" * 4000)] * 30
    arguments: dict[str, JsonValue] = {
        "query": "a" * 400,
        "dashboard_ids": ["a" * length for length in range(1, 400)],
    }
    began = time.process_time()
    found = origins_of(arguments, frozenset(), None, window)
    assert time.process_time() - began < 2
    assert found == {"query": "tool", "dashboard_ids": "tool"}


def test_a_word_is_found_behind_many_that_hold_it() -> None:
    window = [ChatMessage("user", f"{' '.join(str(n) for n in range(100, 160))} and then 1")]
    assert origins_of({"id": "1"}, frozenset(), None, window) == {"id": "person"}
