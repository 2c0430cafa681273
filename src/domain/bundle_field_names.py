"""What people call the parts of objects, and how they read the values of some."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.bundle import JsonObject, Kind
from domain.bundle_layout_names import LayoutNames, part_named
from domain.bundle_references import objects_in
from domain.superset import JsonValue
from domain.texts import Text, text

Path = tuple[str, ...]

_FORMS: Final = {"params": "field-setting", "query_context": "field-query"}
_LISTED: Final = {"columns": "field-column", "metrics": "field-metric"}
# "queries", the number of one, and then what it is about.
_AFTER_NUMBER: Final = 2
_FILTER: Final = frozenset({"col", "op", "val", "isExtra", "grain"})


@dataclass(frozen=True, slots=True)
class FieldNames:
    """
    Names the fields of one object; `charts` are titles by uuid, `sides` its two states.

    What it does not know by name keeps the name that Superset gives it.
    """

    kind: Kind
    sides: tuple[JsonObject, JsonObject]
    charts: Mapping[str, str] = field(default_factory=dict)

    def label(self, path: Path, values: tuple[JsonValue, JsonValue]) -> Text:
        """What a field is called."""
        head, *rest = path
        if self.kind == "dashboard" and head == "position" and rest:
            return self._layout.label(path, values)
        if self.kind == "dashboard" and head == "metadata" and rest:
            return self._setting(rest)
        if self.kind == "chart" and head in _FORMS and rest:
            return _of_form(_FORMS[head], rest)
        if self.kind == "dataset" and head in _LISTED and rest:
            return text(_LISTED[head], name=rest[0], rest=part_named(rest[1:]))
        return text("field-named", name=".".join(path))

    def readable(
        self, path: Path, values: tuple[JsonValue, JsonValue]
    ) -> tuple[JsonValue, JsonValue]:
        """The two values as people read them; as they are where that would not tell them apart."""
        old, new = (self._readable(path, value) for value in values)
        return values if old == new else (old, new)

    def _readable(self, path: Path, value: JsonValue) -> JsonValue:
        if self.kind == "dashboard" and path[0] == "position" and path[1:]:
            return self._layout.readable(path, value)
        if isinstance(value, list) and value:
            parts = [_part(each) for each in value]
            return value if None in parts else ", ".join(map(str, parts))
        return value

    @property
    def _layout(self) -> LayoutNames:
        old, new = (_object(side.get("position")) for side in self.sides)
        return LayoutNames({**old, **new}, self.charts)

    def _setting(self, rest: Sequence[str]) -> Text:
        if rest[0] != "native_filter_configuration" or len(rest) == 1:
            return _of_form("field-setting", rest)
        filters = [
            each
            for side in self.sides
            for each in objects_in(_object(side.get("metadata")).get(rest[0]))
        ]
        names = {str(each.get("id")): str(each.get("name") or each.get("id")) for each in filters}
        return text("field-filter", name=names.get(rest[1], rest[1]), rest=part_named(rest[2:]))


def _of_form(key: str, rest: Sequence[str]) -> Text:
    """A setting of a chart, or a part of its query; its queries are numbered from 0."""
    if rest[0] == "queries" and rest[_AFTER_NUMBER:]:
        rest = rest[_AFTER_NUMBER:]
    if rest[0] == "form_data" and rest[1:]:
        # The query keeps a copy of the settings.
        key, rest = "field-query-setting", rest[1:]
    return text(key, what=text("field-named", name=rest[0]), rest=part_named(rest[1:]))


def _part(value: JsonValue) -> str | None:
    """A word, or a plain filter; None for what is more than that."""
    if isinstance(value, str) and value:
        return value
    if not isinstance(value, Mapping):
        return None
    if {"col", "op"} <= value.keys() <= _FILTER and isinstance(value["col"], str):
        return _filter(value["col"], value["op"], value.get("val"))
    is_simple = value.get("expressionType") == "SIMPLE" and not value.get("sqlExpression")
    if is_simple and isinstance(value.get("subject"), str) and value.get("clause") == "WHERE":
        return _filter(value["subject"], value.get("operator"), value.get("comparator"))
    return None


def _filter(column: JsonValue, operator: JsonValue, wanted: JsonValue) -> str | None:
    values = wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]
    if any(isinstance(each, list | Mapping) for each in values):
        return None
    listed = ", ".join(map(str, values))
    shown = f"({listed})" if isinstance(wanted, list) else listed
    return " ".join(part for part in (str(column), str(operator), shown) if part)


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
