"""Tokens signed with one local secret: those that we issue, and those of whoever shares it."""

import secrets
from datetime import UTC, datetime, timedelta

import jwt
import structlog
from returns.pipeline import is_successful
from returns.result import Failure, Result

from adapters.jwt.claims import OWN_ISSUER, UNAUTHENTICATED, Reading, caller_of
from adapters.jwt.decoding import decoded
from adapters.jwt.revocation import unless_revoked
from application.ports.clock import Clock
from application.ports.identity import Identity, IdentityRefused, IssuedToken
from application.ports.sessions import Sessions
from domain.identity import Caller
from domain.roles import Role

# A secret can only sign symmetrically; with any other algorithm it would be read as a public key.
ALGORITHMS = ("HS256", "HS384", "HS512")
# RFC 7518 section 3.2, for HS256; a shorter one can be guessed from a single token.
MIN_SECRET_BYTES = 32

log = structlog.get_logger()


class JwtIdentity(Identity):
    """
    Verifies and issues tokens with an HMAC secret.

    Args:
        secret: not empty; a short one is warned of in the log.
        algorithm: public, so that others can tell by a token's header whose it is.
        audience: what `aud` must name; None means that a token must not name any.

    """

    def __init__(
        self,
        *,
        secret: str,
        sessions: Sessions,
        clock: Clock,
        algorithm: str = "HS256",
        audience: str | None = None,
        role_claim: str = "role",
    ) -> None:
        if algorithm not in ALGORITHMS:
            raise ValueError(f"a secret signs with one of {', '.join(ALGORITHMS)}: {algorithm}")
        if not secret.strip():
            raise ValueError("the secret is empty")
        if len(secret.encode()) < MIN_SECRET_BYTES:
            log.warning("jwt_secret_is_short", at_least_bytes=MIN_SECRET_BYTES)
        self._secret = secret
        self._sessions = sessions
        self._clock = clock
        self.algorithm = algorithm
        self._audience = audience
        self._role_claim = role_claim
        self._reading = Reading(role_claim, is_own_key=True)

    async def authenticate(self, token: str) -> Result[Caller, IdentityRefused]:
        claims = decoded(token, self._secret, (self.algorithm,), self._audience)
        if claims is None:
            return Failure(UNAUTHENTICATED)
        caller = caller_of(token, claims, self._clock.now(), self._reading)
        if not is_successful(caller):
            return caller
        return await unless_revoked(caller.unwrap(), self._sessions)

    def issue(
        self, user: str, role: Role, ttl: timedelta, env_id: str | None = None
    ) -> IssuedToken:
        issued_at = self._clock.now()
        claims: dict[str, object] = {
            "iss": OWN_ISSUER,
            "sub": user,
            self._role_claim: str(role),
            "jti": secrets.token_urlsafe(16),
            "iat": _seconds(issued_at),
            "exp": _seconds(issued_at + ttl),
        }
        if self._audience is not None:
            claims["aud"] = self._audience
        if env_id is not None:
            claims["env_id"] = env_id
        token = jwt.encode(claims, self._secret, algorithm=self.algorithm)
        caller = caller_of(token, claims, issued_at, self._reading)
        return IssuedToken(token, caller.unwrap())


def _seconds(at: datetime) -> int:
    return int(at.astimezone(UTC).timestamp())
