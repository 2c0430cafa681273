"""The exact form of a wish: `/tool_name key=value key="a b"`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from application.ports.language_model import ToolOffer
from domain.superset import JsonValue

_COMMAND = re.compile(r"/(?P<name>\w*)(?P<rest>(?:\s.*)?)", re.DOTALL)
_PAIR = re.compile(
    r"\s*(?P<key>\w+)=(?:\"(?P<a>(?:[^\"\\]|\\.)*)\"|'(?P<b>(?:[^'\\]|\\.)*)'|«(?P<c>[^»]*)»"
    r"|“(?P<d>[^”]*)”|(?P<e>[^\s\"'«“]\S*|))(?=\s|$)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_YES = frozenset({"true", "yes", "1", "да"})
_NO = frozenset({"false", "no", "0", "нет"})


@dataclass(frozen=True, slots=True)
class Command:
    """
    A command as it was typed.

    Args:
        unread: what is no `key=value`; "" when everything is.

    """

    name: str
    values: Mapping[str, str]
    unread: str


def read_command(message: str) -> Command | None:
    """The command, or None when the message is none."""
    match = _COMMAND.fullmatch(message.strip())
    if match is None:
        return None
    rest, at = match["rest"], 0
    values: dict[str, str] = {}
    while (pair := _PAIR.match(rest, at)) is not None:
        values[pair["key"]] = _value(pair)
        at = pair.end()
    return Command(match["name"], values, rest[at:].strip())


def typed(values: Mapping[str, str], offer: ToolOffer | None) -> dict[str, JsonValue]:
    """The values as the tool's schema wants them; one that does not fit stays text."""
    properties = None if offer is None else offer.parameters.get("properties")
    schemas = properties if isinstance(properties, Mapping) else {}
    return {key: _typed(value, _kinds(schemas.get(key))) for key, value in values.items()}


def _value(pair: re.Match[str]) -> str:
    escaped = pair["a"] if pair["a"] is not None else pair["b"]
    if escaped is not None:
        return _ESCAPE.sub(r"\1", escaped)
    return next(pair[group] for group in "cde" if pair[group] is not None)


def _kinds(schema: object) -> set[str]:
    if not isinstance(schema, Mapping):
        return set()
    ways = schema.get("anyOf")
    own = {schema["type"]} if isinstance(schema.get("type"), str) else set()
    return own.union(*map(_kinds, ways)) if isinstance(ways, list | tuple) else own


def _typed(value: str, kinds: set[str]) -> JsonValue:
    if "boolean" in kinds and value.lower() in _YES | _NO:
        return value.lower() in _YES
    if "array" in kinds:
        return [part.strip() for part in value.split(",") if part.strip()]
    is_number = "integer" in kinds and "string" not in kinds and value.lstrip("-").isdigit()
    return int(value) if is_number else value
