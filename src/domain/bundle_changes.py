"""What would be different: two bundles compared object by object and field by field."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from domain.bundle import KINDS, Bundle, JsonObject, Kind, title_of
from domain.bundle_embedding import EMBEDDED
from domain.bundle_field_names import FieldNames, Path
from domain.bundle_normal import normal_object
from domain.bundle_references import objects_in
from domain.plan import FieldChange
from domain.superset import JsonValue
from domain.texts import Text, text

# A person reads this; what is longer is cut, but never what a database runs.
_SHOWN: Final = 300
_BEFORE_THE_DIFFERENCE: Final = 60
_STATEMENTS: Final = frozenset(
    {"sql", "expression", "sqlExpression", "fetch_values_predicate", "where", "having"}
)
_DEEPEST: Final = 6
# What names a member of a list, so that a changed member is not a changed list.
_NAMES: Final = ("column_name", "metric_name", "id", "label", "name")
_QUERIES: Final = ("query_context", "queries")
_CONNECTION: Final = "database_uuid"
_UNSEEN: Final = frozenset({"uuid", "version", _CONNECTION})
# Kept apart, because not every source of a bundle knows them.
_KNOWN_IN_PART: Final = frozenset({"tags", "owners", EMBEDDED})

_Difference: TypeAlias = tuple[Path, tuple[JsonValue, JsonValue]]


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
    titles = {
        uuid: title_of("chart", each) for side in (old, new) for uuid, each in side.charts.items()
    }
    found = [
        _changed(kind, uuid, (old.of(kind).get(uuid), new.of(kind).get(uuid)), unseen, titles)
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


def field_label(change: FieldChange) -> Text:
    """What people call a field."""
    return change.label or text("field-named", name=change.name)


def statements_in(kind: Kind, content: JsonObject) -> tuple[FieldChange, ...]:
    """Everything in an object that a database would run, whole, as what is new; each text once."""
    normal = normal_object(kind, content)
    names = FieldNames(kind, ({}, normal))
    found: dict[str, FieldChange] = {}
    for path, said in _statements((), normal):
        label = names.label(path, (None, said))
        found.setdefault(said, FieldChange(".".join(path), None, said, label))
    return tuple(found.values())


def _statements(path: Path, value: JsonValue) -> Iterator[tuple[Path, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            here = (*path, key)
            if key in _STATEMENTS and isinstance(inner, str) and inner.strip():
                yield here, inner
            else:
                yield from _statements(here, inner)
    elif isinstance(value, list):
        named = _named(value) or {str(number): each for number, each in enumerate(value)}
        for name, inner in named.items():
            yield from _statements((*path, name), inner)


def _changed(
    kind: Kind,
    uuid: str,
    sides: tuple[JsonObject | None, JsonObject | None],
    unseen: frozenset[str],
    charts: Mapping[str, str],
) -> ObjectChange:
    old, new = sides
    title = title_of(kind, new or old or {})
    if old is None:
        return ObjectChange(kind, uuid, title, "create")
    if new is None:
        return ObjectChange(kind, uuid, title, "delete")
    normal = normal_object(kind, old), normal_object(kind, new)
    names = FieldNames(kind, normal, charts)
    fields = tuple(
        _field_change(path, values, names) for path, values in _differences(*normal, unseen)
    )
    return ObjectChange(kind, uuid, title, "update" if fields else "keep", fields)


def _differences(old: JsonObject, new: JsonObject, unseen: frozenset[str]) -> Iterator[_Difference]:
    for key in sorted(old.keys() | new.keys()):
        is_partly_known = key in _KNOWN_IN_PART and not (key in old and key in new)
        if key in unseen or is_partly_known:
            continue
        if key == "query_context" and _same_question(old.get(key), new.get(key)):
            continue
        yield from _field((key,), old.get(key), new.get(key))


def _same_question(old: JsonValue, new: JsonValue) -> bool:
    """Superset keeps the chart's form in its saved query a second time, often an older one."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old == new
    return {k: v for k, v in old.items() if k != "form_data"} == {
        k: v for k, v in new.items() if k != "form_data"
    }


def _field(path: Path, old: JsonValue, new: JsonValue) -> Iterator[_Difference]:
    if _is_nothing(old) and _is_nothing(new):
        return
    if _json(old) == _json(new):
        return
    pairs = _members(old, new, path) if len(path) <= _DEEPEST else None
    if pairs is None:
        yield path, (old, new)
        return
    for name, (before, after) in pairs.items():
        yield from _field((*path, name), before, after)


def _members(
    old: JsonValue, new: JsonValue, path: Path
) -> dict[str, tuple[JsonValue, JsonValue]] | None:
    """The members of two objects, or of two lists of named objects, side by side; else None."""
    before, after = _named(old), _named(new)
    if path == _QUERIES and isinstance(old, list) and isinstance(new, list):
        # They have no names, and stand in the order of the chart's layers.
        before, after = ({str(n): each for n, each in enumerate(side)} for side in (old, new))
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


def _field_change(
    path: Path, values: tuple[JsonValue, JsonValue], names: FieldNames
) -> FieldChange:
    """Long values from a little before the first difference on: a cut must not hide it."""
    name, label = ".".join(path), names.label(path, values)
    old, new = map(_text, names.readable(path, values))
    whole = FieldChange(name, old, new, label)
    if is_statement(whole):
        return whole
    pairs = zip(old or "", new or "", strict=False)
    shorter = min(len(old or ""), len(new or ""))
    differ = next((at for at, (one, other) in enumerate(pairs) if one != other), shorter)
    start = max(0, differ - _BEFORE_THE_DIFFERENCE) if differ >= _SHOWN - 1 else 0
    return FieldChange(name, _cut(old, start), _cut(new, start), label)


def _cut(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    rest = f"…{text[start:]}" if start else text
    return rest if len(rest) <= _SHOWN else f"{rest[: _SHOWN - 1]}…"
