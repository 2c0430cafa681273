"""What a migration gave, dashboard by dashboard, and what its undo needs."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from application.toolkit.context import ToolContext
from application.toolkit.enumerating import counted
from application.toolkit.links import absolute_url
from application.toolkit.moving.moved import Moved
from application.toolkit.moving.proof_after import ChartProof, worse
from application.toolkit.tool import ToolOutcome
from domain.superset import JsonValue
from domain.tasks import StepEnd, TaskEnding
from domain.texts import text

NAMES_SHOWN: Final = 5
_OUTCOMES: Final = ("done", "failed", "unknown", "not_done")


def equal_line(item: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A dashboard that is on the target already, exactly so."""
    return {
        "uuid": item["uuid"],
        "title": item["title"],
        "changed": False,
        "worse": [],
        "left": [],
        "backup": None,
    }


def moved_line(
    item: Mapping[str, JsonValue], moved: Moved, proofs: Sequence[ChartProof], ctx: ToolContext
) -> dict[str, JsonValue]:
    """A dashboard that was moved, with the proof of its charts."""
    live = moved.dashboard
    texts, language = ctx.services.texts, ctx.language
    return equal_line(item) | {
        "changed": True,
        "id": live.id if live else None,
        "url": absolute_url(ctx.env, live.url) if live else None,
        "left": [texts.say(each, language) for each in moved.shortcomings],
        "proof": [proof.wire for proof in proofs],
        "worse": [*worse(proofs)],
        "backup": moved.snapshot,
        "undo": moved.undo,
    }


def outcome_of(ending: TaskEnding, ctx: ToolContext) -> ToolOutcome:
    """The whole result: what moved, what did not and why."""
    lines = [_result_of(ending, position, ctx) for position in range(len(ending.items))]
    moved = [line for line in lines if line["changed"]]
    bad = [title for line in moved for title in cast("Sequence[str]", line["worse"])]
    left = sum(bool(line["left"]) for line in moved)
    counts = {kind: sum(line["outcome"] == kind for line in lines) for kind in _OUTCOMES}
    summary = text(
        "migration-done",
        source=str(ending.arguments["source_env"]),
        target=ctx.env.env_id,
        counted=counted(
            (
                ("migration-count-moved", len(moved)),
                ("migration-count-equal", counts["done"] - len(moved)),
                ("migration-count-failed", counts["failed"]),
                ("migration-count-unknown", counts["unknown"]),
                ("migration-count-rest", counts["not_done"]),
            )
        ),
        worse=", ".join(bad[:NAMES_SHOWN]) or "none",
        left=left,
    )
    return ToolOutcome(
        value={
            "source_env": ending.arguments["source_env"],
            "target_env": ctx.env.env_id,
            "dashboards": [_without_undo(line) for line in lines],
            "undo": _undo_of(moved),
        },
        summary=summary,
    )


def _result_of(ending: TaskEnding, position: int, ctx: ToolContext) -> dict[str, JsonValue]:
    """One dashboard of the result: what its step gave, or that it was not begun."""
    item = cast("Mapping[str, JsonValue]", ending.items[position])
    if position >= len(ending.ends) or ending.ends[position].outcome == "cancelled":
        return equal_line(item) | {"outcome": "not_done", "said": None}
    end: StepEnd = ending.ends[position]
    given = end.value if isinstance(end.value, Mapping) else equal_line(item)
    said = None if end.said is None else end.said[ctx.language]
    return {**given, "outcome": end.outcome, "said": said}


def _undo_of(moved: Sequence[Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """
    What an undo of all needs, as the undo of one move does.

    Snapshots are listed in their order: of what two dashboards share, the first state counts.
    """
    created: dict[str, list[JsonValue]] = {}
    after: dict[str, JsonValue] = {}
    for line in moved:
        undo = cast("Mapping[str, Mapping[str, JsonValue]]", line["undo"])
        after |= undo["after"]
        for kind, uuids in undo["created"].items():
            created.setdefault(kind, []).extend(cast("Sequence[JsonValue]", uuids))
    snapshots = [line["backup"] for line in moved if line["backup"] is not None]
    titles = [str(line["title"]) for line in moved]
    more = ", …" if len(titles) > NAMES_SHOWN else ""
    return {
        "snapshots": snapshots,
        "created": created,
        "after": after,
        "title": ", ".join(titles[:NAMES_SHOWN]) + more,
    }


def _without_undo(line: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {name: value for name, value in line.items() if name != "undo"}
