"""What stands in a message besides words: SQL, titles, numbers, environments, databases."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adapters.planner.spellings import Spellings
from adapters.planner.sql_text import bare_sql, looks_like_sql


@dataclass(frozen=True, slots=True)
class Slot:
    """
    A piece of the message with a meaning of its own.

    Args:
        kind: sql, quoted, uuid, place, environment, database, since, time, path, hex, number, name.
        value: what an argument takes.

    """

    kind: str
    value: str
    start: int
    end: int


_FENCE = re.compile(r"```[a-zA-Z]*\n?(?P<value>.*?)```", re.DOTALL)
_BACKTICKS = re.compile(r"`(?P<value>[^`\n]+)`")
_QUOTES = re.compile(
    r"«(?P<a>[^«»]+)»|“(?P<b>[^“”]+)”|„(?P<c>[^„“”]+)[“”]|\"(?P<d>[^\"]+)\"|(?<!\w)'(?P<e>[^'\n]+)'(?!\w)"
)
_UUID = re.compile(r"\b(?P<value>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\b")
_PLACE = re.compile(r"\b(?P<value>(?:branch|commit|backup):[\w./-]*\w)")
# As this service names them.
_BACKUP = re.compile(r"(?<![\w:-])(?P<value>\d{8}T\d{6}Z-[\w-]*\w)")
_ISO_DATE = re.compile(r"\b(?P<value>\d{4}-\d\d-\d\d)\b")
_TIME = re.compile(r"(?<![\w:])(?P<value>(?:\d{4}-\d\d-\d\dT)?[012]?\d:[0-5]\d)(?![\w:])")
_AGE = re.compile(
    r"\b(?:(?:in|over|within|during|for|за)\s+)?(?:(?:the\s+)?(?:last|past|последн\w+)\s+)?"
    r"(?P<count>\d{1,3})\s*(?P<unit>h|d|w|hours?|days?|weeks?|час\w*|дн\w+|день|недел\w+)\b"
    r"(?:\s+ago|\s+назад)?",
    re.IGNORECASE,
)
_NAMED_AGES = (
    (re.compile(r"\b(?:since\s+)?yesterday\b|\b(?:со?\s+)?вчера\w*", re.IGNORECASE), "2d"),
    (re.compile(r"\b(?:today)\b|\bсегодня\b", re.IGNORECASE), "24h"),
    (
        re.compile(
            r"\b(?:in\s+|over\s+|during\s+)?(?:the\s+)?(?:last|past|this)\s+week\b"
            r"|\b(?:за|на)\s+(?:(?:последнюю|прошлую|прошлой|этой|эту)\s+)?недел[юе]\b",
            re.IGNORECASE,
        ),
        "7d",
    ),
    (
        re.compile(
            r"\b(?:in\s+|over\s+|during\s+)?(?:the\s+)?(?:last|past|this)\s+month\b"
            r"|\b(?:за|в)\s+(?:(?:последний|прошлый|прошлом|этом|этот)\s+)?месяц[е]?\b",
            re.IGNORECASE,
        ),
        "30d",
    ),
)
_UNITS = {"h": "h", "d": "d", "w": "w", "ч": "h", "д": "d", "н": "w"}
_PATH = re.compile(r"(?<![\w/.])(?P<value>[A-Za-z][\w.-]*/[\w./-]*\w)")
# Of git, or an id of our own (26 letters and digits, in capitals).
_HEX = re.compile(
    r"\b(?P<value>(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,40}|[0-7][0-9A-HJKMNP-TV-Z]{25})\b"
)
_NUMBER = re.compile(r"(?<![\w.])[#№]?\s?(?P<value>\d{1,12})(?![\w]|[.,]\d)")
_NAME = re.compile(r"(?<![\w.-])(?P<value>[A-Za-z]\w*\.[\w.]*\w|[A-Za-z][A-Za-z0-9]*_\w+)(?![\w-])")
_PLAIN = (("uuid", _UUID), ("place", _PLACE))
_LATE = (("path", _PATH), ("hex", _HEX), ("number", _NUMBER), ("name", _NAME))


def find_slots(text: str, spellings: Spellings) -> list[Slot]:
    """All slots in order; none overlaps another, earlier kinds win."""
    taken: list[Slot] = []
    is_taken = bytearray(len(text))
    for slot in _all(text, spellings):
        if slot.value and not any(is_taken[slot.start : slot.end]):
            is_taken[slot.start : slot.end] = b"\x01" * (slot.end - slot.start)
            taken.append(slot)
    return sorted(taken, key=lambda slot: slot.start)


def _all(text: str, spellings: Spellings) -> Iterator[Slot]:
    fenced = [Slot("sql", m["value"].strip(), *m.span()) for m in _FENCE.finditer(text)]
    yield from fenced
    quoted = [_quoted(match) for match in (*_BACKTICKS.finditer(text), *_QUOTES.finditer(text))]
    yield from (slot for slot in quoted if slot.kind == "sql")
    bare = bare_sql(text, [(slot.start, slot.end) for slot in (*fenced, *quoted)], spellings)
    if bare is not None:
        yield Slot("sql", text[slice(*bare)].strip().rstrip(";").strip(), *bare)
    yield from (slot for slot in quoted if slot.kind == "quoted")
    for kind, pattern in _PLAIN:
        yield from (Slot(kind, m["value"], *m.span()) for m in pattern.finditer(text))
    yield from (Slot("place", f"backup:{m['value']}", *m.span()) for m in _BACKUP.finditer(text))
    yield from (Slot("environment", env, *span) for env, span in spellings.environments(text))
    yield from (Slot("database", db, *span) for db, span in spellings.databases(text))
    yield from (Slot("time", m["value"], *m.span()) for m in _TIME.finditer(text))
    yield from _ages(text)
    for kind, pattern in _LATE:
        yield from (Slot(kind, m["value"], *m.span()) for m in pattern.finditer(text))


def _quoted(match: re.Match[str]) -> Slot:
    value = next(value for value in match.groupdict().values() if value is not None).strip()
    return Slot("sql" if looks_like_sql(value) else "quoted", value, *match.span())


def _ages(text: str) -> Iterator[Slot]:
    for match in _ISO_DATE.finditer(text):
        yield Slot("since", match["value"], *match.span())
    for match in _AGE.finditer(text):
        unit = _UNITS[match["unit"][0].lower()]
        yield Slot("since", f"{match['count']}{unit}", *match.span())
    for pattern, age in _NAMED_AGES:
        yield from (Slot("since", age, *match.span()) for match in pattern.finditer(text))
