"""How much care an environment asks for, and which environment a call means."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Tier(StrEnum):
    PROD = "prod"
    STAGING = "staging"
    DEV = "dev"


# Searched in this order, so that a name which says two things counts as the stricter one.
_MARKS = (
    (Tier.PROD, ("prod",)),
    (Tier.STAGING, ("stag", "test")),
    (Tier.DEV, ("dev", "local")),
)
# An unknown tier is as strict as prod for writing, yet "prod" is the more telling answer.
_STRICTEST_FIRST = (Tier.PROD, None, Tier.STAGING, Tier.DEV)
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_QUOTES = "\"'`«»“”„‘’"


def tier_of(env_id: str, setting: Tier | None) -> Tier | None:
    """
    The tier of an environment: its own setting, else what its name contains (design section 4).

    None when neither says anything. "nonprod" is prod and "latest" is staging: the rule is
    literal, and errs on the strict side.
    """
    if setting is not None:
        return setting
    name = env_id.lower()
    return next((tier for tier, marks in _MARKS if any(mark in name for mark in marks)), None)


def is_lowered(env_id: str, setting: Tier | None) -> bool:
    """Whether the setting asks for less care than the name alone would; a mute name never does."""
    named = tier_of(env_id, None)
    if setting is None or named is None:
        return False
    return _STRICTEST_FIRST.index(setting) > _STRICTEST_FIRST.index(named)


def write_tier(tier: Tier | None) -> Tier:
    """The tier that a write is held to: an unknown one is prod."""
    return Tier.PROD if tier is None else tier


def strictest(tiers: Iterable[Tier | None]) -> Tier | None:
    """The tier that decides when a call writes several environments; None when there is none."""
    return min(tiers, key=_STRICTEST_FIRST.index, default=None)


@dataclass(frozen=True, slots=True)
class CallEnvironment:
    """An environment, and who named it: the call, the message, or the page the person came from."""

    env_id: str
    origin: Literal["argument", "turn", "context"]


def environment_of_call(
    argument: str | None, turn: str | None, context: str | None
) -> CallEnvironment | None:
    """The nearest environment that is named; None when none is. There is no default environment."""
    if argument and argument.strip():
        return CallEnvironment(argument, "argument")
    if turn and turn.strip():
        return CallEnvironment(turn, "turn")
    if context and context.strip():
        return CallEnvironment(context, "context")
    return None


def match_environment(spelling: str, known: Iterable[str]) -> str | None:
    """
    The registered environment that a spelling means: itself, else the only one that equals it
    without letter case, outer spaces, quotes and invisible characters.

    None when there is none or more than one: the caller asks, and never takes a similar one.
    """
    ids = tuple(dict.fromkeys(known))
    if spelling in ids:
        return spelling
    wanted = _plain(spelling)
    found = [env_id for env_id in ids if _plain(env_id) == wanted]
    return found[0] if wanted and len(found) == 1 else None


def _plain(spelling: str) -> str:
    return spelling.translate(_INVISIBLE).strip().strip(_QUOTES).strip().casefold()
