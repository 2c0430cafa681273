"""Facts about charts and datasets, and what rules make of them: no fact, no finding."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from domain.reading import ReadColumn, Reading
from domain.superset import JsonValue

Severity = Literal["high", "medium", "low"]
Verdict = Literal["broken", "doubtful", "good"]
Facts = Mapping[str, JsonValue]

STALE_AFTER: Final = timedelta(days=40)  # a month's bar is dated by its first day
SLOW_S: Final = 5.0
NULLS_FROM: Final = 0.2
_JUMP: Final = 2.0
_LEVEL_JUMP: Final = 3.0
_FEW_ROWS: Final = 10
_EARLIEST: Final = datetime(1990, 1, 1, tzinfo=UTC)
_LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd; `params` fill the sentence about it."""

    severity: Severity
    code: str
    params: Mapping[str, str | int | float]


def facts_of_reading(reading: Reading, seconds: float) -> dict[str, JsonValue]:
    """Facts about the rows of a chart; of the data itself only numbers and one time are kept."""
    rows = len(reading.rows)
    columns: list[JsonValue] = []
    newest: datetime | None = None
    for at, column in enumerate(reading.columns):
        values = [row[at] for row in reading.rows]
        columns.append(_facts_of_column(column, values))
        if column.kind != "number":
            found = newest_of(values)
            newest = max(filter(None, (newest, found)), default=None)
    return {
        "error": reading.error,
        "rows": rows,
        "seconds": round(seconds, 3),
        "columns": columns,
        "newest": None if newest is None else newest.isoformat(),
    }


def newest_of(values: Iterable[JsonValue]) -> datetime | None:
    """The latest of values that are times all of them; None for anything else."""
    present = [value for value in values if value is not None]
    moments = [moment_of(value) for value in present]
    known = [moment for moment in moments if moment is not None]
    return max(known) if known and len(known) == len(present) else None


def moment_of(value: JsonValue) -> datetime | None:
    """Milliseconds since 1970, or ISO 8601; None for what is no time of our age."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        moment = _from_milliseconds(value)
    else:
        moment = _from_text(value) if isinstance(value, str) else None
    return moment if moment is not None and _EARLIEST < moment < _LATEST else None


def findings_of(facts: Facts, before: Facts | None, now: datetime) -> tuple[Finding, ...]:
    """What is odd about one chart or dataset, by itself and against its last run."""
    if facts.get("unread"):
        return (Finding("low", "unread", {}),)
    error = facts.get("error")
    if error is not None:
        return (Finding("high", "error", {"error": str(error)}),)
    rows = _number(facts.get("rows"))
    if rows == 0:
        return (_empty(facts),)
    found = [*_stale(facts, now), *_nulls(facts), *_slow(facts)]
    if before is not None and before.get("error") is None:
        found.extend(_jumps(facts, before))
    return tuple(found)


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """The worst finding decides; without a model this is the verdict."""
    severities = {finding.severity for finding in findings}
    if "high" in severities:
        return "broken"
    return "doubtful" if "medium" in severities else "good"


def to_compare(facts: Facts) -> dict[str, JsonValue]:
    """What the next run is compared with."""
    return {
        "error": facts.get("error"),
        "rows": facts.get("rows"),
        "levels": {str(column.get("name")): column.get("level") for column in _columns(facts)},
    }


def merged(parts: Sequence[Facts]) -> dict[str, JsonValue]:
    """The facts of one dataset whose columns were looked at part by part."""
    errors = [part["error"] for part in parts if part.get("error") is not None]
    newest = [str(part["newest"]) for part in parts if part.get("newest") is not None]
    return {
        **parts[0],
        "error": errors[0] if errors else None,
        "unread": any(part.get("unread") for part in parts),
        "seconds": max(_number(part.get("seconds")) for part in parts),
        "columns": [dict(column) for part in parts for column in _columns(part)],
        "newest": max(newest, default=None),
    }


def _facts_of_column(column: ReadColumn, values: Sequence[JsonValue]) -> dict[str, JsonValue]:
    numbers = [
        value
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    ]
    is_number = column.kind == "number" and bool(numbers)
    return {
        "name": column.name,
        "kind": column.kind,
        "nulls": round(sum(value is None for value in values) / len(values), 4) if values else 0.0,
        "level": sum(numbers) / len(numbers) if is_number else None,
    }


def _empty(facts: Facts) -> Finding:
    """A filter's default value may be all that is wrong."""
    filters = facts.get("filters")
    if isinstance(filters, Sequence) and filters:
        return Finding("medium", "empty-filtered", {"filters": ", ".join(map(str, filters))})
    return Finding("medium", "empty", {})


def _stale(facts: Facts, now: datetime) -> Iterable[Finding]:
    newest = moment_of(facts.get("newest"))
    if newest is not None and now - newest > STALE_AFTER:
        days = (now - newest).days
        yield Finding("medium", "stale", {"newest": newest.date().isoformat(), "days": days})


def _nulls(facts: Facts) -> Iterable[Finding]:
    for column in _columns(facts):
        share = _number(column.get("nulls"))
        if share >= NULLS_FROM:
            name, percent = str(column.get("name")), round(share * 100)
            yield Finding("medium", "nulls", {"column": name, "percent": percent})


def _slow(facts: Facts) -> Iterable[Finding]:
    seconds = _number(facts.get("seconds"))
    if seconds >= SLOW_S:
        yield Finding("low", "slow", {"seconds": round(seconds, 1)})


def _jumps(facts: Facts, before: Facts) -> Iterable[Finding]:
    rows, had = _number(facts.get("rows")), _number(before.get("rows"))
    if max(rows, had) >= _FEW_ROWS and _is_jump(rows, had, _JUMP):
        yield Finding("medium", "rows-jump", {"before": int(had), "after": int(rows)})
    levels = before.get("levels")
    known = levels if isinstance(levels, Mapping) else {}
    for column in _columns(facts):
        name, level = str(column.get("name")), column.get("level")
        old = known.get(name)
        if level is None or old is None:
            continue
        if _is_jump(_number(level), _number(old), _LEVEL_JUMP):
            params = {
                "column": name,
                "before": f"{_number(old):.6g}",
                "after": f"{_number(level):.6g}",
            }
            yield Finding("medium", "level-jump", params)


def _is_jump(one: float, other: float, factor: float) -> bool:
    if one == other:
        return False
    if one == 0 or other == 0 or (one < 0) != (other < 0):
        return True
    larger, smaller = max(abs(one), abs(other)), min(abs(one), abs(other))
    return larger >= factor * smaller


def _columns(facts: Facts) -> list[Mapping[str, JsonValue]]:
    columns = facts.get("columns")
    listed = columns if isinstance(columns, Sequence) and not isinstance(columns, str) else []
    return [each for each in listed if isinstance(each, Mapping)]


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _from_milliseconds(value: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _from_text(value: str) -> datetime | None:
    if not value[:4].isdigit() or value[4:5] != "-":
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
