"""What an answer of Superset means when it is not the one that was asked for."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from adapters.superset_httpx.answers import Answer, as_object, as_rows
from domain.superset import JsonValue, SupersetFault

_DETAIL_LENGTH: Final = 300
# A driver may quote a megabyte of what a person wrote. No pattern below may meet that: the time
# of some grows with the square.
_LOOKED_AT: Final = 2000
_DEEPEST: Final = 20
_GATEWAY: Final = {
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}
_REDIRECTS: Final = range(300, 400)
_SERVER_ERRORS: Final = range(500, 600)
_TOO_MUCH: Final = {HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.TOO_MANY_REQUESTS}
_BY_STATUS: Final[dict[int, SupersetFault]] = {
    HTTPStatus.UNAUTHORIZED: SupersetFault.BAD_CREDENTIALS,
    HTTPStatus.FORBIDDEN: SupersetFault.FORBIDDEN,
    HTTPStatus.NOT_FOUND: SupersetFault.NOT_FOUND,
}
# Drivers add the statement, its parameters and the row that was in the way.
_DRIVER_TAIL: Final = re.compile(
    r"\s*(?:\[SQL: |\[parameters: |\(Background on |DETAIL: ).*", re.DOTALL
)
# Up to the last "@": a password may hold one.
_PASSWORD_IN_URI: Final = re.compile(r"(://[^\s:/@]*):\S*@")
_SECRET_BY_NAME: Final = re.compile(
    r"""(?ix)\b(\w*(?:passw(?:or)?d|pwd|secret|token|api_?key|private_?key))
    (?: (\s*=\s*) (?:"[^"]*"|'[^']*'|[^\s&;,]+)
      | (["']?\s*:\s*) (?:"[^"]*"|'[^']*') )"""
)
# Headers that a proxy gives back when it complains; the rest of a cookie's line may be more of it.
_SECRET_HEADER: Final = re.compile(
    r"(?i)\b((?:bearer|basic)\s+)[\w.~+/=-]+|\b((?:set-)?cookie2?\s*:)[^\r\n]*"
    r"|\b((?:x-)?csrf-?token\s*:\s*)\S+"
)
_MARKUP: Final = re.compile(r"<[a-zA-Z!/][^>]*>")


@dataclass(frozen=True, slots=True)
class Complaint:
    """Superset's words. `kind` is its own `error_type`; `from_jwt` that the token was at fault."""

    text: str = ""
    kind: str = ""
    from_jwt: bool = False


def complaint_of(answer: Answer) -> Complaint:
    """The message of an error body, in whichever of Superset's forms; empty for anything else."""
    body = as_object(answer.json)
    for error in as_rows(body.get("errors")):
        return Complaint(_flat(error.get("message")), _flat(error.get("error_type")))
    for key in ("message", "msg", "error"):
        if key in body:
            return Complaint(_flat(body[key]), from_jwt=key == "msg")
    return Complaint(f"HTTP {answer.status}") if _is_overtaxed(answer) else Complaint()


def _is_overtaxed(answer: Answer) -> bool:
    """A page of Superset or of the proxy before it that says nothing of the address."""
    return answer.json is None and answer.status in (*_TOO_MUCH, *_SERVER_ERRORS)


def is_refused_sign_in(answer: Answer) -> bool:
    """Whether Superset turned the request away before it acted: session, token or CSRF too old."""
    if answer.status in _REDIRECTS:
        return answer.is_sent_to_login
    complaint = complaint_of(answer)
    if answer.status == HTTPStatus.UNPROCESSABLE_ENTITY:
        return complaint.from_jwt
    if answer.status == HTTPStatus.BAD_REQUEST:
        return "csrf" in complaint.text.casefold()
    return answer.status == HTTPStatus.UNAUTHORIZED


def fault_of(answer: Answer, *, writes: bool) -> SupersetFault:
    """
    The fault behind an answer that is no success.

    A write behind a gateway may have happened: only Superset's own JSON says that it did not.
    """
    if answer.status in _GATEWAY or (
        writes and answer.json is None and answer.status in (HTTPStatus.OK, *_SERVER_ERRORS)
    ):
        return SupersetFault.UNKNOWN_OUTCOME if writes else SupersetFault.GATEWAY
    if answer.is_sent_to_login:
        return SupersetFault.BAD_CREDENTIALS
    if (answer.json is None and not _is_overtaxed(answer)) or answer.status in _REDIRECTS:
        return SupersetFault.NOT_SUPERSET
    complaint = complaint_of(answer)
    if complaint.from_jwt and answer.status == HTTPStatus.UNPROCESSABLE_ENTITY:
        return SupersetFault.BAD_CREDENTIALS
    if complaint.kind.endswith("SECURITY_ACCESS_ERROR"):
        return SupersetFault.FORBIDDEN
    return _BY_STATUS.get(answer.status, SupersetFault.REFUSED)


def shown(text: str, secrets: tuple[str, ...] = ()) -> str:
    """Words for people: one line, at most 300 characters, no markup, secret, statement or row."""
    for secret in secrets:
        text = text.replace(secret, "***") if secret else text
    text = _beginning_of(text)
    text = _DRIVER_TAIL.sub("", text)
    text = _PASSWORD_IN_URI.sub(r"\1:***@", text)
    text = _SECRET_BY_NAME.sub(r"\1\2\3***", text)
    text = _SECRET_HEADER.sub(r"\1\2\3***", text)
    text = " ".join(_MARKUP.sub(" ", text).split())
    return text if len(text) <= _DETAIL_LENGTH else text[: _DETAIL_LENGTH - 1] + "…"


def _beginning_of(text: str) -> str:
    """Whole words: half a password would not be known for one."""
    if len(text) <= _LOOKED_AT:
        return text
    *words, _ = text[:_LOOKED_AT].rsplit(maxsplit=1) or [""]
    return f"{words[0] if words else ''} …"


def _flat(value: JsonValue, depth: int = 0) -> str:
    """Text out of a string, or out of lists and fields nested in each other."""
    if isinstance(value, str) or depth > _DEEPEST:
        return value if isinstance(value, str) else "…"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_flat(inner, depth + 1)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_flat(inner, depth + 1) for inner in value)
    return "" if value is None else str(value)
