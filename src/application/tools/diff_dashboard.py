"""What is different in a dashboard between two places."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.enumerating import named
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.moving.places import FoundDashboard, find_in, read_place
from application.toolkit.references import OptionalName, Reference
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.bundle_changes import ObjectChange, compare, field_label
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Text, text

_TIMEOUT_S: Final = 60.0


class DiffDashboard(Arguments):
    dashboard_id: Reference = Field(
        description="Number, uuid or exact title of the dashboard in the source."
    )
    source: OptionalName = Field(
        default=None,
        description=(
            "One side: an environment, branch:NAME, commit:ID or backup:ID. Left out, it is the "
            "environment of the conversation."
        ),
    )
    target: Reference = Field(
        description="The other side: an environment, branch:NAME, commit:ID or backup:ID."
    )


async def run(args: DiffDashboard, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    named = args.source or (ctx.turn_env.env_id if ctx.turn_env is not None else None)
    if named is None:
        return Failure(failed("diff-source-missing", target=args.target))
    source, target = read_place(named, ctx), read_place(args.target, ctx)
    for place in (source, target):
        if isinstance(place, Failure):
            return Failure(place.failure())
    if source.unwrap() == target.unwrap():
        return Failure(failed("diff-same-place", place=source.unwrap().spelling))
    found = await find_in(source.unwrap(), args.dashboard_id, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    new = found.unwrap()
    # By its uuid: its number is another dashboard's on the other side, its title may differ.
    other = await find_in(target.unwrap(), new.uuid, ctx)
    if isinstance(other, Failure):
        return Failure(other.failure())
    changes = await asyncio.to_thread(compare, other.unwrap().bundle, new.bundle)
    return Success(_outcome(new, other.unwrap(), changes, ctx))


def _outcome(
    source: FoundDashboard,
    target: FoundDashboard,
    changes: Sequence[ObjectChange],
    ctx: ToolContext,
) -> ToolOutcome:
    different = [change for change in changes if change.change != "keep"]
    here, there = source.place.spelling, target.place.spelling
    head = f"{on_one_line(source.title)}: {here} compared with {there}; "
    return ToolOutcome(
        value={
            "uuid": source.uuid,
            "title": source.title,
            "source": here,
            "target": there,
            "equal": not different,
            "items": [*_items(different, lambda said: ctx.services.texts.say(said, ctx.language))],
        },
        summary=text("diff-equal", title=source.title, source=here, target=there)
        if not different
        else text(
            "diff-done",
            title=source.title,
            source=here,
            target=there,
            count=len(different),
            names=named([(each.kind, each.title) for each in different]),
        ),
        for_model=lines_within_limit(
            f"{head}{len(different)} objects differ." if different else f"{head}equal.",
            (on_one_line(item) for item in _raw_items(different)),
        ),
    )


def _items(
    changes: Sequence[ObjectChange], say: Callable[[Text], str]
) -> Iterator[dict[str, JsonValue]]:
    """One row a field, in words; an object that only one side has is one row."""
    sides = {"create": "source", "delete": "target"}
    for change in changes:
        base: dict[str, JsonValue] = {"kind": change.kind, "title": change.title}
        if change.change in sides:
            there = {"target": None, "source": None, sides[change.change]: say(text("diff-there"))}
            yield {**base, "field": say(text("diff-whole")), **there}
        for field in change.fields:
            called = say(field_label(field))
            yield {**base, "field": called, "target": field.old, "source": field.new}


def _raw_items(changes: Sequence[ObjectChange]) -> Iterator[dict[str, JsonValue]]:
    """The same for a model, with the paths that Superset gives."""
    sides = {"create": "only in source", "delete": "only in target"}
    for change in changes:
        base: dict[str, JsonValue] = {"kind": change.kind, "title": change.title}
        if change.change in sides:
            yield {**base, "field": None, "target": None, "source": sides[change.change]}
        for field in change.fields:
            yield {**base, "field": field.name, "target": field.old, "source": field.new}


TOOL = Tool(
    name="diff_dashboard",
    description=(
        "Compare one dashboard with its charts and datasets between two places: environments, "
        "branches, commits or backups. Numbers and timestamps of the environments do not count."
    ),
    arguments=DiffDashboard,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset(),
    environment=EnvironmentNeed.NONE,
    run=run,
    timeout_s=_TIMEOUT_S,
)
