"""
Superset objects on their way: what an export, a commit or a backup holds, keyed by uuid.

Numbers of one Superset mean other objects on the next, so nothing here is found by them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from uuid import UUID

from returns.result import Failure, Result, Success

from domain.superset import JsonValue

JsonObject: TypeAlias = Mapping[str, JsonValue]
Kind = Literal["dashboard", "chart", "dataset", "database"]
Objects: TypeAlias = Mapping[str, JsonObject]

KINDS: tuple[Kind, ...] = ("dashboard", "chart", "dataset", "database")
TITLE_KEYS: Mapping[Kind, str] = {
    "dashboard": "dashboard_title",
    "chart": "slice_name",
    "dataset": "table_name",
    "database": "database_name",
}


@dataclass(frozen=True, slots=True)
class BundleRefused:
    """
    Why content is not taken for a bundle.

    Args:
        code: the text `bundle-<code>` says it, with `name` and `detail`.
        name: the file or object that is at fault.

    """

    code: Literal[
        "not-a-zip",
        "too-large",
        "unsafe-name",
        "not-yaml",
        "not-an-object",
        "unknown-key",
        "no-uuid",
        "twice",
        "empty",
    ]
    name: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Each object as Superset writes it into a file, by its uuid (lower case, with dashes)."""

    dashboards: Objects = field(default_factory=dict)
    charts: Objects = field(default_factory=dict)
    datasets: Objects = field(default_factory=dict)
    databases: Objects = field(default_factory=dict)

    def of(self, kind: Kind) -> Objects:
        """All objects of a kind."""
        by_kind: dict[Kind, Objects] = {
            "dashboard": self.dashboards,
            "chart": self.charts,
            "dataset": self.datasets,
            "database": self.databases,
        }
        return by_kind[kind]


def assemble(files: Iterable[tuple[Kind, str, JsonObject]]) -> Result[Bundle, BundleRefused]:
    """
    A bundle of (kind, file name, object); uuids are spelt alike whatever the files wrote.

    Failures:
        no-uuid: an object has none, or something that is no uuid.
        twice: two files hold the same object.
    """
    found: dict[Kind, dict[str, JsonObject]] = {kind: {} for kind in KINDS}
    for kind, name, content in files:
        uuid = uuid_of(content.get("uuid"))
        if uuid is None:
            return Failure(BundleRefused("no-uuid", name))
        if uuid in found[kind]:
            return Failure(BundleRefused("twice", name, uuid))
        found[kind][uuid] = with_plain_uuids(content)
    return Success(Bundle(found["dashboard"], found["chart"], found["dataset"], found["database"]))


def merged(*bundles: Bundle) -> Bundle:
    """All objects of several bundles; of one that stands in two, the last counts."""
    found: dict[Kind, dict[str, JsonObject]] = {kind: {} for kind in KINDS}
    for bundle in bundles:
        for kind in KINDS:
            found[kind] |= bundle.of(kind)
    return Bundle(found["dashboard"], found["chart"], found["dataset"], found["database"])


def title_of(kind: Kind, content: JsonObject) -> str:
    """What people call an object."""
    title = content.get(TITLE_KEYS[kind])
    return title if isinstance(title, str) and title.strip() else str(content.get("uuid"))


def uuid_of(value: JsonValue) -> str | None:
    """A uuid as we spell it, from any spelling (upper case, no dashes); None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        return str(UUID(value.strip()))
    except ValueError:
        return None


_UUID_KEYS = frozenset({"uuid", "dataset_uuid", "database_uuid", "datasetUuid", "theme_uuid"})


def with_plain_uuids(content: JsonObject) -> JsonObject:
    """The same object with every uuid that it names spelt our way, at whatever depth."""
    return {key: _plain_uuid(key, value) for key, value in content.items()}


def _plain_uuid(key: str, value: JsonValue) -> JsonValue:
    if key in _UUID_KEYS:
        return uuid_of(value) or value
    if isinstance(value, Mapping):
        return with_plain_uuids(value)
    if isinstance(value, list):
        return [_plain_uuid("", member) for member in value]
    return value
