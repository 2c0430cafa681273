"""What is proposed for a column: facts, or nothing."""

from dataclasses import replace

import pytest

from domain.column_drafts import draft_of_column
from domain.column_names import words_of
from domain.descriptions import DescribedColumn
from domain.superset import JsonValue
from domain.texts import Language
from tool_surroundings import TEXTS

COLUMN = DescribedColumn("1", "region", "VARCHAR", None, is_time=False, expression=None)
DAY = 86_400_000


def said(
    name: str, kind: str, values: list[JsonValue], language: Language = "en", *datasets: str
) -> str | None:
    draft = draft_of_column(replace(COLUMN, name=name, type=kind), values, datasets)
    return None if draft is None else TEXTS.say(draft, language)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("order_id", ["order", "id"]),
        ("orderDate", ["order", "date"]),
        ("Код товара", ["код", "товара"]),
        ("__", []),
    ],
)
def test_words_of_a_name(name: str, expected: list[str]) -> None:
    assert words_of(name) == expected


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("name", "kind", "values", "facts"),
    [
        ("id", "INT", [1, 2, 3], ["3"]),
        ("store_id", "INT", [1, 2, 2, None], ["2", "25"]),
        ("revenue", "FLOAT", [1.5, 200.0, 7.25], ["1.50", "200", "3"]),
        ("area", "REAL", ["10.5", "9"], ["9", "10.50"]),
        ("is_active", "INT", [1, 1, 1, 0], ["75"]),
        ("paid", "BOOLEAN", [True, False], ["50"]),
        ("joined_on", "TIMESTAMP", [0, 40 * DAY], ["1970-01-01", "1970-02-10"]),
        ("day", "DATE", ["2026-03-04", "2026-01-02"], ["2026-01-02", "2026-03-04"]),
        ("region", "VARCHAR", ["South", "North", None, "South"], ["2", "North, South", "25"]),
        ("grade", "VARCHAR", list("abcdefg"), ["7", "a, b, c, d, e"]),
        ("note", "VARCHAR", ["x" * 31, "y" * 40], ["2"]),
        ("gone", "VARCHAR", [None, "", None], ["3"]),
        ("__", "INT", [5], ["5"]),
    ],
)
def test_a_draft_tells_facts(
    name: str, kind: str, values: list[JsonValue], facts: list[str], language: Language
) -> None:
    draft = said(name, kind, values, language)
    assert draft is not None
    assert [fact for fact in facts if fact not in draft.split(":", 1)[1]] == []


@pytest.mark.parametrize("kind", ["INT", "VARCHAR", "TIMESTAMP", "BOOLEAN"])
@pytest.mark.parametrize("name", ["id", "quantity", "is_new", "Код"])
def test_without_a_value_nothing_is_proposed(name: str, kind: str) -> None:
    """A sentence that only repeats the name helps nobody."""
    assert said(name, kind, []) is None


@pytest.mark.parametrize(
    ("name", "datasets", "target"),
    [
        ("customer_id", ["orders", "customers"], "customers"),
        ("categoryId", ["Categories"], "Categories"),
        ("order_item_id", ["order_items", "items"], "order_items"),
        ("customer_id", ["orders"], None),
        ("customer_id", ["customers", "Customer"], None),
        ("id", ["s", ""], None),
    ],
)
def test_an_identifier_refers_to_the_dataset_of_its_name(
    name: str, datasets: list[str], target: str | None
) -> None:
    draft = said(name, "INT", [], "en", *datasets)
    assert (draft is not None and target is not None and target in draft) or draft is target


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("email", ["a@b.c"]),
        ("customer_name", ["Ann", "Bob"]),
        ("телефон", ["+7"]),
        ("contact", ["ann@example.com"]),
        ("note", ["x" * 31]),
        ("note", [f"note {number}" for number in range(13)]),
    ],
)
@pytest.mark.parametrize("kind", ["VARCHAR", "INT"])
def test_values_that_may_be_of_people_stay_out(
    name: str, values: list[JsonValue], kind: str
) -> None:
    draft = said(name, kind, values)
    assert draft is not None
    assert [value for value in values if str(value) in draft] == []
    assert str(len(values)) in draft or "one value" in draft


def test_a_number_that_may_be_of_a_person_stays_out() -> None:
    draft = said("passport", "BIGINT", [4509123456, 4509123457])
    assert draft is not None
    assert "4509" not in draft


def test_a_computed_column_shows_its_sql() -> None:
    draft = draft_of_column(replace(COLUMN, expression="price * quantity"), [])
    assert draft is not None
    assert draft.params["expression"] == "price * quantity"
