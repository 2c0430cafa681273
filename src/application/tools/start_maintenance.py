"""Put a maintenance banner on top of the dashboards of an environment."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.finding import pick
from application.toolkit.maintenance.banners import (
    Change,
    Fate,
    Seen,
    Told,
    could_not_be_read,
    counted,
    failure_of_all,
    look_at,
    names_of,
    odd,
    told_items,
    write,
)
from application.toolkit.maintenance.ending import bannered, spoken_moment, until_text
from application.toolkit.references import (
    EnvironmentId,
    OptionalName,
    OptionalReferences,
    OptionalText,
)
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from application.toolkit.undo.started_maintenance import inverse_of_start
from domain.banner import banner_of, with_banner
from domain.events import wire_time
from domain.maintenance import MaintenanceWindow, end_of
from domain.plan import FieldChange, Plan, Resource
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import DashboardSummary, JsonValue
from domain.texts import Text, text

_TIMEOUT_S: Final = 600.0
_LONGEST_TEXT: Final = 2000


class StartMaintenance(Arguments):
    text: OptionalText = Field(
        default=None,
        max_length=_LONGEST_TEXT,
        description="What the banner says, as Markdown. A usual sentence if left out.",
    )
    until: OptionalName = Field(
        default=None,
        description=(
            "When it ends by itself, in UTC: 18:00, 2h, 90 min, or ISO 8601. Until somebody "
            "ends it if left out."
        ),
    )
    dashboard_ids: OptionalReferences = Field(
        default=None,
        description="Numbers, uuids or exact titles. All of the environment if left out.",
    )
    env_id: EnvironmentId = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What will be written, and the dashboards that stay as they are."""

    superset: Superset
    until: datetime | None
    code: str
    windows: tuple[MaintenanceWindow, ...]
    changes: tuple[Change, ...]
    told: tuple[Told, ...]


async def plan(args: StartMaintenance, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    drafted = await _draft(args, ctx)
    if isinstance(drafted, Failure):
        return Failure(drafted.failure())
    draft = drafted.unwrap()
    return Success(
        Plan(
            summary=text(
                "start-maintenance-plan",
                env=ctx.env.env_id,
                count=len(draft.changes),
                until=until_text(draft.until),
            ),
            resources=tuple(map(_resource, draft.changes, [draft.code] * len(draft.changes))),
            warnings=_warnings(draft, args),
            blocked=_blocked(draft, ctx),
            undo="inverse",
            undo_how=text("start-maintenance-undo"),
            state=_state(draft),
        )
    )


async def run(args: StartMaintenance, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    drafted = await _draft(args, ctx)
    if isinstance(drafted, Failure):
        return Failure(drafted.failure())
    draft = drafted.unwrap()
    blocked = _blocked(draft, ctx)
    if blocked:
        return Failure(ToolFailure(blocked[0]))
    if not ctx.is_as_planned(_state(draft)):
        return Failure(failed("maintenance-not-as-planned", env=ctx.env.env_id))
    # Before the first banner: whatever happens next, it is known what to take down.
    intended = _window(args, draft, ctx)
    await ctx.services.maintenance.put(intended)
    told = (*draft.told, *await write(draft.superset, draft.changes))
    may_carry = {each.uuid for each in told if each.fate in {Fate.DONE, Fate.UNKNOWN}}
    carrying = tuple(each for each in intended.dashboards if each.uuid in may_carry)
    window = replace(intended, dashboards=carrying)
    if carrying:
        await ctx.services.maintenance.put(window)
    else:
        await ctx.services.maintenance.remove(window.id)
    failure = failure_of_all(told)
    return Success(_outcome(told, window, ctx)) if failure is None else Failure(failure)


async def _draft(args: StartMaintenance, ctx: ToolContext) -> Result[Draft, ToolFailure]:
    until = None if args.until is None else end_of(args.until, ctx.reference_time)
    is_over = until is not None and until <= ctx.services.clock.now()
    if args.until is not None and (until is None or is_over):
        return Failure(failed("maintenance-until-odd", until=args.until))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    listed = await superset.dashboards.all()
    if isinstance(listed, Failure):
        return Failure(from_superset(listed.failure()))
    chosen = _chosen(args, listed.unwrap(), ctx.env.env_id)
    if isinstance(chosen, Failure):
        return Failure(chosen.failure())
    code = _code(args, until, ctx)
    changes: list[Change] = []
    told: list[Told] = []
    for seen in await look_at(superset, chosen.unwrap()):
        decided = _decide(seen, code)
        changes.extend([decided] if isinstance(decided, Change) else [])
        told.extend([decided] if isinstance(decided, Told) else [])
    windows = await ctx.services.maintenance.of(ctx.env.env_id)
    return Success(Draft(superset, until, code, windows, tuple(changes), tuple(told)))


def _chosen(
    args: StartMaintenance, dashboards: Sequence[DashboardSummary], env_id: str
) -> Result[tuple[DashboardSummary, ...], ToolFailure]:
    if args.dashboard_ids is None:
        return Success(tuple(sorted(dashboards, key=lambda each: int(each.id))))
    chosen: dict[str, DashboardSummary] = {}
    for reference in args.dashboard_ids:
        found = pick(dashboards, reference, "dashboard", env_id)
        if isinstance(found, Failure):
            return Failure(found.failure())
        chosen[found.unwrap().uuid] = found.unwrap()
    return Success(tuple(chosen.values()))


def _decide(seen: Seen, code: str) -> Change | Told:
    if isinstance(seen.layout, Failure):
        return could_not_be_read(seen, seen.layout.failure())
    layout = seen.layout.unwrap()
    if banner_of(layout.position_json) == code:
        return Told(seen.dashboard.uuid, seen.dashboard.title, Fate.NOTHING_TO_DO)
    made = with_banner(layout.position_json, code)
    if isinstance(made, Failure):
        return odd(seen, made.failure().reason)
    return Change(seen.dashboard, layout, made.unwrap())


def _code(args: StartMaintenance, until: datetime | None, ctx: ToolContext) -> str:
    """The banner's Markdown, in the language of the conversation."""
    say = ctx.services.texts.say
    said = args.text or say(text("maintenance-banner-text"), ctx.language)
    head = say(text("maintenance-banner-head"), ctx.language)
    parts = [f"### 🚧 {head}", said]
    if until is not None:
        parts.append(
            say(text("maintenance-banner-until", until=spoken_moment(until)), ctx.language)
        )
    return "\n\n".join(parts)


def _resource(change: Change, code: str) -> Resource:
    dashboard = change.dashboard
    fields = (FieldChange("banner", banner_of(change.seen.position_json), code),)
    return Resource("dashboard", "update", dashboard.title, dashboard.uuid, dashboard.id, fields)


def _warnings(draft: Draft, args: StartMaintenance) -> tuple[Text, ...]:
    fates = counted(draft.told)
    warnings: list[Text] = []
    if fates[Fate.NOTHING_TO_DO]:
        names = names_of(draft.told, Fate.NOTHING_TO_DO)
        count = fates[Fate.NOTHING_TO_DO]
        warnings.append(text("maintenance-already", names=names, count=count))
    warnings.extend(
        text("maintenance-left-alone", title=each.title, why=each.why or text("banner-edited"))
        for each in draft.told
        if each.fate is not Fate.NOTHING_TO_DO
    )
    if args.until is None:
        warnings.append(text("maintenance-no-end"))
    return tuple(warnings)


def _blocked(draft: Draft, ctx: ToolContext) -> tuple[Text, ...]:
    if draft.changes:
        return ()
    if counted(draft.told)[Fate.NOTHING_TO_DO]:
        return (text("maintenance-all-carry", env=ctx.env.env_id),)
    return (text("maintenance-no-dashboard", env=ctx.env.env_id),)


def _state(draft: Draft) -> dict[str, JsonValue]:
    return {"text": draft.code, "dashboards": [change.state for change in draft.changes]}


def _window(args: StartMaintenance, draft: Draft, ctx: ToolContext) -> MaintenanceWindow:
    """A window of this action alone; others of the environment go on beside it."""
    return MaintenanceWindow(
        id=ctx.action_id or ctx.services.clock.new_id(),
        env_id=ctx.env.env_id,
        text=args.text or ctx.services.texts.say(text("maintenance-banner-text"), ctx.language),
        language=ctx.language,
        started_at=ctx.services.clock.now(),
        until=draft.until,
        by=ctx.caller.user,
        dashboards=tuple(bannered(change, draft.windows) for change in draft.changes),
    )


def _outcome(told: Sequence[Told], window: MaintenanceWindow, ctx: ToolContext) -> ToolOutcome:
    env_id, fates = window.env_id, counted(told)
    trouble = names_of(told, Fate.FAILED, Fate.EDITED, Fate.GONE, Fate.NOT_TRIED)
    return ToolOutcome(
        value={
            "env_id": env_id,
            "text": window.text,
            "until": None if window.until is None else wire_time(window.until),
            "items": told_items(told, lambda said: ctx.services.texts.say(said, ctx.language)),
        },
        summary=text(
            "start-maintenance-done",
            env=env_id,
            count=fates[Fate.DONE],
            until=until_text(window.until),
            left=names_of(told, Fate.LEFT_ALONE),
            trouble=trouble,
            unknown=names_of(told, Fate.UNKNOWN),
        ),
        undo={"title": env_id},
    )


TOOL = Tool(
    name="start_maintenance",
    description=(
        "Put a maintenance banner on top of all dashboards of an environment, or of some. It can "
        "end itself at a given time. The person is shown the dashboards and must approve."
    ),
    arguments=StartMaintenance,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset(),
    written_environments=("env_id",),
    run=run,
    plan=plan,
    timeout_s=_TIMEOUT_S,
    inverse=inverse_of_start(),
)
