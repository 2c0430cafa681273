"""Drafts of descriptions, as a drafting task left them and as they still fit what is there."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from application.toolkit.documenting.subjects import Subjects, undescribed
from application.toolkit.model_text import on_one_line
from domain.plan import FieldChange, Resource
from domain.superset import JsonValue
from domain.tasks import TaskEnding

_Object: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Draft:
    """
    New texts for a dataset or a chart; what has a description keeps it.

    Args:
        kind: "dataset" or "chart".
        changed_at: of the object when it was drafted, ISO 8601; as long as it is so, it fits.
        own: of the object itself, None where it has one.
        columns: of a dataset: number, name and new text.

    """

    kind: str
    id: str
    uuid: str
    title: str
    changed_at: str
    own: str | None
    columns: tuple[tuple[str, str, str], ...] = ()

    @property
    def fields(self) -> tuple[FieldChange, ...]:
        """Each text with its name, the object's own first."""
        own = [] if self.own is None else [FieldChange("description", None, self.own)]
        columns = (FieldChange(f"column {name}", None, new) for _, name, new in self.columns)
        return (*own, *columns)

    @property
    def resource(self) -> Resource:
        """As a plan shows it."""
        return Resource(self.kind, "update", self.title, self.uuid, self.id, self.fields)


@dataclass(frozen=True, slots=True)
class Drafts:
    """All texts that could be written; `model` worded some of them, or rules all."""

    drafts: tuple[Draft, ...] = ()
    model: str | None = None

    @property
    def fields(self) -> int:
        """How many texts there are."""
        return sum(len(draft.fields) for draft in self.drafts)

    @property
    def fingerprint(self) -> str:
        """Of every text and every object that it will be written to, as it is now."""
        rests_on = [
            [one.uuid, one.changed_at, *((field.name, field.new) for field in one.fields)]
            for one in self.drafts
        ]
        return hashlib.sha256(json.dumps(rests_on).encode()).hexdigest()


def drafted_objects(ending: TaskEnding) -> list[dict[str, JsonValue]]:
    """What the steps of a drafting task made, the parts of one dataset put together."""
    found: dict[str, dict[str, JsonValue]] = {}
    for end in ending.ends:
        if end.outcome != "done":
            continue
        for part in _objects(end.value):
            known = found.setdefault(str(part["uuid"]), {**part, "columns": []})
            columns = [*_objects(known["columns"]), *_objects(part["columns"])]
            known["columns"] = cast("JsonValue", columns)
            known["new"] = known["new"] or part["new"]
            known["model"] = known["model"] or part["model"]
    return list(found.values())


def drafts_that_fit(result: JsonValue, subjects: Subjects) -> Drafts | None:
    """
    The drafts of a task's result, when they are for exactly what has no description now.

    None when an object was changed, or came, after they were made.
    """
    items = _objects(result.get("items")) if isinstance(result, Mapping) else []
    by_uuid = {str(item.get("uuid")): item for item in items}
    drafts: list[Draft] = []
    for needed in _needed(subjects):
        draft = _filled(needed, by_uuid.get(needed.uuid))
        if draft is None:
            return None
        if draft.fields:
            drafts.append(draft)
    models = [str(item["model"]) for item in items if item.get("model")]
    return Drafts(tuple(drafts), models[0] if models else None)


def silent_columns(items: Sequence[_Object]) -> list[str]:
    """The columns that there was nothing to say about, by name."""
    columns = (column for item in items for column in _objects(item["columns"]))
    return [str(column["name"]) for column in columns if column["new"] is None]


def lines_of(items: Sequence[_Object]) -> Iterator[str]:
    """Each text on a line, as a model reads them."""
    for item in items:
        named = f"- {item['kind']} #{item['id']} {on_one_line(item['title'])}"
        if item["new"] is not None:
            yield f"{named}: {on_one_line(item['new'])}"
        for column in _objects(item["columns"]):
            if column["new"] is not None:
                yield f"{named}, column {on_one_line(column['name'])}: {on_one_line(column['new'])}"


def _needed(subjects: Subjects) -> Iterator[Draft]:
    """Everything without a description, with empty texts."""
    for dataset in subjects.datasets:
        columns = tuple((column.id, column.name, "") for column in undescribed(dataset))
        own = None if dataset.description else ""
        if columns or own is not None:
            about = (dataset.id, dataset.uuid, dataset.title, dataset.changed_at.isoformat())
            yield Draft("dataset", *about, own, columns)
    for one in subjects.charts:
        chart = one.chart
        if not chart.description:
            about = (chart.id, chart.uuid, chart.title, chart.changed_at.isoformat())
            yield Draft("chart", *about, "")


def _filled(needed: Draft, item: _Object | None) -> Draft | None:
    if item is None or item.get("changed_at") != needed.changed_at:
        return None
    texts = {str(each["id"]): each["new"] for each in _objects(item.get("columns"))}
    own = item.get("new") if needed.own is not None else None
    if (needed.own is not None and not own) or any(
        number not in texts for number, _, _ in needed.columns
    ):
        return None
    return Draft(
        needed.kind,
        needed.id,
        needed.uuid,
        needed.title,
        needed.changed_at,
        None if own is None else str(own),
        tuple(
            (number, name, str(texts[number]))
            for number, name, _ in needed.columns
            if texts[number] is not None
        ),
    )


def _objects(value: JsonValue) -> list[_Object]:
    listed = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return [each for each in listed if isinstance(each, Mapping)]
