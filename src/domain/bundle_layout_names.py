"""What people call the parts of a dashboard's layout: its charts, texts and tabs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.bundle import JsonObject, uuid_of
from domain.superset import JsonValue
from domain.texts import Text, text

_DEEPEST: Final = 6
_SIZES: Final = frozenset({"width", "height"})
_WITH_TEXT: Final = {"MARKDOWN": "code", "TAB": "text", "HEADER": "text"}


@dataclass(frozen=True, slots=True)
class LayoutNames:
    """`nodes` of both states, the newer ones where both have one; `charts` titles by uuid."""

    nodes: JsonObject
    charts: Mapping[str, str]

    def label(self, path: tuple[str, ...], values: tuple[JsonValue, JsonValue]) -> Text:
        """Which part of the layout, and what becomes of it; `path` begins with "position"."""
        _, key, *rest = path
        node = _object(self.nodes.get(key))
        kind = str(node.get("type") or "-")
        if kind != "CHART":
            what = part_named([each for each in rest if each != "meta"])
            name = text("field-layout-part", kind=kind, title=self._text_of(node) or "none")
            return text("field-layout", part=name, what=what)
        title = self._named(key, 0)
        if not rest:
            is_new, is_gone = (value is None for value in values)
            fate = "added" if is_new else "removed" if is_gone else "changed"
        else:
            fate = "resized" if rest[-1] in _SIZES else "moved" if rest == ["parents"] else "other"
        return text(
            "field-layout-chart",
            title=title,
            fate=fate,
            what=part_named([each for each in rest if each != "meta"]),
        )

    def readable(self, path: tuple[str, ...], value: JsonValue) -> JsonValue:
        """Charts by their titles, rows and columns by what stands in them."""
        if not path[2:] and isinstance(value, Mapping):
            return self._whole(value)
        is_listing = path[-1] in {"children", "parents"} and isinstance(value, list) and value
        if is_listing and isinstance(value, list):
            return ", ".join(self._named(str(each), 0) for each in value)
        return value

    def _whole(self, node: JsonObject) -> JsonValue:
        meta = _object(node.get("meta"))
        if node.get("type") == "CHART":
            is_sized = meta.keys() >= _SIZES
            return f"{meta['width']} × {meta['height']}" if is_sized else self._chart(node)
        children = node.get("children")
        if node.get("type") in {"ROW", "COLUMN"} and isinstance(children, list):
            return ", ".join(self._named(str(each), 0) for each in children) or "[]"
        return node

    def _named(self, key: str, depth: int) -> str:
        node = _object(self.nodes.get(key))
        if node.get("type") == "CHART":
            return self._chart(node) or key
        said = self._text_of(node)
        if said and node.get("type") != "MARKDOWN":
            return said
        children = node.get("children")
        if node.get("type") in {"ROW", "COLUMN"} and isinstance(children, list):
            if depth >= _DEEPEST:
                return "…"
            return f"[{', '.join(self._named(str(each), depth + 1) for each in children)}]"
        return key

    def _chart(self, node: JsonObject) -> str:
        meta = _object(node.get("meta"))
        return self.charts.get(uuid_of(meta.get("uuid")) or "") or str(meta.get("sliceName") or "")

    def _text_of(self, node: JsonObject) -> str | None:
        """A tab's title, a heading; the first line of a text block."""
        told = _object(node.get("meta")).get(_WITH_TEXT.get(str(node.get("type")), ""))
        line = str(told).strip().partition("\n")[0] if isinstance(told, str) else ""
        return line[:60] or None


def part_named(path: Sequence[str]) -> Text | str:
    """What a part of a value is called, and within which; "none" for the whole of it."""
    if not path:
        return "none"
    *within, last = path
    what = text("field-named", name=last)
    return text("field-within", within=".".join(within), what=what) if within else what


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
