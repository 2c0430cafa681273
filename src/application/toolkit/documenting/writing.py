"""Writes drafts of descriptions, one object a step, and never over somebody's edit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.documenting.drafts import Draft, Drafts
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.tool import StepDone
from domain.descriptions import DescribedChart, DescribedDataset
from domain.superset import JsonValue, SupersetError, SupersetFault
from domain.tasks import StepEnd, TaskEnding
from domain.texts import text

_Object: TypeAlias = Mapping[str, JsonValue]


def items_to_write(drafts: Drafts) -> list[JsonValue]:
    """One object a step, with every text that was approved for it."""
    return [_item(draft) for draft in drafts.drafts]


async def write_item(item: _Object, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
    """
    Write the texts of one object, if it is as it was when they were approved.

    What concerns this object alone (an edit, a missing right) does not stop the others.
    """
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    if item["kind"] == "chart":
        return await _write_chart(opened.unwrap(), item)
    return await _write_dataset(opened.unwrap(), item)


def fates_of(ending: TaskEnding) -> Iterator[tuple[_Object, str, StepEnd | None]]:
    """Each object with what became of it: done, lost, unchecked, failed, unknown or left."""
    for at, item in enumerate(ending.items):
        end = ending.ends[at] if at < len(ending.ends) else None
        about = cast("_Object", item)
        if end is None or end.outcome == "cancelled":
            yield about, "left", None
        elif end.outcome == "done":
            yield about, str(cast("_Object", end.value)["outcome"]), end
        else:
            yield about, end.outcome, end


def undo_of(touched: Sequence[_Object], env_id: str) -> dict[str, JsonValue]:
    """Every text that was, or may have been, written, with what was there before: nothing."""
    return {
        "kind": "descriptions",
        "env_id": env_id,
        "datasets": [
            {
                **_named(item),
                "description": {"old": None, "new": item["new"]},
                "columns": [{**each, "old": None} for each in _columns(item)],
            }
            for item in touched
            if item["kind"] == "dataset"
        ],
        "charts": [
            {**_named(item), "old": None, "new": item["new"]}
            for item in touched
            if item["kind"] == "chart"
        ],
    }


def _item(draft: Draft) -> dict[str, JsonValue]:
    return {
        "kind": draft.kind,
        "id": draft.id,
        "uuid": draft.uuid,
        "title": draft.title,
        "changed_at": draft.changed_at,
        "new": draft.own,
        "columns": [{"id": id_, "name": name, "new": new} for id_, name, new in draft.columns],
    }


async def _write_dataset(superset: Superset, item: _Object) -> Result[StepDone, ToolFailure]:
    found = await superset.descriptions.dataset(str(item["id"]))
    if isinstance(found, Failure):
        return Failure(_failure(found.failure()))
    live = found.unwrap()
    if not _is_as_approved(live, item):
        return Failure(failed("documentation-edited"))
    wanted = {str(each["id"]): str(each["new"]) for each in _columns(item)}
    own = live.description if item["new"] is None else str(item["new"])
    done = await superset.descriptions.describe_dataset(live, own, wanted)
    if isinstance(done, Failure):
        return Failure(_failure(done.failure()))
    return Success(await _checked(superset, live))


async def _checked(superset: Superset, before: DescribedDataset) -> StepDone:
    """Superset deletes columns that a change leaves out, so what is there now is looked at."""
    left = await superset.descriptions.dataset(before.id)
    if isinstance(left, Failure):
        why = from_superset(left.failure()).text
        said = text("documentation-unchecked", title=before.title, reason=why)
        return StepDone({"outcome": "unchecked"}, said)
    names = {column.name for column in left.unwrap().columns}
    lost = ", ".join(sorted({column.name for column in before.columns} - names))
    if lost:
        said = text("documentation-lost-columns", title=before.title, columns=lost)
        return StepDone({"outcome": "lost"}, said)
    return StepDone({"outcome": "done"}, text("documentation-written", title=before.title))


async def _write_chart(superset: Superset, item: _Object) -> Result[StepDone, ToolFailure]:
    found = await superset.descriptions.chart(str(item["id"]))
    if isinstance(found, Failure):
        return Failure(_failure(found.failure()))
    live = found.unwrap()
    if not _is_as_approved(live, item):
        return Failure(failed("documentation-edited"))
    done = await superset.descriptions.describe_chart(live.id, str(item["new"]))
    if isinstance(done, Failure):
        return Failure(_failure(done.failure()))
    said = text("documentation-written", title=live.title)
    return Success(StepDone({"outcome": "done"}, said))


def _is_as_approved(live: DescribedDataset | DescribedChart, item: _Object) -> bool:
    """Not changed since, and still without the texts that are to be written."""
    if live.uuid != item["uuid"] or live.changed_at.isoformat() != item["changed_at"]:
        return False
    if item["new"] is not None and live.description:
        return False
    columns = live.columns if isinstance(live, DescribedDataset) else ()
    empty = {(column.id, column.name) for column in columns if not column.description}
    return all((each["id"], each["name"]) in empty for each in _columns(item))


def _failure(error: SupersetError) -> ToolFailure:
    """Another owner's object is no reason to leave the others alone."""
    failure = from_superset(error)
    if error.fault is SupersetFault.FORBIDDEN:
        return ToolFailure(failure.text, FailureKind.FIXABLE)
    return failure


def _named(item: _Object) -> dict[str, JsonValue]:
    return {name: item[name] for name in ("id", "uuid", "title")}


def _columns(item: _Object) -> list[_Object]:
    return cast("list[_Object]", item["columns"])
