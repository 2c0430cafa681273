"""Takes written descriptions back: only those that still read as they were written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed, from_superset
from application.toolkit.tool import AnyTool, ToolOutcome
from application.toolkit.undo.inverse import UndoAction, undo_tool
from application.toolkit.undo.records import Past, read_past
from domain.descriptions import DescribedChart, DescribedDataset
from domain.plan import FieldChange, Plan, Resource
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue, SupersetError, SupersetFault
from domain.texts import Text, text

_TIMEOUT_S: Final = 300.0

_Record: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Taking:
    """An object whose texts are taken back; `columns` by number, each with the text before."""

    live: DescribedDataset | DescribedChart
    description: str | None
    columns: Mapping[str, str | None]
    fields: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class _Prepared:
    past: Past
    superset: Superset
    takings: tuple[Taking, ...]
    warnings: tuple[Text, ...]

    @property
    def is_edited(self) -> bool:
        """Whether something reads neither as it was written nor as it was before."""
        return any(each.key == "undescribe-edited" for each in self.warnings)


def inverse_of_descriptions(tool_name: str, role: Role) -> AnyTool:
    """The inverse of a tool that leaves `undo` of the kind "descriptions"."""
    return undo_tool(tool_name, ToolRisk.WRITE, role, run, plan, _TIMEOUT_S)


async def plan(args: UndoAction, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    found = prepared.unwrap()
    count = sum(len(taking.fields) for taking in found.takings)
    is_needed = bool(found.takings) or found.is_edited
    key = "undescribe-plan" if is_needed else "undescribe-over"
    return Success(
        Plan(
            summary=text(key, env=ctx.env.env_id, count=count),
            is_needed=is_needed,
            resources=tuple(map(_resource, found.takings)),
            warnings=found.warnings,
            blocked=_blocked(found, ctx),
            undo_how=text("undo-how-once"),
            state={
                "action": found.past.action_id,
                "objects": [
                    [one.live.uuid, one.live.changed_at.isoformat()] for one in found.takings
                ],
            },
        )
    )


def _blocked(found: _Prepared, ctx: ToolContext) -> tuple[Text, ...]:
    """Nothing of it is left, yet somebody wrote something else in its place."""
    if found.takings or not found.is_edited:
        return ()
    return (text("undescribe-nothing", env=ctx.env.env_id),)


async def run(args: UndoAction, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    found = prepared.unwrap()
    if not found.takings:
        return Failure(failed("undescribe-nothing", env=ctx.env.env_id))
    done: list[str] = []
    for taking in found.takings:
        error = await _take_back(found.superset, taking)
        if error is not None:
            said = text(
                "undescribe-stopped",
                title=taking.live.title,
                reason=from_superset(error).text,
                done=", ".join(done) or "–",
            )
            is_unknown = error.fault is SupersetFault.UNKNOWN_OUTCOME
            return Failure(
                ToolFailure(said, FailureKind.UNKNOWN if is_unknown else FailureKind.FINAL)
            )
        done.append(taking.live.title)
    count = sum(len(taking.fields) for taking in found.takings)
    texts = ctx.services.texts
    return Success(
        ToolOutcome(
            value={
                "undone": args.action_id,
                "env_id": ctx.env.env_id,
                "left": [texts.say(each, ctx.language) for each in found.warnings],
            },
            summary=text("undescribe-done", env=ctx.env.env_id, count=count),
        )
    )


async def _prepare(args: UndoAction, ctx: ToolContext) -> Result[_Prepared, ToolFailure]:
    read = await read_past(args.action_id, ctx)
    if isinstance(read, Failure):
        return Failure(read.failure())
    past = read.unwrap()
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    return await _compare(past, opened.unwrap())


async def _compare(past: Past, superset: Superset) -> Result[_Prepared, ToolFailure]:
    """Look at each object by its uuid: numbers are recycled."""
    datasets = await superset.datasets.all()
    charts = await superset.charts.all()
    for listed in (datasets, charts):
        if isinstance(listed, Failure):
            return Failure(from_superset(listed.failure()))
    dataset_ids = {each.uuid: each.id for each in datasets.unwrap()}
    chart_ids = {each.uuid: each.id for each in charts.unwrap()}
    takings: list[Taking] = []
    warnings: list[Text] = []
    for kept in _records(past.left.get("datasets")):
        number = dataset_ids.get(str(kept["uuid"]))
        live = None if number is None else await superset.descriptions.dataset(number)
        if isinstance(live, Failure) and live.failure().fault is not SupersetFault.NOT_FOUND:
            return Failure(from_superset(live.failure()))
        if live is None or isinstance(live, Failure):
            warnings.append(text("undescribe-gone", title=str(kept["title"])))
        else:
            _add(_of_dataset(kept, live.unwrap()), takings, warnings)
    for kept in _records(past.left.get("charts")):
        number = chart_ids.get(str(kept["uuid"]))
        shown = None if number is None else await superset.descriptions.chart(number)
        if isinstance(shown, Failure) and shown.failure().fault is not SupersetFault.NOT_FOUND:
            return Failure(from_superset(shown.failure()))
        if shown is None or isinstance(shown, Failure):
            warnings.append(text("undescribe-gone", title=str(kept["title"])))
        else:
            _add(_of_chart(kept, shown.unwrap()), takings, warnings)
    return Success(_Prepared(past, superset, tuple(takings), tuple(warnings)))


def _add(
    found: tuple[Taking, tuple[str, ...]], takings: list[Taking], warnings: list[Text]
) -> None:
    taking, edited = found
    takings.extend([taking] if taking.fields else [])
    title = taking.live.title
    warnings.extend(text("undescribe-edited", title=title, field=name) for name in edited)


def _of_dataset(kept: _Record, live: DescribedDataset) -> tuple[Taking, tuple[str, ...]]:
    own = cast("_Record", kept["description"])
    fields: list[FieldChange] = []
    edited: list[str] = []
    description = live.description
    if own["new"] != own["old"] and live.description == own["new"]:
        description = _text(own["old"])
        fields.append(FieldChange("description", live.description, description))
    elif own["new"] != own["old"] and not _is_back(live.description, own["old"]):
        edited.append("description")
    columns: dict[str, str | None] = {}
    by_name = {column.name: column for column in live.columns}
    for each in _records(kept.get("columns")):
        column = by_name.get(str(each["name"]))
        if column is None or _is_back(column.description, each["old"]):
            continue
        if column.description != each["new"]:
            edited.append(f"column {each['name']}")
            continue
        columns[column.id] = _text(each["old"])
        fields.append(FieldChange(f"column {column.name}", column.description, columns[column.id]))
    return Taking(live, description, columns, tuple(fields)), tuple(edited)


def _of_chart(kept: _Record, live: DescribedChart) -> tuple[Taking, tuple[str, ...]]:
    if live.description != kept["new"]:
        edited = () if _is_back(live.description, kept["old"]) else ("description",)
        return Taking(live, live.description, {}, ()), edited
    old = _text(kept["old"])
    return Taking(live, old, {}, (FieldChange("description", live.description, old),)), ()


def _is_back(now: str | None, before: JsonValue) -> bool:
    """Whether a text reads as before already; Superset writes none now as null, now as empty."""
    return (now or None) == (before or None)


async def _take_back(superset: Superset, taking: Taking) -> SupersetError | None:
    if isinstance(taking.live, DescribedDataset):
        done = await superset.descriptions.describe_dataset(
            taking.live, taking.description, taking.columns
        )
    else:
        done = await superset.descriptions.describe_chart(taking.live.id, taking.description)
    return done.failure() if isinstance(done, Failure) else None


def _resource(taking: Taking) -> Resource:
    live = taking.live
    kind = "dataset" if isinstance(live, DescribedDataset) else "chart"
    return Resource(kind, "update", live.title, live.uuid, live.id, taking.fields)


def _records(value: JsonValue) -> Iterator[_Record]:
    listed = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    yield from (each for each in listed if isinstance(each, Mapping))


def _text(value: JsonValue) -> str | None:
    return None if value is None else str(value)
