"""What we say to people: a key of the text catalogue and its parameters, no sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")

TextParam: TypeAlias = "str | int | float | Text"


@dataclass(frozen=True, slots=True)
class Text:
    """
    One message of the catalogue.

    Args:
        key: a message id of the catalogue, e.g. "error-unknown-environment".
        params: values for its placeholders; a Text is said in the same language first.
            Numbers are written as the language writes them, so ids are given as strings.

    """

    key: str
    params: Mapping[str, TextParam] = field(default_factory=lambda: MappingProxyType({}))


def text(key: str, **params: TextParam) -> Text:
    """Build a Text; `text("plan-delete", title="Sales")` reads better than the class."""
    return Text(key, MappingProxyType(params))
