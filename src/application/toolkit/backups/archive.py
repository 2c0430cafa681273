"""
The archive of a backup: one ZIP as Superset itself would export it, and a manifest in it.

It is made of the exports of a few dashboards each, and neither they nor it are ever whole in
memory. The manifest names counts, versions and the SHA-256 of every file, and which files each
dashboard needs, so that one can be taken out of many.
"""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from application.toolkit.beside import beside_of
from domain.bundle import KINDS, Bundle, JsonObject, uuid_of
from domain.bundle_references import only
from domain.superset import JsonValue

FORMAT: Final = 1
_TOP: Final = "backup"
_MANIFEST: Final = f"{_TOP}/manifest.json"
_TAGS: Final = "tags.yaml"
_FOLDERS: Final = {f"{kind}s": kind for kind in KINDS}
_UUID_LINE: Final = re.compile(rb"^uuid: ([0-9A-Fa-f-]{32,36})\s*$", re.MULTILINE)
# ZIP knows no earlier one; the archive's own time is in its manifest.
_FIXED_TIME: Final = (1980, 1, 1, 0, 0, 0)
_MAX_MANIFEST_BYTES: Final = 32 * 2**20


@dataclass(frozen=True, slots=True)
class ExportedDashboard:
    """
    A dashboard of an export.

    Args:
        files: the names of those that it needs, its own included.
        beside: what an export leaves out (owners, embedding), as far as the manifest tells it.

    """

    uuid: str
    title: str
    files: tuple[str, ...]
    beside: JsonObject = field(default_factory=dict)


def files_of_dashboards(export: bytes, bundle: Bundle) -> dict[str, tuple[str, ...]]:
    """Dashboard uuid -> the names of its files in an export that was read as a bundle."""
    names: dict[tuple[str, str], str] = {}
    with zipfile.ZipFile(io.BytesIO(export)) as opened:
        for entry in opened.infolist():
            name = _without_top(entry.filename)
            found = _UUID_LINE.search(opened.read(entry))
            uuid = None if found is None else uuid_of(found[1].decode())
            if uuid is not None:
                names[_FOLDERS.get(name.partition("/")[0], ""), uuid] = name
    return {uuid: _names_in(only(bundle, frozenset({uuid})), names) for uuid in bundle.dashboards}


def merge_exports(
    pieces: Sequence[BinaryIO], out: BinaryIO, about: Mapping[str, JsonValue]
) -> None:
    """
    Write the archive.

    An object that stands in several exports is written once, as the last one had it.

    Args:
        about: what the manifest says besides counts and checksums.

    """
    exports = [zipfile.ZipFile(piece) for piece in pieces]
    newest: dict[str, tuple[zipfile.ZipFile, zipfile.ZipInfo]] = {}
    tags: list[bytes] = []
    for export in exports:
        for entry in export.infolist():
            name = _without_top(entry.filename)
            if name == _TAGS:
                tags.append(export.read(entry))
            elif not entry.is_dir():
                newest[name] = (export, entry)
    checksums: dict[str, JsonValue] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (export, entry) in sorted(newest.items()):
            checksums[name] = _write(archive, f"{_TOP}/{name}", export.read(entry))
        if tags:
            checksums[_TAGS] = _write(archive, f"{_TOP}/{_TAGS}", _all_tags(tags))
        manifest = {"format": FORMAT, **about, "counts": _counts(newest), "files": checksums}
        _write(archive, _MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1).encode())


def manifest_of(archive: BinaryIO) -> dict[str, JsonValue] | None:
    """The manifest of an archive; None when it has none, as one of Superset's own."""
    try:
        with zipfile.ZipFile(archive) as opened:
            entry = opened.getinfo(_MANIFEST)
            if entry.file_size > _MAX_MANIFEST_BYTES:
                return None
            read = json.loads(opened.read(entry))
    except (KeyError, ValueError, zipfile.BadZipFile, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def exported_in(manifest: Mapping[str, JsonValue]) -> tuple[ExportedDashboard, ...]:
    """The dashboards that a manifest names, with their files where these are known."""
    listed = (each for each in _items(manifest.get("dashboards")) if isinstance(each, Mapping))
    return tuple(
        ExportedDashboard(
            str(each.get("uuid")),
            str(each.get("title")),
            tuple(map(str, _items(each.get("files")))),
            beside_of({"-": each.get("beside")}, "-"),
        )
        for each in listed
    )


def verified_files(archive: BinaryIO, names: Sequence[str]) -> dict[str, bytes] | None:
    """Some files of an archive; None when one of them is not what its manifest says."""
    found = dict(_verified(archive, names))
    return found if found.keys() == set(names) else None


def is_intact(archive: BinaryIO) -> bool:
    """Whether every file is there, and is what the manifest says; one at a time in memory."""
    checksums = (manifest_of(archive) or {}).get("files")
    if not isinstance(checksums, Mapping):
        return False
    return sum(1 for _ in _verified(archive, list(checksums))) == len(checksums)


def _verified(archive: BinaryIO, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Files with their contents, up to the first that is not what the manifest says."""
    checksums = (manifest_of(archive) or {}).get("files")
    if not isinstance(checksums, Mapping):
        return
    try:
        with zipfile.ZipFile(archive) as opened:
            for name in names:
                content = opened.read(f"{_TOP}/{name}")
                if hashlib.sha256(content).hexdigest() != checksums.get(name):
                    return
                yield name, content
    except (KeyError, zipfile.BadZipFile, zlib.error):
        return


def _names_in(bundle: Bundle, names: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    needed = ((kind, uuid) for kind in KINDS for uuid in bundle.of(kind))
    return tuple(names[key] for key in needed if key in names)


def _write(archive: zipfile.ZipFile, name: str, content: bytes) -> str:
    entry = zipfile.ZipInfo(name, _FIXED_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)
    return hashlib.sha256(content).hexdigest()


def _counts(names: Mapping[str, object]) -> dict[str, JsonValue]:
    folders = [name.partition("/")[0] for name in names if "/" in name]
    return {folder: folders.count(folder) for folder in _FOLDERS}


def _all_tags(exports: Sequence[bytes]) -> bytes:
    """Each export describes the tags of its own dashboards, as a list that begins at the margin."""
    blocks: dict[bytes, None] = {}
    for export in exports:
        _, *items = re.split(rb"(?m)^(?=- )", export)
        blocks |= dict.fromkeys(item.rstrip() + b"\n" for item in items)
    return b"tags:\n" + b"".join(blocks) if blocks else exports[0]


def _without_top(name: str) -> str:
    return name.partition("/")[2] or name


def _items(value: JsonValue) -> list[JsonValue]:
    """The items of a list; a manifest is data that nobody vouches for."""
    return list(value) if isinstance(value, list) else []
