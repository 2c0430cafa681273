from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.reading import ReadColumn, Reading
from domain.superset import JsonValue
from domain.validation import (
    Finding,
    facts_of_reading,
    findings_of,
    merged,
    moment_of,
    newest_of,
    to_compare,
    verdict_of,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
GOOD: dict[str, Any] = {
    "error": None,
    "rows": 20,
    "seconds": 0.2,
    "columns": [{"name": "revenue", "kind": "number", "nulls": 0.0, "level": 10.0}],
    "newest": "2026-11-29T00:00:00+00:00",
}


def codes(facts: dict[str, Any], before: dict[str, Any] | None = None) -> dict[str, str]:
    return {each.code: each.severity for each in findings_of(facts, before, NOW)}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1735689600000.0, "2025-01-01"),
        ("2025-12-31 20:56:30", "2025-12-31"),
        ("2025-12-31T23:00:00-03:00", "2026-01-01"),
        ("2025-12-31", "2025-12-31"),
        (5, None),
        (True, None),
        ("20250101", None),
        ("2025", None),
        ("North", None),
        (1e30, None),
        (None, None),
    ],
)
def test_moments(value: JsonValue, expected: str | None) -> None:
    moment = moment_of(value)
    assert (None if moment is None else moment.date().isoformat()) == expected


def test_column_is_a_time_only_when_all_of_it_is() -> None:
    assert newest_of(["2025-01-01", None, "2025-03-01"]) == datetime(2025, 3, 1, tzinfo=UTC)
    assert newest_of(["2025-01-01", "soon"]) is None
    assert newest_of([None]) is None


def test_facts_hold_numbers_and_one_time_but_no_values() -> None:
    columns = (
        ReadColumn("day", "time"),
        ReadColumn("who", "text"),
        ReadColumn("sum", "number"),
    )
    rows: Any = ((1735689600000, "Ann", 1.0), (1738368000000, None, 3.0), (None, "Bob", None))
    facts = facts_of_reading(Reading(columns, rows), 1.23456)
    assert facts["rows"] == 3
    assert facts["seconds"] == 1.235
    assert facts["newest"] == "2025-02-01T00:00:00+00:00"
    assert facts["columns"] == [
        {"name": "day", "kind": "time", "nulls": 0.3333, "level": None},
        {"name": "who", "kind": "text", "nulls": 0.3333, "level": None},
        {"name": "sum", "kind": "number", "nulls": 0.3333, "level": 2.0},
    ]
    assert "Ann" not in str(facts)


def test_nothing_odd_is_good() -> None:
    assert codes(GOOD) == {}
    assert verdict_of(()) == "good"


@pytest.mark.parametrize(
    ("change", "code", "severity"),
    [
        ({"error": "no such column"}, "error", "high"),
        ({"unread": True}, "unread", "low"),
        ({"rows": 0}, "empty", "medium"),
        ({"seconds": 5.0}, "slow", "low"),
        ({"newest": "2026-10-01T00:00:00+00:00"}, "stale", "medium"),
        ({"columns": [{"name": "city", "nulls": 0.2}]}, "nulls", "medium"),
    ],
)
def test_each_oddity(change: dict[str, Any], code: str, severity: str) -> None:
    assert codes({**GOOD, **change}) == {code: severity}


def test_month_that_runs_is_not_stale() -> None:
    newest = (NOW - timedelta(days=39)).isoformat()
    assert codes({**GOOD, "newest": newest}) == {}


@pytest.mark.parametrize(
    ("rows", "level", "expected"),
    [
        (20, 10.0, set()),
        (39, 29.0, set()),
        (40, 10.0, {"rows-jump"}),
        (10, 10.0, {"rows-jump"}),
        (20, 30.0, {"level-jump"}),
        (20, -10.0, {"level-jump"}),
        (20, 0.0, {"level-jump"}),
        (20, None, set()),
    ],
)
def test_jumps_against_the_last_run(rows: int, level: float | None, expected: set[str]) -> None:
    before = to_compare(GOOD)
    after = {**GOOD, "rows": rows, "columns": [{**GOOD["columns"][0], "level": level}]}
    assert set(codes(after, before)) == expected


def test_few_rows_may_double() -> None:
    assert codes({**GOOD, "rows": 8}, to_compare({**GOOD, "rows": 3})) == {}


def test_run_that_failed_is_no_measure() -> None:
    assert codes(GOOD, to_compare({**GOOD, "error": "broken", "rows": 0})) == {}


def test_worst_finding_decides() -> None:
    low, medium, high = (Finding(each, "x", {}) for each in ("low", "medium", "high"))
    assert verdict_of([low]) == "good"
    assert verdict_of([low, medium]) == "doubtful"
    assert verdict_of([high, medium]) == "broken"


def test_parts_of_a_dataset_are_one() -> None:
    other = {**GOOD, "seconds": 7.0, "newest": None, "columns": [{"name": "city", "nulls": 0.0}]}
    whole = merged([GOOD, other])
    assert whole["seconds"] == 7.0
    assert whole["newest"] == GOOD["newest"]
    columns: Any = whole["columns"]
    assert [column["name"] for column in columns] == ["revenue", "city"]
