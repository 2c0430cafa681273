"""Types of arguments that many tools share."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from application.toolkit.faults import wrong
from application.toolkit.quoting import is_plain_name

_MAX_REFERENCE = 500
_MAX_REFERENCES = 1000


def _number_as_text(value: object) -> object:
    """Models send numbers for ids now and then; True is no number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _absent_when_empty(value: object) -> object:
    """Models send "" for what they leave out."""
    return None if isinstance(value, str) and not value.strip() else value


def _absent_when_none_is_named(value: object) -> object:
    """Models send one reference instead of a list, and an empty list for what they leave out."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        return [value] if str(value).strip() else None
    return None if value == [] else value


def _plain_name(name: str) -> str:
    """Superset writes a schema into `SET search_path = "…"`, unescaped and judged by nobody."""
    if not is_plain_name(name):
        raise wrong("invalid-schema-name")
    return name


Reference = Annotated[
    str, BeforeValidator(_number_as_text), Field(min_length=1, max_length=_MAX_REFERENCE)
]

OptionalReference = Annotated[
    Annotated[str, BeforeValidator(_number_as_text), Field(max_length=_MAX_REFERENCE)] | None,
    BeforeValidator(_absent_when_empty),
]

OptionalReferences = Annotated[
    Annotated[tuple[Reference, ...], Field(max_length=_MAX_REFERENCES)] | None,
    BeforeValidator(_absent_when_none_is_named),
]

OptionalName = Annotated[
    Annotated[str, Field(max_length=_MAX_REFERENCE)] | None, BeforeValidator(_absent_when_empty)
]

OptionalSchema = Annotated[
    Annotated[str, Field(max_length=_MAX_REFERENCE), AfterValidator(_plain_name)] | None,
    BeforeValidator(_absent_when_empty),
]

OptionalText = Annotated[str | None, BeforeValidator(_absent_when_empty)]

OptionalSql = OptionalText

EnvironmentId = Annotated[
    OptionalName,
    Field(
        description=(
            "Environment to work on, e.g. ss-dev. Leave it out to use the environment of the "
            "conversation."
        )
    ),
]

EnvironmentIdOrAll = Annotated[
    OptionalName,
    Field(description="Environment to look at, e.g. ss-dev. Leave it out to look at all of them."),
]
