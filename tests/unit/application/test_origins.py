"""Where an argument came from: lists, and places of versions."""

import pytest

from application.turn.origins import origins_of
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
