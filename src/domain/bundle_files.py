"""
Where the objects of a dashboard stand in a repository.

    dashboards/<title>_<part of its uuid>/dashboard.yaml
                                          charts/<title>_<part>.yaml
                                          datasets/..., databases/...

A name is given once and kept when the title changes, so that the history of a file is one.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.bundle import KINDS, Bundle, JsonObject, Kind, title_of

ROOT: Final = "dashboards"
DASHBOARD_FILE: Final = "dashboard.yaml"
_ENDING: Final = ".yaml"
_FOLDERS: Final[Mapping[Kind, str]] = {
    "dashboard": ROOT,
    "chart": "charts",
    "dataset": "datasets",
    "database": "databases",
}
_PART: Final = 8  # digits of a uuid
# They choose a glyph, as of an emoji.
_VARIATIONS: Final = ("\ufe00", "\ufe0f")
_MAX_TITLE: Final = 100  # bytes; a path of two such names is short enough for every system


def readable_name(title: str, uuid: str, digits: int = _PART) -> str:
    """
    A file name for any title, without an ending, at most 150 bytes.

    Names of different uuids are different, whatever a file system makes of case and accents, as
    long as the first `digits` of the uuids are.
    """
    words = "".join(_kept(unicodedata.normalize("NFKC", title))).split("_")
    name = "_".join(word for word in words if word)
    short = name.encode()[:_MAX_TITLE].decode(errors="ignore").strip("_-")
    part = uuid.replace("-", "")[:digits]
    return f"{short}_{part}" if short else part


def folder_of(dashboard: JsonObject, uuid: str, known: Iterable[str]) -> str:
    """
    The path of a dashboard's folder: the one it has, else a new one.

    Args:
        known: paths of the folders of other dashboards.

    """
    title = title_of("dashboard", dashboard)
    taken = {path.casefold() for path in known}
    short = f"{ROOT}/{readable_name(title, uuid)}"
    return short if short.casefold() not in taken else f"{ROOT}/{readable_name(title, uuid, 32)}"


def may_hold(folder: str, uuid: str) -> bool:
    """Whether a folder's name says that the dashboard could be in it; its content decides."""
    parent, _, name = folder.rpartition("/")
    digits = uuid.replace("-", "")
    ending = name.rpartition("_")[2]
    return parent == ROOT and len(ending) >= _PART and digits.startswith(ending.casefold())


def places(
    bundle: Bundle, known: Mapping[tuple[Kind, str], str]
) -> Iterator[tuple[str, JsonObject]]:
    """
    Path inside the dashboard's folder -> object; the bundle holds one dashboard.

    Args:
        known: (kind, uuid) -> the path that an object has already.

    """
    for kind in KINDS:
        taken = {known[kind, uuid] for uuid in bundle.of(kind) if (kind, uuid) in known}
        for uuid, content in bundle.of(kind).items():
            kept = known.get((kind, uuid))
            path = kept or _path(kind, uuid, content, {each.casefold() for each in taken})
            taken.add(path)
            yield path, content


def bundle_path(path: str) -> str:
    """How a file inside a dashboard's folder is called among the files of a bundle."""
    return f"{ROOT}/{DASHBOARD_FILE}" if path == DASHBOARD_FILE else path


def is_ours(path: str) -> bool:
    """Whether a file inside a dashboard's folder is one that we write; others are people's."""
    folder, _, name = path.rpartition("/")
    is_object = folder.partition("/")[0] in {"charts", "datasets", "databases"}
    return path == DASHBOARD_FILE or (is_object and name.endswith(_ENDING))


def _path(kind: Kind, uuid: str, content: JsonObject, taken: set[str]) -> str:
    if kind == "dashboard":
        return DASHBOARD_FILE
    title = title_of(kind, content)
    short = f"{_FOLDERS[kind]}/{readable_name(title, uuid)}{_ENDING}"
    if short.casefold() not in taken:
        return short
    return f"{_FOLDERS[kind]}/{readable_name(title, uuid, 32)}{_ENDING}"


def _kept(title: str) -> Iterator[str]:
    """Letters of every script with their marks, digits and dashes; anything else parts words."""
    before = "_"
    for char in title:
        kind = unicodedata.category(char)
        if kind == "Cf":
            # It shows nothing, and some file systems do not see it either.
            continue
        is_mark = kind[0] == "M" and before != "_" and not _VARIATIONS[0] <= char <= _VARIATIONS[1]
        before = char if kind[0] in "LN" or char == "-" or is_mark else "_"
        yield before
