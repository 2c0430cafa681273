"""Bundles as YAML files, in Superset's folders."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.bundle_yaml import safe_yaml
from adapters.bundle_yaml.archive import is_unsafe, is_yaml, read_zip, write_zip
from adapters.bundle_yaml.known_keys import KNOWN_KEYS
from application.ports.bundles import ArchiveType, BundleCodec
from domain.bundle import Bundle, BundleRefused, JsonObject, Kind, assemble

_FOLDERS: Final[Mapping[str, Kind]] = {
    "dashboards": "dashboard",
    "charts": "chart",
    "datasets": "dataset",
    "databases": "database",
}
_TOP: Final = "bundle"
_VERSION: Final = "1.0.0"


class YamlBundleCodec(BundleCodec):
    def unpack(self, archive: bytes) -> Result[Bundle, BundleRefused]:
        return read_zip(archive).bind(self._read)

    def pack(self, bundle: Bundle, archive_type: ArchiveType) -> bytes:
        return write_zip(self._files(bundle, archive_type))

    def read_files(self, files: Mapping[str, bytes]) -> Result[Bundle, BundleRefused]:
        for name in files:
            if is_unsafe(name):
                return Failure(BundleRefused("unsafe-name", name))
        return self._read({name: each for name, each in files.items() if is_yaml(name)})

    def write_object(self, content: JsonObject) -> bytes:
        return safe_yaml.write_readably(content)

    def _read(self, files: Mapping[str, bytes]) -> Result[Bundle, BundleRefused]:
        found: list[tuple[Kind, str, JsonObject]] = []
        for name, content in sorted(files.items()):
            path = PurePosixPath(name)
            kind = _FOLDERS.get(path.parts[0]) if len(path.parts) > 1 else None
            if kind is None:
                continue
            read = _object(kind, name, content)
            if not is_successful(read):
                return Failure(read.failure())
            found.append((kind, name, read.unwrap()))
        if not found:
            return Failure(BundleRefused("empty"))
        return assemble(found)

    def _files(self, bundle: Bundle, archive_type: ArchiveType) -> Iterator[tuple[str, bytes]]:
        metadata = {"version": _VERSION, "type": archive_type}
        yield f"{_TOP}/metadata.yaml", safe_yaml.write_quickly(metadata)
        for folder, kind in _FOLDERS.items():
            # Superset looks for a dataset one folder deeper.
            inner = f"{folder}/all" if kind == "dataset" else folder
            for uuid, content in sorted(bundle.of(kind).items()):
                yield f"{_TOP}/{inner}/{uuid}.yaml", safe_yaml.write_quickly(content)


def _object(kind: Kind, name: str, content: bytes) -> Result[JsonObject, BundleRefused]:
    try:
        value = safe_yaml.read(content.decode())
    except UnicodeDecodeError:
        return Failure(BundleRefused("not-yaml", name, "UTF-8"))
    except safe_yaml.RefusedYamlError as refused:
        return Failure(BundleRefused(refused.code, name, refused.detail))
    if not isinstance(value, Mapping):
        return Failure(BundleRefused("not-an-object", name))
    if kind == "database":
        # Its other fields are its owner's secrets, and none of our business.
        return Success({key: value[key] for key in KNOWN_KEYS[kind] if key in value})
    unknown = sorted(value.keys() - KNOWN_KEYS[kind])
    if unknown:
        return Failure(BundleRefused("unknown-key", name, ", ".join(unknown)))
    return Success(value)
