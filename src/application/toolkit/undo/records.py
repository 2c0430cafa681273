"""What is known of an action that shall be undone."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from returns.result import Failure, Result, Success

from application.toolkit.beside import beside_of
from application.toolkit.called import called
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed
from application.toolkit.stock import Stock, from_bundle
from domain.bundle import KINDS, Bundle, JsonObject, Kind, merged, title_of, uuid_of
from domain.bundle_normal import fingerprints
from domain.confirmation import Confirmation, ExecutionRecord, Outcome
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Text, text


@dataclass(frozen=True, slots=True)
class Past:
    """
    An action and what it left for its undo.

    Args:
        before: what it overwrote or deleted.
        created: uuids by kind of what it made.
        after: "<kind>:<uuid>" -> hash of what it left behind.
        only_missing: it deleted, so that what is still there was not touched by it.
        left: all that it left for its undo.

    """

    action_id: str
    tool_name: str
    title: str
    before: Bundle
    created: Mapping[str, list[str]]
    after: Mapping[str, JsonValue]
    only_missing: bool
    left: Mapping[str, JsonValue]

    @property
    def affected(self) -> Bundle:
        """Everything that it made or changed, by uuid alone; the contents are empty."""
        named: dict[Kind, dict[str, JsonObject]] = {kind: {} for kind in KINDS}
        for key in self.after:
            kind, _, uuid = key.partition(":")
            for known in KINDS:
                if known == kind:
                    named[known][uuid] = {}
        for known in KINDS:
            named[known] |= {uuid: {} for uuid in self.created.get(known, [])}
        return Bundle(named["dashboard"], named["chart"], named["dataset"])


async def read_past(action_id: str, ctx: ToolContext) -> Result[Past, ToolFailure]:
    """
    The action, when it may be undone by this caller: their own, or anybody's for an admin.

    An undo takes place once, where the action did; what is unknown or failed cannot be undone.
    """
    owned = await _owned(action_id, ctx)
    if isinstance(owned, Failure):
        return Failure(owned.failure())
    confirmation = owned.unwrap()
    record = await ctx.services.confirmations.execution(action_id)
    if record is None or record.outcome is not Outcome.DONE:
        return Failure(_final(text("undo-not-done")))
    if record.undone_by is not None:
        return Failure(_final(text("undo-already")))
    left = await _left_for_undo(record, ctx)
    if isinstance(left, Failure):
        return Failure(left.failure())
    undo = left.unwrap()
    before = await _snapshots([record.snapshot, *_list(undo.get("snapshots"))], ctx)
    if isinstance(before, Failure):
        return Failure(before.failure())
    target = confirmation.metadata.get("target")
    live = target.get("title") if isinstance(target, Mapping) else None
    after = undo.get("after")
    return Success(
        Past(
            action_id=action_id,
            tool_name=confirmation.tool_name,
            title=str(undo.get("title") or live or confirmation.tool_name),
            before=_with_beside(_without(before.unwrap(), _created(undo)), undo),
            created=_created(undo),
            after=after if isinstance(after, Mapping) else {},
            only_missing=undo.get("only_missing") is True,
            left=undo,
        )
    )


def edited_since(past: Past, now: Bundle, stock: Stock) -> Iterator[Text]:
    """What somebody changed after the action; an undo loses it."""
    present = fingerprints(now)
    for key, left in past.after.items():
        kind, _, uuid = key.partition(":")
        if key not in present or present[key] == left:
            continue
        content = next((now.of(k)[uuid] for k in KINDS if k == kind and uuid in now.of(k)), {})
        title = next((title_of(k, content) for k in KINDS if k == kind), uuid)
        live = stock.dashboards.get(uuid)
        by = live.changed_by if live is not None and kind == "dashboard" else None
        yield text("undo-edited-since", kind=kind, title=title, who=by or "none")


async def _owned(action_id: str, ctx: ToolContext) -> Result[Confirmation, ToolFailure]:
    """The approval of an action of this environment that the caller may undo."""
    confirmation = await ctx.services.confirmations.get(action_id)
    is_theirs = confirmation is not None and confirmation.user == ctx.caller.user
    if confirmation is None or not (is_theirs or ctx.caller.role is Role.ADMIN):
        return Failure(_final(text("undo-unknown")))
    if confirmation.env_id != ctx.env.env_id:
        return Failure(failed("undo-elsewhere", env=confirmation.env_id or "-"))
    return Success(confirmation)


async def _left_for_undo(
    record: ExecutionRecord, ctx: ToolContext
) -> Result[Mapping[str, JsonValue], ToolFailure]:
    """What the action left for its undo; a task leaves it in its result."""
    undo = record.undo or {}
    task_id = undo.get("task_id")
    if not isinstance(task_id, str):
        return Success(undo)
    task = await ctx.services.tasks.get(task_id)
    if task is not None and not task.state.is_over:
        return Failure(_final(text("undo-still-running", what=called(task.tool_name))))
    result = None if task is None else task.result
    left = result.get("undo") if isinstance(result, Mapping) else None
    if not isinstance(left, Mapping):
        return Failure(_final(text("undo-not-done")))
    return Success(left)


def _without(before: Bundle, created: Mapping[str, list[str]]) -> Bundle:
    """A later move of a task saw what an earlier one had created as if it had been there."""
    kept: dict[Kind, dict[str, JsonObject]] = {
        kind: {
            uuid: content
            for uuid, content in before.of(kind).items()
            if uuid not in created.get(kind, [])
        }
        for kind in KINDS
    }
    return Bundle(kept["dashboard"], kept["chart"], kept["dataset"], kept["database"])


def _with_beside(before: Bundle, undo: Mapping[str, JsonValue]) -> Bundle:
    """With what a deletion kept of a dashboard beside its export."""
    dashboards = {
        uuid: {**content, **beside_of(undo.get("beside"), uuid)}
        for uuid, content in before.dashboards.items()
    }
    return replace(before, dashboards=dashboards)


async def _snapshots(ids: list[JsonValue], ctx: ToolContext) -> Result[Bundle, ToolFailure]:
    bundles: list[Bundle] = []
    for backup_id in ids:
        if not isinstance(backup_id, str):
            continue
        content = await ctx.services.backups.content(backup_id)
        if isinstance(content, Failure):
            lost = content.failure()
            key = f"place-backup-{lost.code.replace('_', '-')}"
            return Failure(_final(text(key, backup=backup_id, detail=lost.detail or "none")))
        unpacked = await asyncio.to_thread(ctx.services.bundles.unpack, content.unwrap())
        if isinstance(unpacked, Failure):
            return Failure(from_bundle(unpacked.failure(), f"backup:{backup_id}"))
        bundles.append(unpacked.unwrap())
    # The oldest state of an object is the one before the action.
    return Success(merged(*reversed(bundles)))


def _created(undo: Mapping[str, JsonValue]) -> dict[str, list[str]]:
    made = undo.get("created")
    found = made if isinstance(made, Mapping) else {}
    return {
        kind: [uuid for each in _list(found.get(kind)) if (uuid := uuid_of(each)) is not None]
        for kind in ("dashboard", "chart", "dataset")
    }


def _list(value: JsonValue) -> list[JsonValue]:
    return list(value) if isinstance(value, list) else []


def _final(said: Text) -> ToolFailure:
    return ToolFailure(said, FailureKind.FINAL)
