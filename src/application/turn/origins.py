"""Where each argument of a call came from, as the card shows it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from domain.confirmation import Origin
from domain.conversation import ChatMessage
from domain.environment_words import EnvironmentWords
from domain.superset import JsonValue

# Whoever wrote "the branch x" has written "branch:x".
_PLACE: Final = re.compile(r"^(?:branch|commit|backup):")
_ENVIRONMENT_NAMES: Final = ("env_id", "source_env", "target_env", "source", "target")
# How many places inside other words are looked at: of text that repeats itself there are millions.
_MOST_PLACES: Final = 200
_DISTRUST: Final[tuple[Origin, ...]] = ("person", "page", "model", "tool")


def origins_of(
    arguments: Mapping[str, JsonValue],
    from_page: frozenset[str],
    ui_context: Mapping[str, JsonValue] | None,
    window: Sequence[ChatMessage],
    known_as: Mapping[str, frozenset[str]] | None = None,
) -> dict[str, Origin]:
    """
    The origin of every argument.

    What the person wrote in this conversation counts as theirs; then what the page said; then
    what a tool's text said; the rest the model made.

    Args:
        known_as: for an argument, the values that the person named by another word (`named_by`).

    """
    meant = known_as or {}
    written = _text(window, "user")
    read = _text(window, "tool")
    page = {str(value).casefold() for value in (ui_context or {}).values() if value is not None}
    return {
        name: "page"
        if name in from_page
        else "person"
        if str(value) in meant.get(name, ())
        else _least(value, written, page, read)
        for name, value in arguments.items()
    }


def named_by(
    window: Sequence[ChatMessage],
    tiers: Mapping[str, str],
    databases: Sequence[Sequence[str]],
) -> dict[str, frozenset[str]]:
    """
    What the person's words name, looked up here, whoever proposed the call.

    «прод» is the environment of that tier where there is one alone, and a database's title is
    its number where no other has that title.

    Args:
        tiers: the environment ids with their tier, or "" where it is unknown.
        databases: number and title of those in the environment of the call.

    """
    written = _text(window, "user")
    environments = frozenset(env_id for env_id, _ in EnvironmentWords(tiers).within(written))
    titles = [title.casefold() for _, title, *_ in databases]
    numbers = frozenset(
        number
        for number, title, *_ in databases
        if titles.count(title.casefold()) == 1 and _says(written, title.casefold())
    )
    return {**dict.fromkeys(_ENVIRONMENT_NAMES, environments), "database_id": numbers}


def _least(value: JsonValue, written: str, page: set[str], read: str) -> Origin:
    """The origin of a value; of a list the least trusted of its parts."""
    parts = value if isinstance(value, list) and value else [value]
    return max((_origin(str(part), written, page, read) for part in parts), key=_DISTRUST.index)


def _origin(value: str, written: str, page: set[str], read: str) -> Origin:
    wanted = value.casefold()
    if _says(written, wanted) or _says(written, _PLACE.sub("", wanted)):
        return "person"
    if wanted in page:
        return "page"
    if wanted and wanted in read:
        return "tool"
    return "model"


def _says(text: str, wanted: str) -> bool:
    """
    Whether a value stands there as words of its own: nobody who wrote 10 has written 1.

    Only the person's words are held to it: for a tool's, a part is suspicious enough.
    """
    at = text.find(wanted) if wanted else -1
    for _ in range(_MOST_PLACES):
        if at == -1:
            return False
        end = at + len(wanted)
        if not _is_one_word(text[at - 1 : at] + wanted[0]) and not _is_one_word(
            wanted[-1] + text[end : end + 1]
        ):
            return True
        at = text.find(wanted, at + 1)
    return False


def _is_one_word(pair: str) -> bool:
    return len(pair) > 1 and all(char.isalnum() or char == "_" for char in pair)


def _text(window: Sequence[ChatMessage], role: str) -> str:
    return "\n".join(message.content for message in window if message.role == role).casefold()
