"""The end of a maintenance, asked for or because its time is up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.maintenance_windows import MaintenanceWindows
from application.ports.superset.gateway import Superset
from application.toolkit.banners import Change, Fate, Told, look_at, removal, write
from application.toolkit.failure import ToolFailure, from_superset
from domain.banner import banner_of, same_layout, without_banner
from domain.maintenance import Bannered, MaintenanceWindow
from domain.superset import DashboardSummary
from domain.texts import Text, text

_SETTLED: Final = frozenset({Fate.DONE, Fate.NOTHING_TO_DO, Fate.LEFT_ALONE, Fate.GONE})


@dataclass(frozen=True, slots=True)
class Ending:
    """What an end will do: layouts to write, and dashboards with nothing to write."""

    window: MaintenanceWindow | None
    changes: tuple[Change, ...]
    told: tuple[Told, ...]


async def plan_ending(
    superset: Superset, window: MaintenanceWindow | None
) -> Result[Ending, ToolFailure]:
    """
    Look at the dashboards of a window, or without one at all dashboards, and decide.

    Dashboards are found by their uuid: numbers are recycled.
    """
    listed = await superset.dashboards.all()
    if isinstance(listed, Failure):
        return Failure(from_superset(listed.failure()))
    kept = {} if window is None else {each.uuid: each for each in window.dashboards}
    in_order = sorted(listed.unwrap(), key=lambda each: int(each.id))
    wanted = [each for each in in_order if window is None or each.uuid in kept]
    changes: list[Change] = []
    told = list(_gone(window, wanted))
    for seen in await look_at(superset, wanted):
        decided = removal(seen, kept.get(seen.dashboard.uuid))
        if isinstance(decided, Change):
            changes.append(decided)
        elif window is not None or decided.fate is not Fate.NOTHING_TO_DO:
            told.append(decided)
    return Success(Ending(window, tuple(changes), tuple(told)))


async def carry_out(
    superset: Superset, windows: MaintenanceWindows, ending: Ending
) -> tuple[Told, ...]:
    """Take the banners down; what could not be settled stays in the window for another try."""
    told = (*ending.told, *await write(superset, ending.changes))
    if ending.window is not None:
        open_ones = {each.uuid for each in told if each.fate not in _SETTLED}
        left = tuple(each for each in ending.window.dashboards if each.uuid in open_ones)
        if left:
            await windows.put(replace(ending.window, dashboards=left))
        else:
            await windows.remove(ending.window.env_id)
    return told


def bannered(change: Change, old: Mapping[str, Bannered]) -> Bannered:
    """What to keep of a dashboard that gets a banner: the layout before its first one."""
    dashboard, before = change.dashboard, change.seen.position_json
    known = old.get(dashboard.uuid)
    if known is not None and same_layout(known.after, before):
        before = known.before
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


def _gone(window: MaintenanceWindow | None, found: Sequence[DashboardSummary]) -> tuple[Told, ...]:
    there = {each.uuid for each in found}
    dashboards = () if window is None else window.dashboards
    return tuple(
        Told(each.uuid, each.title, Fate.GONE) for each in dashboards if each.uuid not in there
    )
