"""
Errors on the wire: RFC 9457 problem JSON, in one place.

A refusal of the application is turned into a Problem by `problem_of`; endpoints raise it and the
one handler here writes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, TypeAlias

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException

from application.ports.identity import IdentityRefused
from application.ports.store import StoreUnavailable
from application.ports.texts import Texts
from application.ports.turn_runner import (
    ConfirmationWaits,
    DecisionRefused,
    DigestMissing,
    EnvironmentUnknown,
    MessageRefused,
    UndoRefused,
)
from application.toolkit.failure import from_superset
from application.toolkit.faults import fault_of, place_of
from domain.confirmation import ClaimRefused
from domain.context import ContextRejected
from domain.conversation import ConversationUnknown, ResultUnknown, TurnRefused
from domain.plain_json import plain_object
from domain.sessions import CodeRefused
from domain.superset import JsonValue, SupersetError, SupersetFault
from domain.tasks import TaskRefused
from domain.texts import Text, text
from entrypoints.http.language import language_of

PROBLEM_JSON: Final = "application/problem+json"

log = structlog.get_logger()

STATUS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "bad_request": 400,
        "unauthenticated": 401,
        "session_expired": 401,
        "code_unknown": 401,
        "code_used": 401,
        "code_expired": 401,
        "bad_credentials": 401,
        "forbidden": 403,
        "origin_refused": 403,
        "not_found": 404,
        "page_not_built": 404,
        "conversation_unknown": 404,
        "confirmation_unknown": 404,
        "result_unknown": 404,
        "action_unknown": 404,
        "task_unknown": 404,
        "unknown_environment": 404,
        "method_not_allowed": 405,
        "confirmation_pending": 409,
        "turn_running": 409,
        "already_decided": 409,
        "confirmation_expired": 409,
        "digest_mismatch": 409,
        "already_undone": 409,
        "not_undoable": 409,
        "task_over": 409,
        "context_too_large": 413,
        "too_large": 413,
        "invalid_context": 422,
        "invalid_request": 422,
        "digest_required": 422,
        "internal": 500,
        "superset_unavailable": 502,
        "cannot_start": 503,
        "not_ready": 503,
        "store_unavailable": 503,
    }
)


@dataclass
class Problem(Exception):  # noqa: N818  # RFC 9457's word
    """A request that is refused; `extra` are further members of the JSON."""

    code: str
    said: Text
    extra: Mapping[str, JsonValue] = field(default_factory=dict)


Refused: TypeAlias = (
    MessageRefused
    | DecisionRefused
    | UndoRefused
    | IdentityRefused
    | CodeRefused
    | ResultUnknown
    | TaskRefused
    | SupersetError
)


def problem_of(refused: Refused) -> Problem:  # noqa: PLR0911  # one case per refusal
    """What a refusal of the application is on the wire."""
    match refused:
        case ContextRejected(code, name, reason):
            return _problem(code, field=name or "-", reason=reason)
        case ConversationUnknown():
            return _problem("conversation_unknown")
        case EnvironmentUnknown(env_id, known):
            return _problem("unknown_environment", env=env_id, known=", ".join(known) or "-")
        case ConfirmationWaits(confirmation):
            extra = {"confirmation": confirmation.metadata}
            return Problem("confirmation_pending", text("error-confirmation-pending"), extra)
        case DigestMissing():
            return _problem("digest_required")
        case ResultUnknown():
            return _problem("result_unknown")
        case SupersetError():
            return _superset_problem(refused)
        case TurnRefused(code) | ClaimRefused(code) | IdentityRefused(code) | CodeRefused(code):
            return _problem(code)
        case UndoRefused(code) | TaskRefused(code):
            return _problem(code)


def _problem(code: str, **params: str) -> Problem:
    return Problem(code, text(f"error-{code.replace('_', '-')}", **params))


def _superset_problem(error: SupersetError) -> Problem:
    """A wrong password of the service's own account is the service's trouble, no 401."""
    codes = {
        SupersetFault.NOT_FOUND: "not_found",
        SupersetFault.FORBIDDEN: "forbidden",
        SupersetFault.NO_ACCOUNT: "forbidden",
    }
    return Problem(codes.get(error.fault, "superset_unavailable"), from_superset(error).text)


def problem_response(
    texts: Texts, request: Request, problem: Problem, headers: Mapping[str, str] | None = None
) -> Response:
    """A problem as an answer, in the language of the request."""
    status = STATUS[problem.code]
    challenge = {"WWW-Authenticate": "Bearer"} if status == STATUS["unauthenticated"] else {}
    return JSONResponse(
        {
            "type": "about:blank",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "detail": texts.say(problem.said, language_of(request) or "en"),
            "code": problem.code,
            **plain_object(problem.extra),
        },
        status_code=status,
        media_type=PROBLEM_JSON,
        headers={**challenge, **(headers or {})},
    )


def add_problem_handlers(app: FastAPI, texts: Texts) -> None:
    """Every refusal of every route leaves through here; bugs are answered in requests.py."""

    @app.exception_handler(Problem)
    async def on_problem(request: Request, problem: Problem) -> Response:
        return problem_response(texts, request, problem)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, error: RequestValidationError) -> Response:
        first: ErrorDetails = error.errors()[0]
        if first["type"] == "json_invalid":
            return problem_response(texts, request, _problem("bad_request"))
        said = text("error-invalid-request", field=place_of(first), problem=fault_of(first))
        return problem_response(texts, request, Problem("invalid_request", said))

    @app.exception_handler(StoreUnavailable)
    async def on_store(request: Request, error: StoreUnavailable) -> Response:
        log.error("store_unavailable", reason=str(error))
        return problem_response(texts, request, _problem("store_unavailable"))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        codes = {405: "method_not_allowed", 413: "too_large"}
        problem = _problem(codes.get(error.status_code, "bad_request"))
        return problem_response(texts, request, problem, error.headers)
