"""The positional arguments of an old client's call, whatever it sent, as what we work with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.plain_json import clean
from domain.texts import Text, text
from entrypoints.http.problems import Problem

COUNTS: Final = (6, 7)
_MAX_MESSAGE: Final = 32_000
_MAX_NAME: Final = 200
_MAX_ENV_ID: Final = 128
_BEARER: Final = "bearer "


@dataclass(frozen=True, slots=True)
class Call:
    """
    One call of `agent_handler`, without its history: the server keeps its own.

    Args:
        message: without white space around it; never empty.
        name: what the client calls the conversation; "" for a client that names none.
        user_id: who the client says it is, None when it does not say.
        token: "" when there is none.
        ui_context: unchecked; an object, a JSON text, or None.

    """

    message: str
    name: str
    user_id: str | None
    env_id: str | None
    ui_context: object
    token: str = field(repr=False)


def read_call(received: Sequence[object]) -> Call:
    """
    Read what a client sent, in the order of design.md section 6.

    Raises:
        Problem: "invalid_request", for a wrong number of arguments or one that cannot be used.

    """
    if len(received) not in COUNTS:
        raise Problem("invalid_request", text("gradio-wrong-count", got=len(received)))
    message, _history, conv_id, user_id, user_jwt, env_id = received[:6]
    return Call(
        message=_message(message),
        name=_text("conv_id", conv_id, _MAX_NAME) or "",
        user_id=_text("user_id", user_id, _MAX_NAME),
        env_id=_text("env_id", env_id, _MAX_ENV_ID),
        ui_context=received[6] if len(received) == COUNTS[1] else None,
        token=_token(user_jwt),
    )


def _message(given: object) -> str:
    if given is None:
        raise _invalid("message", text("invalid-missing"))
    if not isinstance(given, str):
        raise _invalid("message", text("invalid-no-text"))
    message = given.strip()
    if not message:
        raise _invalid("message", text("invalid-too-short", limit=1))
    if len(message) > _MAX_MESSAGE:
        raise _invalid("message", text("invalid-too-long", limit=_MAX_MESSAGE))
    return message


def _text(name: str, given: object, limit: int) -> str | None:
    """Some clients count their conversations and send the number; "" is how others send nothing."""
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    if given is None or given == "":
        return None
    if not isinstance(given, str):
        raise _invalid(name, text("invalid-no-text"))
    if len(given) > limit:
        raise _invalid(name, text("invalid-too-long", limit=limit))
    return clean(given)


def _token(given: object) -> str:
    """A token that is no text is none; some clients send the whole header."""
    token = given.strip() if isinstance(given, str) else ""
    return token[len(_BEARER) :].strip() if token.lower().startswith(_BEARER) else token


def _invalid(field_name: str, problem: Text) -> Problem:
    return Problem(
        "invalid_request", text("error-invalid-request", field=field_name, problem=problem)
    )
