"""What pydantic found wrong, as texts of our own: its sentences are English only."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pydantic_core import ErrorDetails, PydanticCustomError

from domain.plain_json import clean
from domain.texts import Text, text

_LONGEST_PLACE: Final = 100
_KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "missing": "invalid-missing",
        "extra_forbidden": "invalid-unknown-key",
        "string_too_short": "invalid-too-short",
        "string_too_long": "invalid-too-long",
        "string_type": "invalid-no-text",
        "string_unicode": "invalid-no-text",
        "path_type": "invalid-no-text",
        "int_parsing": "invalid-no-number",
        "int_parsing_size": "invalid-no-number",
        "int_type": "invalid-no-number",
        "float_parsing": "invalid-no-number",
        "float_type": "invalid-no-number",
        "finite_number": "invalid-no-number",
        "bool_parsing": "invalid-no-truth",
        "bool_type": "invalid-no-truth",
        "list_type": "invalid-no-list",
        "tuple_type": "invalid-no-list",
        "too_long": "invalid-too-many",
        "dict_type": "invalid-no-object",
        "model_type": "invalid-no-object",
        "model_attributes_type": "invalid-no-object",
        "literal_error": "invalid-no-choice",
        "enum": "invalid-no-choice",
        "greater_than": "invalid-range",
        "greater_than_equal": "invalid-range",
        "less_than": "invalid-range",
        "less_than_equal": "invalid-range",
        "url_parsing": "invalid-no-url",
        "url_scheme": "invalid-no-url",
        "url_type": "invalid-no-url",
    }
)


def wrong(text_key: str) -> PydanticCustomError:
    """What a validator of ours raises: a fault that a text of ours says."""
    return PydanticCustomError("wrong", "a value is not right", {"text_key": text_key})


def place_of(error: ErrorDetails, separator: str = ".") -> str:
    """Where the fault is, as a path of names; it may hold what the sender wrote."""
    place = separator.join(str(part) for part in error["loc"])
    return clean(place)[:_LONGEST_PLACE] or "-"


def fault_of(error: ErrorDetails) -> Text:
    """What the fault is; a validator of ours names the text itself."""
    context = error.get("ctx") or {}
    key = context.get("text_key") or _KEYS.get(error["type"], "invalid-other")
    match key:
        case "invalid-too-short":
            return text(key, limit=context["min_length"])
        case "invalid-too-long" | "invalid-too-many":
            return text(key, limit=context["max_length"])
        case "invalid-no-choice":
            return text(key, known=str(context["expected"]))
    return text(str(key))
