"""Banners on dashboards: put up, taken down, and told of one by one."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from returns.result import Failure, Result

from application.ports.superset.gateway import Superset
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from domain.banner import banner_of, same_layout, without_banner
from domain.maintenance import Bannered
from domain.superset import (
    DashboardLayout,
    DashboardSummary,
    JsonValue,
    SupersetError,
    SupersetFault,
)
from domain.texts import Text, text

_READ_AT_ONCE: Final = 4
# Nothing that follows would go better.
_STOPPING: Final = frozenset({SupersetFault.UNREACHABLE, SupersetFault.BAD_CREDENTIALS})

T = TypeVar("T")


class Fate(StrEnum):
    """What became of one dashboard."""

    DONE = "done"
    NOTHING_TO_DO = "nothing_to_do"
    LEFT_ALONE = "left_alone"  # its layout is odd, and is never repaired
    GONE = "gone"
    EDITED = "edited"  # somebody changed it in this very moment
    FAILED = "failed"
    UNKNOWN = "unknown"
    NOT_TRIED = "not_tried"


@dataclass(frozen=True, slots=True)
class Seen:
    """A dashboard with its layout as it is now, or the reason why it could not be read."""

    dashboard: DashboardSummary
    layout: Result[DashboardLayout, SupersetError]


@dataclass(frozen=True, slots=True)
class Change:
    """A layout to write; `seen` is what it was made from."""

    dashboard: DashboardSummary
    seen: DashboardLayout
    wanted: str | None

    @property
    def state(self) -> list[JsonValue]:
        """What the plan of this write rests on."""
        layout = hashlib.sha256((self.seen.position_json or "").encode()).hexdigest()
        return [self.dashboard.uuid, self.seen.changed_at.isoformat(), layout]


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a dashboard, and why."""

    uuid: str
    title: str
    fate: Fate
    why: Text | None = None


async def look_at(superset: Superset, dashboards: Iterable[DashboardSummary]) -> tuple[Seen, ...]:
    """The layouts of dashboards, a few at a time, in their order."""
    return await _a_few_at_once(
        dashboards,
        lambda dashboard: _seen(superset, dashboard),
    )


async def write(superset: Superset, changes: Sequence[Change]) -> tuple[Told, ...]:
    """Write layouts one after the other; one that fails does not spoil the rest."""
    told: list[Told] = []
    stopped: Text | None = None
    for change in changes:
        uuid, title = change.dashboard.uuid, change.dashboard.title
        if stopped is not None:
            told.append(Told(uuid, title, Fate.NOT_TRIED, stopped))
            continue
        error = await _write(superset, change)
        if error is None:
            told.append(Told(uuid, title, Fate.DONE))
        elif isinstance(error, Fate):
            told.append(Told(uuid, title, error, text(f"banner-{error.value.replace('_', '-')}")))
        else:
            is_unknown = error.fault is SupersetFault.UNKNOWN_OUTCOME
            why = from_superset(error).text
            told.append(Told(uuid, title, Fate.UNKNOWN if is_unknown else Fate.FAILED, why))
            stopped = why if error.fault in _STOPPING else None
    return tuple(told)


def removal(seen: Seen, kept: Bannered | None) -> Change | Told:
    """
    How the banner goes: without a trace where nobody edited the dashboard, else only the banner.

    Args:
        kept: what was written when the banner went up, if that is known.

    """
    uuid, title = seen.dashboard.uuid, seen.dashboard.title
    if isinstance(seen.layout, Failure):
        return could_not_be_read(seen, seen.layout.failure())
    layout = seen.layout.unwrap()
    if kept is not None and same_layout(layout.position_json, kept.after):
        return Change(seen.dashboard, layout, kept.before)
    if banner_of(layout.position_json) is None:
        return Told(uuid, title, Fate.NOTHING_TO_DO)
    taken = without_banner(layout.position_json)
    if isinstance(taken, Failure):
        return odd(seen, taken.failure().reason)
    return Change(seen.dashboard, layout, taken.unwrap())


def odd(seen: Seen, reason: str) -> Told:
    """A layout that is left alone."""
    why = text(f"layout-{reason.replace('_', '-')}")
    return Told(seen.dashboard.uuid, seen.dashboard.title, Fate.LEFT_ALONE, why)


def could_not_be_read(seen: Seen, error: SupersetError) -> Told:
    fate = Fate.GONE if error.fault is SupersetFault.NOT_FOUND else Fate.FAILED
    return Told(seen.dashboard.uuid, seen.dashboard.title, fate, from_superset(error).text)


def counted(told: Iterable[Told]) -> Counter[Fate]:
    return Counter(each.fate for each in told)


def names_of(told: Iterable[Told], *fates: Fate) -> str:
    """Titles for a sentence; "none" where there are none."""
    return ", ".join(f"“{each.title}”" for each in told if each.fate in fates) or "none"


def failure_of_all(told: Sequence[Told]) -> ToolFailure | None:
    """The failure of a call in which nothing was done and something went wrong."""
    fates = counted(told)
    wrong = [each for each in told if each.fate in {Fate.FAILED, Fate.UNKNOWN, Fate.EDITED}]
    if not wrong or fates[Fate.DONE]:
        return None
    unknown = [each for each in wrong if each.fate is Fate.UNKNOWN]
    first = (unknown or wrong)[0]
    kind = FailureKind.UNKNOWN if unknown else FailureKind.FINAL
    said = text("banner-failed", title=first.title, reason=first.why or text("banner-edited"))
    return ToolFailure(said, kind)


def told_items(told: Iterable[Told], say: Callable[[Text], str]) -> list[JsonValue]:
    """Dashboard by dashboard, as a result holds it."""
    return [
        {
            "uuid": each.uuid,
            "title": each.title,
            "outcome": each.fate.value,
            "why": None if each.why is None else say(each.why),
        }
        for each in told
    ]


async def _seen(superset: Superset, dashboard: DashboardSummary) -> Seen:
    return Seen(dashboard, await superset.layouts.get(dashboard.id))


async def _write(superset: Superset, change: Change) -> SupersetError | Fate | None:
    """What went wrong; None when it is written. Nothing is written over somebody's edit."""
    again = await superset.layouts.get(change.dashboard.id)
    if isinstance(again, Failure):
        is_gone = again.failure().fault is SupersetFault.NOT_FOUND
        return Fate.GONE if is_gone else again.failure()
    if again.unwrap() != change.seen:
        return Fate.EDITED
    written = await superset.layouts.put(change.dashboard.id, change.wanted)
    return written.failure() if isinstance(written, Failure) else None


async def _a_few_at_once(
    things: Iterable[DashboardSummary], act: Callable[[DashboardSummary], Awaitable[T]]
) -> tuple[T, ...]:
    free = asyncio.Semaphore(_READ_AT_ONCE)

    async def one(thing: DashboardSummary) -> T:
        async with free:
            return await act(thing)

    return tuple(await asyncio.gather(*(one(thing) for thing in things)))
