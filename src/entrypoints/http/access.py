"""Who a request comes from: a bearer token, or the cookie of a browser on our own page."""

from typing import Annotated, Final

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from returns.result import Failure

from application.ports.turn_runner import Session
from domain.roles import Role
from domain.texts import text
from entrypoints.http.language import language_of
from entrypoints.http.problems import Problem, problem_of
from entrypoints.http.services import Services

COOKIE: Final = "agent_session"
CLIENT_HEADER: Final = "x-agent-client"
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


# For OpenAPI alone: token_of reads the request itself.
_BEARER: Final = HTTPBearer(
    auto_error=False, scheme_name="bearer", bearerFormat="JWT", description="superset-agent token"
)
_BROWSER: Final = APIKeyCookie(
    name=COOKIE,
    auto_error=False,
    scheme_name="cookie",
    description="Set by signing in. Unsafe methods also need our own Origin and X-Agent-Client.",
)


async def session(
    request: Request,
    services: Services,
    _bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_BEARER)] = None,
    _cookie: Annotated[str | None, Security(_BROWSER)] = None,
) -> Session:
    """The session of a request; 401 without one, 403 for a cookie from elsewhere."""
    token = token_of(request)
    found = await services.identity.authenticate(token)
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    return Session(found.unwrap(), language_of(request), token)


async def admin_session(caller: Annotated[Session, Depends(session)]) -> Session:
    """The session of an admin."""
    if caller.caller.role is not Role.ADMIN:
        raise Problem("forbidden", text("error-admins-only"))
    return caller


def token_of(request: Request) -> str:
    """The token of a request, "" when it has none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    cookie = request.cookies.get(COOKIE, "")
    if cookie and request.method not in _SAFE_METHODS:
        check_origin(request)
    return cookie


def check_origin(request: Request) -> None:
    """
    Refuse a browser's unsafe call that does not come from our own page.

    Cookies ignore ports, and SameSite counts other ports of this machine as the same site; so
    the origin must be ours, and a header that no plain form can send must be there.
    """
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    is_ours = request.headers.get("origin") == own
    if not is_ours or CLIENT_HEADER not in request.headers:
        raise Problem("origin_refused", text("error-origin-refused"))


CallerSession = Annotated[Session, Depends(session)]
AdminSession = Annotated[Session, Depends(admin_session)]
