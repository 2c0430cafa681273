"""
A maintenance banner in a dashboard's layout (Superset's `position_json`).

Layouts are only ever extended and taken back: what is odd is left alone, never repaired. Superset
accepts a layout with a missing child once, and then no change of that dashboard any more.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

from returns.result import Failure, Result, Success

from domain.superset import JsonValue

_PREFIX: Final = "agent-maintenance-"
_ROW: Final = f"ROW-{_PREFIX}"
_MARKDOWN: Final = f"MARKDOWN-{_PREFIX}"
_ROOT: Final = "ROOT_ID"
_WIDTH: Final = 12
_HEIGHT: Final = 20
_MAX_LAYOUT: Final = 8 * 1024 * 1024
_EMPTY: Final = (
    '{"DASHBOARD_VERSION_KEY": "v2", "ROOT_ID": {"type": "ROOT", "id": "ROOT_ID", "children": '
    '["GRID_ID"]}, "GRID_ID": {"type": "GRID", "id": "GRID_ID", "children": [], "parents": '
    '["ROOT_ID"]}}'
)

OddLayout = Literal["no_json", "no_layout", "no_root", "missing_child", "no_place", "too_large"]

_Node: TypeAlias = dict[str, JsonValue]
_Nodes: TypeAlias = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a layout is left alone."""

    reason: OddLayout


def with_banner(position_json: str | None, code: str) -> Result[str, Unreadable]:
    """
    The layout with this Markdown on top: of the grid, or of each top-level tab.

    A banner that is there already is replaced. An empty dashboard (null) gets an empty grid.
    """
    read = _read(_EMPTY if position_json is None else position_json)
    if isinstance(read, Failure):
        return read
    nodes = _stripped(read.unwrap())
    places = _places(nodes)
    if not places:
        return Failure(Unreadable("no_place"))
    for number, place in enumerate(places, start=1):
        _put_on_top(nodes, place, number, code)
    return Success(json.dumps(nodes))


def without_banner(position_json: str | None) -> Result[str | None, Unreadable]:
    """The layout without the banner; what people put beside it in its row stays."""
    if position_json is None:
        return Success(None)
    read = _read(position_json)
    if isinstance(read, Failure):
        return Failure(read.failure())
    return Success(json.dumps(_stripped(read.unwrap())))


def banner_of(position_json: str | None) -> str | None:
    """The Markdown of the banner, None where there is none."""
    if position_json is None or _PREFIX not in position_json:
        return None
    read = _read(position_json)
    if isinstance(read, Failure):
        return None
    for key, node in read.unwrap().items():
        if key.startswith(_MARKDOWN) and isinstance(node, Mapping):
            meta = node.get("meta")
            return str(meta.get("code", "")) if isinstance(meta, Mapping) else ""
    return None


def same_layout(one: str | None, other: str | None) -> bool:
    """Whether two layouts are equal but for their spacing, which Superset writes anew."""
    if one is None or other is None or one == other:
        return one == other
    try:
        return json.dumps(json.loads(one)) == json.dumps(json.loads(other))
    except (ValueError, RecursionError):
        return False


def _read(position_json: str) -> Result[_Nodes, Unreadable]:
    """The nodes of a sound layout."""
    if len(position_json) > _MAX_LAYOUT:
        return Failure(Unreadable("too_large"))
    try:
        nodes = json.loads(position_json)
    except (ValueError, RecursionError):
        return Failure(Unreadable("no_json"))
    odd = _oddity(nodes) if isinstance(nodes, dict) else "no_layout"
    return Success(nodes) if odd is None else Failure(Unreadable(odd))


def _oddity(nodes: _Nodes) -> OddLayout | None:
    if not isinstance(nodes.get(_ROOT), dict):
        return "no_root"
    for _, node in _real_nodes(nodes):
        children = node.get("children", [])
        if not isinstance(children, list):
            return "no_layout"
        if any(not isinstance(nodes.get(str(child)), dict) for child in children):
            return "missing_child"
    return None


def _real_nodes(nodes: _Nodes) -> Iterator[tuple[str, _Node]]:
    for key, node in nodes.items():
        if isinstance(node, dict):
            yield key, cast("_Node", node)


def _children(nodes: _Nodes, key: str) -> list[str]:
    node = nodes.get(key)
    children = node.get("children", []) if isinstance(node, dict) else []
    return [str(child) for child in children] if isinstance(children, list) else []


def _type(nodes: _Nodes, key: str) -> str:
    node = nodes.get(key)
    return str(node.get("type", "")) if isinstance(node, dict) else ""


def _places(nodes: _Nodes) -> list[tuple[str, ...]]:
    """Ways from the root to the nodes that get the banner."""
    top = _children(nodes, _ROOT)
    if len(top) != 1:
        return []
    if _type(nodes, top[0]) == "GRID":
        return [(_ROOT, top[0])]
    if _type(nodes, top[0]) != "TABS":
        return []
    tabs = _children(nodes, top[0])
    if any(_type(nodes, tab) != "TAB" for tab in tabs):
        return []
    return [(_ROOT, top[0], tab) for tab in tabs]


def _put_on_top(nodes: _Nodes, place: tuple[str, ...], number: int, code: str) -> None:
    row, markdown = f"{_ROW}{number}", f"{_MARKDOWN}{number}"
    above = cast("_Node", nodes[place[-1]])
    above["children"] = [row, *_children(nodes, place[-1])]
    nodes[row] = {
        "type": "ROW",
        "id": row,
        "children": [markdown],
        "parents": list(place),
        "meta": {"background": "BACKGROUND_TRANSPARENT"},
    }
    nodes[markdown] = {
        "type": "MARKDOWN",
        "id": markdown,
        "children": [],
        "parents": [*place, row],
        "meta": {"width": _WIDTH, "height": _HEIGHT, "code": code},
    }


def _stripped(nodes: _Nodes) -> _Nodes:
    """Without our Markdown, and without those of our rows that hold nothing else."""
    gone = {key for key in nodes if key.startswith(_MARKDOWN)}
    gone |= {key for key in nodes if key.startswith(_ROW) and not set(_children(nodes, key)) - gone}
    kept: _Nodes = {key: node for key, node in nodes.items() if key not in gone}
    for key, node in _real_nodes(kept):
        children = _children(nodes, key)
        if gone & set(children):
            kept[key] = {**node, "children": [child for child in children if child not in gone]}
    return kept
