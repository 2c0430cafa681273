"""Maintenance of an environment: which dashboards carry a banner, and until when."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from domain.texts import Language

_CLOCK_TIME: Final = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")
_DURATION: Final = re.compile(r"(\d{1,4})\s*(m|min|h|d|мин|ч|д)[a-zа-я]*\.?", re.IGNORECASE)
_UNITS: Final = {
    "m": "minutes",
    "h": "hours",
    "d": "days",
    "м": "minutes",
    "ч": "hours",
    "д": "days",
}
LONGEST: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Bannered:
    """
    A dashboard with a banner.

    Args:
        before: its layout without the banner, exactly; None for an empty dashboard.
        after: its layout as it was written; who finds it changed takes only the banner away.

    """

    uuid: str
    title: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class MaintenanceWindow:
    """
    Dashboards of one environment under maintenance, by one action.

    Windows may overlap: a dashboard shows the banner of the newest that holds it, and when that
    one ends, the banner of the one beneath shows again.

    Args:
        id: of the action that started it.
        text: what the banner says, in `language`.
        until: when it ends by itself; None is "until somebody ends it".
        by: the user who started it.

    """

    id: str
    env_id: str
    text: str
    language: Language
    started_at: datetime
    until: datetime | None
    by: str
    dashboards: tuple[Bannered, ...]

    def is_due(self, now: datetime) -> bool:
        """Whether it should have ended."""
        return self.until is not None and self.until <= now


def top_of(
    windows: Iterable[MaintenanceWindow], uuid: str
) -> tuple[MaintenanceWindow, Bannered] | None:
    """The newest window that holds a dashboard, with what it keeps of it; None without one."""
    holding = [
        (window, kept) for window in windows for kept in window.dashboards if kept.uuid == uuid
    ]
    return max(holding, key=lambda each: (each[0].started_at, each[0].id), default=None)


def end_of(wanted: str, now: datetime) -> datetime | None:
    """
    The moment that is meant: "18:00", "2h", "90 min", or ISO 8601; times are UTC.

    A time of day that is over is meant for tomorrow. None is not understood, over already, or
    more than 30 days away.
    """
    moment = _moment(wanted.strip(), now)
    return moment if moment is not None and now < moment <= now + LONGEST else None


def _moment(wanted: str, now: datetime) -> datetime | None:
    clock_time = _CLOCK_TIME.fullmatch(wanted)
    if clock_time is not None:
        hour, minute = map(int, clock_time.groups())
        today = now.astimezone(UTC).replace(hour=hour, minute=minute, second=0, microsecond=0)
        return today if today > now else today + timedelta(days=1)
    duration = _DURATION.fullmatch(wanted)
    if duration is not None:
        unit = duration[2].lower()
        return now + timedelta(**{_UNITS[unit[0]]: int(duration[1])})
    try:
        moment = datetime.fromisoformat(wanted)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
