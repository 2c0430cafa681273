"""The tags of people in exports: before 6, and where tags are switched off, Superset omits them."""

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_rows, text
from adapters.superset_httpx.client import SupersetClient
from domain.superset import JsonValue, SupersetError, SupersetFault

PEOPLES_TAG: Final = 1  # the others are Superset's own, such as "owner:1"
_AT_ONCE: Final = 100
# The number at the end of a name is that of the object on the Superset which exported it.
_TAGGED: Final = re.compile(r"[^/]+/(dashboard|chart)s/[^/]*_([0-9]+)\.yaml")
_UUID: Final = re.compile(rb"^uuid: ([0-9a-f-]+)$", re.MULTILINE)
_TAGS: Final = re.compile(rb"^tags:", re.MULTILINE)


async def with_tags(client: SupersetClient, archive: bytes) -> Result[bytes, SupersetError]:
    """The same archive, where every dashboard and chart says which tags it has."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            files = {name: opened.read(name) for name in opened.namelist()}
    except zipfile.BadZipFile:
        return Failure(client.error(SupersetFault.NOT_SUPERSET))
    untold: dict[str, list[int]] = {}
    for name, content in files.items():
        found = _TAGGED.fullmatch(name)
        if found and not _TAGS.search(content):
            untold.setdefault(found[1], []).append(int(found[2]))
    if not untold:
        return Success(archive)
    tags: dict[str, list[JsonValue]] = {}
    for kind, numbers in untold.items():
        read = await _tags(client, kind, numbers)
        if not is_successful(read):
            return Failure(read.failure())
        tags |= read.unwrap()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            is_told = not _TAGGED.fullmatch(name) or _TAGS.search(content)
            target.writestr(name, content if is_told else _told(content, tags))
    return Success(packed.getvalue())


async def _tags(
    client: SupersetClient, kind: str, numbers: Sequence[int]
) -> Result[dict[str, list[JsonValue]], SupersetError]:
    """By uuid."""
    columns: JsonValue = ["id", "uuid", "tags.name", "tags.type"]
    tags: dict[str, list[JsonValue]] = {}
    for at in range(0, len(numbers), _AT_ONCE):
        some: JsonValue = [*numbers[at : at + _AT_ONCE]]
        query: Mapping[str, JsonValue] = {
            "columns": columns,
            "filters": [{"col": "id", "opr": "in", "value": some}],
        }
        rows = await client.rows(f"/api/v1/{kind}/", query)
        if not is_successful(rows):
            return Failure(rows.failure())
        for row in rows.unwrap():
            found = as_rows(row.get("tags"))
            names = [text(tag.get("name")) for tag in found if tag.get("type") == PEOPLES_TAG]
            tags[text(row.get("uuid"))] = [*names]
    return Success(tags)


def _told(content: bytes, tags: Mapping[str, list[JsonValue]]) -> bytes:
    """One more key at the end; the rest of the file stays as Superset wrote it."""
    uuid = _UUID.search(content)
    found = tags.get(uuid[1].decode()) if uuid else None
    if found is None:
        return content
    return content.rstrip(b"\n") + b"\ntags: " + json.dumps(found).encode() + b"\n"
