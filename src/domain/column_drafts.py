"""Drafts of what columns hold, made by rules from what is known; nothing where nothing is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from domain.column_names import PERSONAL, words_of
from domain.descriptions import DescribedColumn
from domain.superset import JsonValue
from domain.texts import Text, text

_NUMERIC: Final = ("INT", "FLOAT", "DOUBLE", "DECIMAL", "NUMERIC", "REAL", "MONEY", "NUMBER")
_TEMPORAL: Final = ("DATE", "TIME")
_FLAG_STARTS: Final = ("is", "has")
_YES: Final = (True, 1, "true", "yes")
_FEW: Final = 12
_SHOWN: Final = 5
_LONGEST_VALUE: Final = 30
_ISO_DATE: Final = 10
_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class _Values:
    """The values of a column in some rows: how many rows, and what is not empty in them."""

    rows: int
    filled: tuple[JsonValue, ...]

    @property
    def distinct(self) -> int:
        return len({str(value) for value in self.filled})

    @property
    def empty_percent(self) -> int:
        """Rounded, yet neither 0 nor 100 unless it is just that."""
        empty = self.rows - len(self.filled)
        return empty and min(99, max(1, round(100 * empty / self.rows)))


def draft_of_column(
    column: DescribedColumn, samples: Iterable[JsonValue], datasets: Sequence[str] = ()
) -> Text | None:
    """
    What a column holds, as far as its SQL, its values and the datasets beside it tell.

    None when they tell no more than its name does.

    Args:
        samples: its value in each of some rows.
        datasets: the titles of all datasets; `customer_id` refers to the one called `customers`.

    """
    words = words_of(column.name)
    spoken = " ".join(words) or column.name
    if column.expression:
        return text("doc-column-computed", words=spoken, expression=column.expression)
    seen = list(samples)
    values = _Values(len(seen), tuple(value for value in seen if value not in (None, "")))
    target = _referred(words, datasets)
    if target is not None:
        return text("doc-column-reference", words=spoken, dataset=target)
    if not values.rows:
        return None
    if not values.filled:
        return text("doc-column-empty", words=spoken, rows=values.rows)
    fact, params = _fact(column, words, values)
    return text(
        f"doc-column-{fact}",
        words=spoken,
        rows=values.rows,
        distinct=values.distinct,
        empty=values.empty_percent,
        **params,
    )


def examples_of(name: str, samples: Iterable[JsonValue]) -> list[str]:
    """A few values of a category; never those of a column that may name people."""
    if PERSONAL.search(name):
        return []
    values = {value for value in samples if isinstance(value, str) and value.strip()}
    if not 0 < len(values) <= _FEW:
        return []
    if any(len(value) > _LONGEST_VALUE or "@" in value for value in values):
        return []
    return sorted(values)[:_SHOWN]


def _fact(
    column: DescribedColumn, words: Sequence[str], values: _Values
) -> tuple[str, dict[str, str | int]]:
    """Which sentence fits, and what else it says."""
    kind = column.type.upper()
    if column.is_time or any(name in kind for name in _TEMPORAL):
        days = sorted(day for value in values.filled if (day := _day(value)) is not None)
        return ("time", {"first": days[0], "last": days[-1]}) if days else ("text", {})
    if words[-1:] == ["id"]:
        is_key = values.distinct == values.rows
        return ("key" if is_key else "id"), {}
    if (words or [""])[0] in _FLAG_STARTS or "BOOL" in kind:
        yes = sum(value in _YES for value in values.filled)
        return "flag", {"percent": round(100 * yes / len(values.filled))}
    numbers = [number for value in values.filled if (number := _number(value)) is not None]
    if any(name in kind for name in _NUMERIC) and numbers and not PERSONAL.search(column.name):
        return "number", {"least": _plain(min(numbers)), "most": _plain(max(numbers))}
    examples = examples_of(column.name, values.filled)
    if examples:
        is_all = len(examples) == values.distinct
        return "category", {"examples": ", ".join(examples), "all": "yes" if is_all else "no"}
    return "text", {}


def _referred(words: Sequence[str], datasets: Sequence[str]) -> str | None:
    """The one dataset that is called like what an identifier identifies."""
    if words[-1:] != ["id"] or len(words) == 1:
        return None
    noun = "_".join(words[:-1])
    plurals = {noun, f"{noun}s", f"{noun}es", f"{noun.removesuffix('y')}ies"}
    found = {title for title in datasets if "_".join(words_of(title)) in plurals}
    return found.pop() if len(found) == 1 else None


def _day(value: JsonValue) -> str | None:
    """Of a time in milliseconds since 1970 or as ISO text; None for what is neither."""
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value / _MS, UTC).date().isoformat()
        return datetime.fromisoformat(str(value)[:_ISO_DATE]).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def _number(value: JsonValue) -> float | None:
    try:
        return float(value) if isinstance(value, int | float | str) else None
    except ValueError:
        return None


def _plain(number: float) -> str:
    return str(int(number)) if number.is_integer() else f"{number:.2f}"
