"""Signing in and out."""

from datetime import timedelta
from typing import Final

from fastapi import APIRouter, Request, Response
from returns.result import Failure

from application.ports.identity import IssuedToken
from domain.audit import AuditEntry
from domain.events import wire_time
from domain.identity import Caller
from domain.roles import role_of_account
from domain.superset import SupersetError, SupersetFault
from domain.texts import text
from entrypoints.http.access import COOKIE, CallerSession, check_origin
from entrypoints.http.openapi import BODY, problems
from entrypoints.http.problems import Problem, problem_of
from entrypoints.http.schemas import LoginBody, LoginShown, ModelShown, SessionBody, SessionShown
from entrypoints.http.services import ApiServices, Services

router = APIRouter(prefix="/api/auth", tags=["session"])

TOKEN_LIFETIME: Final = timedelta(hours=12)


@router.post("/session", responses=problems(401, 403, *BODY))
async def post_session(
    body: SessionBody, request: Request, response: Response, services: Services
) -> SessionShown:
    """Exchange a sign-in link's code for a session cookie. A code works once."""
    if "origin" in request.headers:
        check_origin(request)
    redeemed = await services.sessions.redeem(body.code, services.clock.now())
    if isinstance(redeemed, Failure):
        raise problem_of(redeemed.failure())
    grant = redeemed.unwrap()
    issued = services.identity.issue(grant.user, grant.role, TOKEN_LIFETIME)
    await _remember(issued, request, response, services)
    return _shown(issued.caller, services)


@router.get("/session", responses=problems(401))
async def get_session(caller: CallerSession, services: Services) -> SessionShown:
    """Who is signed in."""
    return _shown(caller.caller, services)


@router.delete("/session", status_code=204, responses=problems(401, 403))
async def delete_session(caller: CallerSession, response: Response, services: Services) -> None:
    """Sign out: the token authorises nothing from now on."""
    await services.sessions.revoke(caller.caller.token_id, caller.caller.expires_at)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


@router.post("/login", responses=problems(401, 403, 404, 502, *BODY))
async def post_login(
    body: LoginBody, request: Request, response: Response, services: Services
) -> LoginShown:
    """Sign in with a Superset account, valid on that environment only."""
    if "origin" in request.headers:
        check_origin(request)
    if body.env_id not in services.environments:
        known = ", ".join(services.environments) or "-"
        said = text("error-unknown-environment", env=body.env_id, known=known)
        raise Problem("unknown_environment", said)
    found = await services.supersets.sign_in(body.env_id, body.username, body.password)
    if isinstance(found, Failure):
        raise _refused(found.failure())
    account = found.unwrap()
    user = f"superset:{body.env_id}:{account.username}"
    issued = services.identity.issue(
        user, role_of_account(account.roles), TOKEN_LIFETIME, body.env_id
    )
    await _remember(issued, request, response, services)
    return LoginShown(**_shown(issued.caller, services).model_dump(), token=issued.token)


def _refused(error: SupersetError) -> Problem:
    """The name and the password are the person's own here, not the service's."""
    if error.fault is SupersetFault.BAD_CREDENTIALS:
        return Problem("bad_credentials", text("error-bad-credentials", env=error.env_id))
    return problem_of(error)


async def _remember(
    issued: IssuedToken, request: Request, response: Response, services: ApiServices
) -> None:
    response.set_cookie(
        COOKIE,
        issued.token,
        max_age=int(TOKEN_LIFETIME.total_seconds()),
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    caller = issued.caller
    await services.audit.append(
        AuditEntry(
            "sign_in",
            services.clock.now(),
            caller.user,
            {"role": caller.role.value, "path": request.url.path, "env_id": caller.env_id},
        )
    )


def _shown(caller: Caller, services: ApiServices) -> SessionShown:
    return SessionShown(
        user=caller.user,
        name=_name(caller),
        role=caller.role,
        env_id=caller.env_id,
        model=ModelShown(name=services.model.name, built_in=services.model.is_built_in),
        expires_at=wire_time(caller.expires_at),
    )


def _name(caller: Caller) -> str:
    """The user without the namespace, which has two parts for Superset accounts."""
    user = caller.user
    if caller.env_id is not None:
        user = user.removeprefix(f"superset:{caller.env_id}:")
    return user.partition(":")[2] if user == caller.user else user
