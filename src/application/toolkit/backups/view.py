"""Backups as tools name them, so that a person finds one to restore from."""

from collections.abc import Sequence
from datetime import UTC
from typing import Final

from application.toolkit.context import ToolContext
from domain.backups import Backup
from domain.events import wire_time
from domain.superset import JsonValue
from domain.texts import Text, text

_NEWEST: Final = 10
_IN_A_SENTENCE: Final = 5
_TITLES: Final = 3
_LONGEST_TITLE: Final = 80


async def visible_backups(ctx: ToolContext) -> tuple[Backup, ...]:
    """The newest ones of the environments that the caller may use."""
    kept = await ctx.services.backups.all()
    return tuple(each for each in kept if ctx.caller.may_use(each.env_id))[:_NEWEST]


def backup_item(backup: Backup) -> dict[str, JsonValue]:
    """A backup in a list; `source` is what deploy_dashboard takes it by."""
    return {
        "source": f"backup:{backup.id}",
        "env_id": backup.env_id,
        "made_at": wire_time(backup.made_at),
        "reason": backup.reason,
        "dashboards": list(backup.titles),
    }


def backup_lines(backups: Sequence[Backup]) -> list[str]:
    """A line each, the same in every language; titles cannot break out of theirs."""
    return [_line(each) for each in backups[:_IN_A_SENTENCE]]


async def with_known_backups(said: Text, ctx: ToolContext) -> Text:
    """A refusal of a place, with the newest backups that there are."""
    lines = backup_lines(await visible_backups(ctx))
    return text("place-backups-known", said=said, lines="\n".join(lines)) if lines else said


def _line(backup: Backup) -> str:
    made_at = backup.made_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    named = ", ".join(f"“{_on_one_line(title)}”" for title in backup.titles[:_TITLES])
    more = len(backup.titles) - _TITLES
    rest = f" + {more}" if more > 0 else ""
    return f"- backup:{backup.id}, {made_at}, {backup.env_id}: {named or '–'}{rest}"


def _on_one_line(title: str) -> str:
    printable = "".join(char if char.isprintable() and char not in "“”" else " " for char in title)
    return " ".join(printable.split())[:_LONGEST_TITLE]
