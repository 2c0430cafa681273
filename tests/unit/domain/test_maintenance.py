from datetime import UTC, datetime

import pytest

from domain.maintenance import end_of

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("18:00", "2026-11-30T18:00:00+00:00"),
        (" 9:30 ", "2026-12-01T09:30:00+00:00"),
        ("12:00", "2026-12-01T12:00:00+00:00"),
        ("2h", "2026-11-30T14:00:00+00:00"),
        ("90 min", "2026-11-30T13:30:00+00:00"),
        ("3 дня", "2026-12-03T12:00:00+00:00"),
        ("2 часа", "2026-11-30T14:00:00+00:00"),
        ("45 минут", "2026-11-30T12:45:00+00:00"),
        ("2026-11-30T20:00", "2026-11-30T20:00:00+00:00"),
        ("2026-11-30T20:00+03:00", "2026-11-30T17:00:00+00:00"),
        ("2026-12-01", "2026-12-01T00:00:00+00:00"),
    ],
)
def test_moment_that_is_meant(wanted: str, expected: str) -> None:
    moment = end_of(wanted, NOON)
    assert moment is not None
    assert moment.isoformat() == expected


@pytest.mark.parametrize(
    "wanted", ["", "soon", "25:00", "0h", "2026-11-30T11:59", "9999d", "31d", "-2h", "2020-01-01"]
)
def test_what_is_over_or_not_understood_is_none(wanted: str) -> None:
    assert end_of(wanted, NOON) is None
