"""ZIPs from anywhere, read within bounds."""

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from returns.result import Failure, Result, Success

from domain.bundle import BundleRefused

MAX_FILES: Final = 20_000
MAX_FILE_BYTES: Final = 8 * 2**20
MAX_BYTES: Final = 96 * 2**20
_FIXED_TIME: Final = (1980, 1, 1, 0, 0, 0)
_ENCRYPTED: Final = 0x1
_DRIVE: Final = ":"
_YAML: Final = {".yaml", ".yml"}


def read_zip(archive: bytes) -> Result[dict[str, bytes], BundleRefused]:
    """The YAML files of a ZIP by their path without the top folder."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            return _files(opened)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as reason:
        return Failure(BundleRefused("not-a-zip", detail=type(reason).__name__))


def write_zip(files: Iterator[tuple[str, bytes]]) -> bytes:
    """A ZIP whose bytes depend on names and contents alone."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, _FIXED_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()


def is_unsafe(name: str) -> bool:
    """Whether a path could lead out of its folder, on any system."""
    path = PurePosixPath(name)
    return (
        not name
        or "\\" in name
        or "\0" in name
        or _DRIVE in path.parts[0]
        or path.is_absolute()
        or ".." in path.parts
    )


def is_yaml(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in _YAML


def _files(opened: zipfile.ZipFile) -> Result[dict[str, bytes], BundleRefused]:
    entries = opened.infolist()
    if len(entries) > MAX_FILES:
        return Failure(BundleRefused("too-large", detail=f"{len(entries)} files"))
    found: dict[str, bytes] = {}
    total = 0
    for entry in entries:
        # Of names with a NUL, zipfile shows the harmless half.
        if is_unsafe(entry.orig_filename) or is_unsafe(entry.filename) or _is_link(entry):
            return Failure(BundleRefused("unsafe-name", entry.filename))
        if entry.is_dir() or not is_yaml(entry.filename):
            continue
        if entry.flag_bits & _ENCRYPTED:
            return Failure(BundleRefused("not-a-zip", entry.filename, "encrypted"))
        content = _content(opened, entry)
        total += len(content)
        # What the header says of the size is a claim.
        if len(content) > MAX_FILE_BYTES or total > MAX_BYTES:
            return Failure(BundleRefused("too-large", entry.filename))
        name = _without_top(entry.filename)
        if name in found:
            return Failure(BundleRefused("twice", entry.filename))
        found[name] = content
    return Success(found)


def _content(opened: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with opened.open(entry) as file:
        return file.read(MAX_FILE_BYTES + 1)


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _without_top(name: str) -> str:
    parts = PurePosixPath(name).parts
    return str(PurePosixPath(*parts[1:])) if len(parts) > 1 else name
