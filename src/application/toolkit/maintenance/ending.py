"""The end of a maintenance: asked for, because its time is up, or as the undo of its start."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.maintenance_windows import MaintenanceWindows
from application.ports.superset.gateway import Superset
from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.maintenance.banners import (
    Change,
    Fate,
    Seen,
    Told,
    look_at,
    odd,
    removal,
    write,
)
from domain.banner import banner_of, same_layout, with_banner, without_banner
from domain.events import wire_time
from domain.maintenance import Bannered, MaintenanceWindow, top_of
from domain.superset import DashboardSummary, JsonValue
from domain.texts import Text, text

_SETTLED: Final = frozenset({Fate.DONE, Fate.NOTHING_TO_DO, Fate.LEFT_ALONE, Fate.GONE})


@dataclass(frozen=True, slots=True)
class Ending:
    """
    What an end will do: layouts to write, and dashboards with nothing to write.

    Args:
        windows: those that end.
        beneath: uuid -> the window whose banner shows again, with what it keeps then.

    """

    windows: tuple[MaintenanceWindow, ...] = ()
    changes: tuple[Change, ...] = ()
    told: tuple[Told, ...] = ()
    beneath: Mapping[str, tuple[MaintenanceWindow, Bannered]] = field(default_factory=dict)


async def plan_ending(
    superset: Superset,
    windows: Sequence[MaintenanceWindow],
    staying: Sequence[MaintenanceWindow] = (),
) -> Result[Ending, ToolFailure]:
    """
    Look at the dashboards of windows, or without any at all dashboards, and decide.

    Dashboards are found by their uuid: numbers are recycled.

    Args:
        staying: other windows of the environment, which go on.

    """
    listed = await superset.dashboards.all()
    if isinstance(listed, Failure):
        return Failure(from_superset(listed.failure()))
    held = {kept.uuid: kept for window in windows for kept in window.dashboards}
    in_order = sorted(listed.unwrap(), key=lambda each: int(each.id))
    wanted = [each for each in in_order if not windows or each.uuid in held]
    changes: list[Change] = []
    told = list(_gone(held.values(), wanted))
    beneath: dict[str, tuple[MaintenanceWindow, Bannered]] = {}
    for seen in await look_at(superset, wanted):
        decided, again = _decide(seen, windows, staying)
        if isinstance(decided, Change):
            changes.append(decided)
        elif windows or decided.fate is not Fate.NOTHING_TO_DO:
            told.append(decided)
        if again is not None:
            beneath[seen.dashboard.uuid] = again
    return Success(Ending(tuple(windows), tuple(changes), tuple(told), beneath))


async def carry_out(
    superset: Superset, windows: MaintenanceWindows, ending: Ending
) -> tuple[Told, ...]:
    """Take the banners down; what could not be settled stays in its window for another try."""
    told = (*ending.told, *await write(superset, ending.changes))
    open_ones = {each.uuid for each in told if each.fate not in _SETTLED}
    for window in ending.windows:
        left = tuple(each for each in window.dashboards if each.uuid in open_ones)
        if left:
            await windows.put(replace(window, dashboards=left))
        else:
            await windows.remove(window.id)
    written = {each.uuid for each in told if each.fate is Fate.DONE}
    for window in _with_what_shows_again(ending, written):
        await windows.put(window)
    return told


def bannered(change: Change, windows: Iterable[MaintenanceWindow]) -> Bannered:
    """What to keep of a dashboard that gets a banner: the layout before its first one."""
    dashboard, before = change.dashboard, change.seen.position_json
    known = top_of(windows, dashboard.uuid)
    if known is not None and same_layout(known[1].after, before):
        before = known[1].before
    elif banner_of(before) is not None:
        before = without_banner(before).value_or(before)
    return Bannered(dashboard.uuid, dashboard.title, before, change.wanted or "")


def spoken_moment(moment: datetime) -> str:
    """A time as a sentence names it."""
    return moment.strftime("%Y-%m-%d %H:%M UTC")


def until_text(until: datetime | None) -> Text:
    """When a maintenance ends, as a part of a sentence."""
    if until is None:
        return text("maintenance-open-end")
    return text("maintenance-until", until=spoken_moment(until))


def in_short(windows: Iterable[MaintenanceWindow], env_id: str) -> JsonValue:
    """The windows of an environment as one, for an overview; None where it has none."""
    own = [window for window in windows if window.env_id == env_id]
    if not own:
        return None
    ends = [window.until for window in own if window.until is not None]
    return {
        "text": own[-1].text,
        "started_at": wire_time(own[0].started_at),
        "until": wire_time(max(ends)) if len(ends) == len(own) else None,
        "dashboards": len({kept.uuid for window in own for kept in window.dashboards}),
    }


def line_of(window: MaintenanceWindow) -> str:
    """One window for the model."""
    end = "until somebody ends it" if window.until is None else f"until {window.until.isoformat()}"
    return (
        f"- {window.env_id}: under maintenance {end}, banner on {len(window.dashboards)} dashboards"
    )


def left_alone(told: Iterable[Told]) -> tuple[Text, ...]:
    """Why banners stay as they are, for a plan's warnings."""
    return tuple(
        text("maintenance-left-alone", title=each.title, why=each.why or text("banner-gone"))
        for each in told
        if each.fate is not Fate.NOTHING_TO_DO
    )


def _decide(
    seen: Seen, windows: Sequence[MaintenanceWindow], staying: Sequence[MaintenanceWindow]
) -> tuple[Change | Told, tuple[MaintenanceWindow, Bannered] | None]:
    """What becomes of one dashboard, and the window whose banner shows again on it."""
    uuid, title = seen.dashboard.uuid, seen.dashboard.title
    top, under = top_of((*windows, *staying), uuid), top_of(staying, uuid)
    if top is not None and top == under:
        return Told(uuid, title, Fate.NOTHING_TO_DO), None
    decided = removal(seen, None if top is None else top[1])
    if under is None or isinstance(decided, Told):
        return decided, None
    window, kept = under
    again = with_banner(decided.wanted, banner_of(kept.after) or "")
    if isinstance(again, Failure):
        return odd(seen, again.failure().reason), None
    after = again.unwrap()
    return (
        replace(decided, wanted=after),
        (window, Bannered(uuid, title, decided.wanted, after)),
    )


def _with_what_shows_again(ending: Ending, written: set[str]) -> Iterable[MaintenanceWindow]:
    """The windows that go on and whose banners are up again, with the layouts of now."""
    fresh: dict[str, MaintenanceWindow] = {}
    for uuid in written & ending.beneath.keys():
        planned, kept = ending.beneath[uuid]
        window = fresh.get(planned.id, planned)
        dashboards = tuple(kept if each.uuid == uuid else each for each in window.dashboards)
        fresh[planned.id] = replace(window, dashboards=dashboards)
    return fresh.values()


def _gone(held: Iterable[Bannered], found: Sequence[DashboardSummary]) -> tuple[Told, ...]:
    there = {each.uuid for each in found}
    return tuple(Told(each.uuid, each.title, Fate.GONE) for each in held if each.uuid not in there)
