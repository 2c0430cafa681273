"""What would be different: two bundles compared object by object and field by field."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from domain.bundle import KINDS, Bundle, JsonObject, Kind, title_of
from domain.bundle_embedding import EMBEDDED
from domain.bundle_normal import normal_object
from domain.bundle_references import objects_in
from domain.plan import FieldChange
from domain.superset import JsonValue

# A person reads this; what is longer is cut, but never what a database runs.
_SHOWN: Final = 300
_BEFORE_THE_DIFFERENCE: Final = 60
_STATEMENTS: Final = frozenset(
    {"sql", "expression", "sqlExpression", "fetch_values_predicate", "where", "having"}
)
_DEEPEST: Final = 6
# What names a member of a list, so that a changed member is not a changed list.
_NAMES: Final = ("column_name", "metric_name", "id", "label", "name")
_CONNECTION: Final = "database_uuid"
_UNSEEN: Final = frozenset({"uuid", "version", _CONNECTION})
# Kept apart, because not every source of a bundle knows them.
_KNOWN_IN_PART: Final = frozenset({"tags", "owners", EMBEDDED})


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """One object in both; `fields` are empty where it is kept, created or deleted as a whole."""

    kind: Kind
    uuid: str
    title: str
    change: Literal["create", "update", "delete", "keep"]
    fields: tuple[FieldChange, ...] = ()


def compare(
    old: Bundle,
    new: Bundle,
    kinds: tuple[Kind, ...] = ("dashboard", "chart", "dataset"),
    *,
    is_one_place: bool = False,
) -> tuple[ObjectChange, ...]:
    """
    Every object of either, dashboards first, then by title. Both are normalised here.

    Tags, owners and embedding count only where both sides tell them. Which connection a dataset
    reads is a difference only in one place: two environments never share one.
    """
    unseen = _UNSEEN - {_CONNECTION} if is_one_place else _UNSEEN
    found = [
        _changed(kind, uuid, (old.of(kind).get(uuid), new.of(kind).get(uuid)), unseen)
        for kind in KINDS
        if kind in kinds
        for uuid in old.of(kind).keys() | new.of(kind).keys()
    ]
    return tuple(sorted(found, key=lambda each: (KINDS.index(each.kind), each.title, each.uuid)))


def is_equal(changes: tuple[ObjectChange, ...]) -> bool:
    """Whether nothing is different."""
    return all(change.change == "keep" for change in changes)


def is_statement(field: FieldChange) -> bool:
    """Whether a database runs it, in whole or as a part of a query."""
    return field.name.rpartition(".")[2] in _STATEMENTS


def statements_in(kind: Kind, content: JsonObject) -> tuple[FieldChange, ...]:
    """Everything in an object that a database would run, whole, as what is new; each text once."""
    found: dict[str, FieldChange] = {}
    for path, text in _statements("", normal_object(kind, content)):
        found.setdefault(text, FieldChange(path, None, text))
    return tuple(found.values())


def _statements(path: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            here = f"{path}.{key}" if path else key
            if key in _STATEMENTS and isinstance(inner, str) and inner.strip():
                yield here, inner
            else:
                yield from _statements(here, inner)
    elif isinstance(value, list):
        named = _named(value) or {str(number): each for number, each in enumerate(value)}
        for name, inner in named.items():
            yield from _statements(f"{path}.{name}", inner)


def _changed(
    kind: Kind,
    uuid: str,
    sides: tuple[JsonObject | None, JsonObject | None],
    unseen: frozenset[str],
) -> ObjectChange:
    old, new = sides
    title = title_of(kind, new or old or {})
    if old is None:
        return ObjectChange(kind, uuid, title, "create")
    if new is None:
        return ObjectChange(kind, uuid, title, "delete")
    fields = tuple(_differences(normal_object(kind, old), normal_object(kind, new), unseen))
    return ObjectChange(kind, uuid, title, "update" if fields else "keep", fields)


def _differences(old: JsonObject, new: JsonObject, unseen: frozenset[str]) -> Iterator[FieldChange]:
    for key in sorted(old.keys() | new.keys()):
        is_partly_known = key in _KNOWN_IN_PART and not (key in old and key in new)
        if key in unseen or is_partly_known:
            continue
        if key == "query_context" and _same_question(old.get(key), new.get(key)):
            continue
        yield from _field(key, old.get(key), new.get(key), 0)


def _same_question(old: JsonValue, new: JsonValue) -> bool:
    """Superset keeps the chart's form in its saved query a second time, often an older one."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old == new
    return {k: v for k, v in old.items() if k != "form_data"} == {
        k: v for k, v in new.items() if k != "form_data"
    }


def _field(path: str, old: JsonValue, new: JsonValue, depth: int) -> Iterator[FieldChange]:
    if _is_nothing(old) and _is_nothing(new):
        return
    if _json(old) == _json(new):
        return
    pairs = _members(old, new) if depth < _DEEPEST else None
    if pairs is None:
        yield _field_change(path, _text(old), _text(new))
        return
    for name, (before, after) in pairs.items():
        yield from _field(f"{path}.{name}", before, after, depth + 1)


def _members(old: JsonValue, new: JsonValue) -> dict[str, tuple[JsonValue, JsonValue]] | None:
    """The members of two objects, or of two lists of named objects, side by side; else None."""
    before, after = _named(old), _named(new)
    if before is None or after is None:
        return None
    return {
        name: (before.get(name), after.get(name)) for name in sorted(before.keys() | after.keys())
    }


def _named(value: JsonValue) -> JsonObject | None:
    if isinstance(value, Mapping):
        return value
    members = objects_in(value)
    if not members or not isinstance(value, list) or len(members) < len(value):
        return None
    for key in _NAMES:
        names = [str(each[key]) for each in members if key in each]
        if len(set(names)) == len(members):
            return dict(zip(names, members, strict=True))
    return None


def _is_nothing(value: JsonValue) -> bool:
    """Superset writes an empty text, list or object now as this, now as null."""
    return value is None or value == "" or (isinstance(value, list | Mapping) and not value)


def _json(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=dict)


def _text(value: JsonValue) -> str | None:
    if _is_nothing(value):
        return None
    return value if isinstance(value, str) else _json(value)


def _field_change(path: str, old: str | None, new: str | None) -> FieldChange:
    """Long values from a little before the first difference on: a cut must not hide it."""
    whole = FieldChange(path, old, new)
    if is_statement(whole):
        return whole
    pairs = zip(old or "", new or "", strict=False)
    shorter = min(len(old or ""), len(new or ""))
    differ = next((at for at, (one, other) in enumerate(pairs) if one != other), shorter)
    start = max(0, differ - _BEFORE_THE_DIFFERENCE) if differ >= _SHOWN - 1 else 0
    return FieldChange(path, _cut(old, start), _cut(new, start))


def _cut(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    rest = f"…{text[start:]}" if start else text
    return rest if len(rest) <= _SHOWN else f"{rest[: _SHOWN - 1]}…"
