"""A request to Superset, before anybody signed it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote

from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class Upload:
    """A form with one file. httpx writes its Content-Type, because that names the boundary."""

    field: str
    filename: str
    content: bytes
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """
    One request.

    Args:
        path: with its query, encoded already.
        writes: whether it may change something. Then a lost answer has an unknown outcome.

    """

    method: str
    path: str
    body: JsonValue = None
    upload: Upload | None = None
    form: Mapping[str, str] | None = None
    writes: bool = False

    @classmethod
    def get(cls, path: str, **query: str) -> Self:
        return cls("GET", with_query(path, query))

    @classmethod
    def post(cls, path: str, body: JsonValue, *, writes: bool) -> Self:
        return cls("POST", path, body, writes=writes)

    @classmethod
    def put(cls, path: str, body: JsonValue) -> Self:
        return cls("PUT", path, body, writes=True)

    @classmethod
    def send_file(cls, path: str, upload: Upload) -> Self:
        return cls("POST", path, upload=upload, writes=True)

    @classmethod
    def send_form(cls, path: str, form: Mapping[str, str]) -> Self:
        return cls("POST", path, form=form)

    @classmethod
    def delete(cls, path: str) -> Self:
        return cls("DELETE", path, writes=True)


def with_query(path: str, query: Mapping[str, str]) -> str:
    """
    A path with parameters. Everything but letters and digits is percent-encoded, once.

    httpx would leave some signs alone that rison gives a meaning to.
    """
    pairs = "&".join(f"{name}={quote(value, safe='')}" for name, value in query.items())
    return f"{path}?{pairs}" if pairs else path


def rison(value: JsonValue) -> str:
    """
    What Superset expects in `q`. Every text is quoted.

    The library that Superset reads it with would write a text without quotes when only its first
    line looks like a name.
    """
    if value is None or isinstance(value, bool):
        return {None: "!n", True: "!t", False: "!f"}[value]
    if isinstance(value, str):
        return "'{}'".format(value.replace("!", "!!").replace("'", "!'"))
    if isinstance(value, Mapping):
        return f"({','.join(f'{name}:{rison(inner)}' for name, inner in value.items())})"
    if isinstance(value, Sequence):
        return f"!({','.join(map(rison, value))})"
    return str(value).replace("+", "")
