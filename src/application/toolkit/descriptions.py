"""Writes drafts of descriptions, object by object, and never over somebody's edit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from returns.result import Failure

from application.ports.superset.gateway import Superset
from application.toolkit.drafts import ChartDraft, DatasetDraft, Drafts
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from domain.superset import JsonValue, SupersetError, SupersetFault
from domain.texts import Text, text

Fate = Literal["done", "failed", "unknown"]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of one dataset or chart, and why."""

    kind: str
    uuid: str
    title: str
    fate: Fate
    why: Text | None = None


async def write_drafts(superset: Superset, drafts: Drafts) -> tuple[Written, ...]:
    """One after the other; one that fails does not spoil the rest."""
    written: list[Written] = []
    for draft in drafts.datasets:
        if draft.fields:
            error = await _write_dataset(superset, draft)
            written.append(_written("dataset", draft.dataset.uuid, draft.dataset.title, error))
    for chart_draft in drafts.charts:
        chart = chart_draft.chart
        error = await _write_chart(superset, chart_draft)
        written.append(_written("chart", chart.uuid, chart.title, error))
    return tuple(written)


def failure_of_all(written: Sequence[Written]) -> ToolFailure | None:
    """The failure of a call that wrote nothing."""
    if any(one.fate == "done" for one in written):
        return None
    unknown = [one for one in written if one.fate == "unknown"]
    first = (unknown or list(written))[0]
    said = text(
        "documentation-failed", title=first.title, reason=first.why or text("documentation-edited")
    )
    return ToolFailure(said, FailureKind.UNKNOWN if unknown else FailureKind.FINAL)


def undo_of(drafts: Drafts, written: Sequence[Written], env_id: str) -> dict[str, JsonValue]:
    """Every text that was, or may have been, written, with what was there before."""
    touched = {one.uuid for one in written if one.fate != "failed"}
    return {
        "kind": "descriptions",
        "env_id": env_id,
        "datasets": [
            _dataset_undo(draft) for draft in drafts.datasets if draft.dataset.uuid in touched
        ],
        "charts": [
            {
                "id": draft.chart.id,
                "uuid": draft.chart.uuid,
                "title": draft.chart.title,
                "old": draft.chart.description,
                "new": draft.description,
            }
            for draft in drafts.charts
            if draft.chart.uuid in touched
        ],
    }


async def _write_dataset(
    superset: Superset, draft: DatasetDraft
) -> SupersetError | ToolFailure | None:
    known = draft.dataset
    again = await superset.descriptions.dataset(known.id)
    if isinstance(again, Failure):
        return _error(again)
    if again.unwrap() != known:
        return ToolFailure(text("documentation-edited"))
    description = known.description if draft.description is None else draft.description
    done = await superset.descriptions.describe_dataset(known, description, draft.columns)
    if isinstance(done, Failure):
        return _error(done)
    left = await superset.descriptions.dataset(known.id)
    if isinstance(left, Failure):
        return _error(left)
    lost = {column.name for column in known.columns} - {
        column.name for column in left.unwrap().columns
    }
    if lost:
        return ToolFailure(text("documentation-lost-columns", columns=", ".join(sorted(lost))))
    return None


async def _write_chart(superset: Superset, draft: ChartDraft) -> SupersetError | ToolFailure | None:
    again = await superset.descriptions.chart(draft.chart.id)
    if isinstance(again, Failure):
        return _error(again)
    if again.unwrap() != draft.chart:
        return ToolFailure(text("documentation-edited"))
    done = await superset.descriptions.describe_chart(draft.chart.id, draft.description)
    return _error(done) if isinstance(done, Failure) else None


def _error(failure: Failure[SupersetError]) -> SupersetError:
    return failure.failure()


def _written(
    kind: str, uuid: str, title: str, error: SupersetError | ToolFailure | None
) -> Written:
    if error is None:
        return Written(kind, uuid, title, "done")
    if isinstance(error, ToolFailure):
        return Written(kind, uuid, title, "failed", error.text)
    is_unknown = error.fault is SupersetFault.UNKNOWN_OUTCOME
    why = from_superset(error).text
    return Written(kind, uuid, title, "unknown" if is_unknown else "failed", why)


def _dataset_undo(draft: DatasetDraft) -> dict[str, JsonValue]:
    dataset = draft.dataset

    def columns() -> Iterator[JsonValue]:
        for column in dataset.columns:
            if column.id in draft.columns:
                new = draft.columns[column.id]
                yield {"id": column.id, "name": column.name, "old": column.description, "new": new}

    return {
        "id": dataset.id,
        "uuid": dataset.uuid,
        "title": dataset.title,
        "description": {
            "old": dataset.description,
            "new": draft.description if draft.description is not None else dataset.description,
        },
        "columns": list(columns()),
    }
