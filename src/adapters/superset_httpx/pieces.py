"""What an archive holds and what it only names: the files of Superset's exports by their uuid."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Self

import yaml

Folder = Literal["databases", "datasets", "charts", "dashboards"]

FOLDERS: Final[tuple[Folder, ...]] = ("databases", "datasets", "charts", "dashboards")
_LARGEST: Final = 128 * 1024 * 1024
_VERSION: Final = "1.0.0"

Content = Mapping[str, object]


class NoArchiveError(ValueError):
    """Not the archive of an export, or one beyond reason."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """
    Objects as files, each as it was written, and read for what it names.

    Args:
        type: of the whole archive, as its metadata says.

    """

    type: str = ""
    raw: dict[tuple[Folder, str], bytes] = field(default_factory=dict)
    read: dict[tuple[Folder, str], Content] = field(default_factory=dict)

    @classmethod
    def unpacked(cls, archive: bytes) -> Self:
        """Raises NoArchiveError."""
        found = cls("")
        kind = ""
        try:
            with zipfile.ZipFile(io.BytesIO(archive)) as opened:
                if sum(entry.file_size for entry in opened.infolist()) > _LARGEST:
                    raise NoArchiveError("The archive is too large.")
                for name in opened.namelist():
                    raw = opened.read(name)
                    content = _content(raw) if name.endswith(".yaml") else {}
                    if name.endswith("/metadata.yaml"):
                        kind = str(content.get("type"))
                    found.add(name.split("/"), raw, content)
        except (zipfile.BadZipFile, yaml.YAMLError, UnicodeDecodeError, RecursionError) as reason:
            raise NoArchiveError("The archive cannot be read.") from reason
        return cls(kind, found.raw, found.read)

    def add(self, path: list[str], raw: bytes, content: Content) -> None:
        folder = next((each for each in FOLDERS if each in path[1:2]), None)
        uuid = content.get("uuid")
        if folder is not None and isinstance(uuid, str):
            self.raw[folder, uuid] = raw
            self.read[folder, uuid] = content

    def uuids(self, folder: Folder) -> set[str]:
        return {uuid for kind, uuid in self.read if kind == folder}

    def each(self, folder: Folder) -> Iterator[Content]:
        return (content for (kind, _), content in self.read.items() if kind == folder)

    def with_more(self, more: "Pieces") -> "Pieces":
        """Both; what is in both stays as it is here."""
        return Pieces(self.type, {**more.raw, **self.raw}, {**more.read, **self.read})

    def only(self, *folders: Folder) -> "Pieces":
        return Pieces(
            self.type,
            {key: raw for key, raw in self.raw.items() if key[0] in folders},
            {key: content for key, content in self.read.items() if key[0] in folders},
        )

    def packed(self, kind: str) -> bytes:
        """An archive as an importer of one kind takes it."""
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            metadata = yaml.safe_dump({"version": _VERSION, "type": kind})
            archive.writestr("pieces/metadata.yaml", metadata)
            for (folder, uuid), raw in self.raw.items():
                content = self.read[folder, uuid]
                archive.writestr(f"pieces/{folder}/{uuid}.yaml", _without_tags(raw, content))
        return target.getvalue()


def charts_of(dashboard: Content) -> set[str]:
    """The uuids of the charts in a dashboard's layout."""
    position = dashboard.get("position")
    nodes = position.values() if isinstance(position, Mapping) else ()
    found = (node.get("meta") for node in nodes if isinstance(node, Mapping))
    return {str(meta["uuid"]) for meta in found if isinstance(meta, Mapping) and meta.get("uuid")}


def datasets_of(content: Content) -> set[str]:
    """The uuids of the datasets that a chart, or the filters of a dashboard, are about."""
    metadata = content.get("metadata")
    filters = metadata.get("native_filter_configuration") if isinstance(metadata, Mapping) else None
    targets = (
        target
        for each in (filters if isinstance(filters, list) else ())
        if isinstance(each, Mapping)
        for target in each.get("targets") or ()
        if isinstance(target, Mapping)
    )
    named = (content.get("dataset_uuid"), *(target.get("datasetUuid") for target in targets))
    return {str(uuid) for uuid in named if uuid}


def _content(raw: bytes) -> Content:
    content = yaml.safe_load(raw)
    return content if isinstance(content, Mapping) else {}


def _without_tags(raw: bytes, content: Content) -> bytes:
    """Importers before 6 do not know them, and no importer sets them."""
    if "tags" not in content:
        return raw
    kept = {key: value for key, value in content.items() if key != "tags"}
    return yaml.safe_dump(kept, sort_keys=False, allow_unicode=True).encode()
