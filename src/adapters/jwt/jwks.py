"""Tokens of an identity provider, verified with its published keys, beside those of our own."""

from datetime import timedelta

import jwt
from returns.pipeline import is_successful
from returns.result import Failure, Result

from adapters.jwt.claims import UNAUTHENTICATED, Reading, caller_of
from adapters.jwt.decoding import decoded, header_of
from adapters.jwt.identity import JwtIdentity
from adapters.jwt.key_set import KeySet
from adapters.jwt.revocation import unless_revoked
from application.ports.clock import Clock
from application.ports.identity import Identity, IdentityRefused, IssuedToken
from application.ports.sessions import Sessions
from domain.identity import Caller
from domain.roles import Role

# Public-key algorithms alone: a published key must never be taken for a shared secret.
ALGORITHMS = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
)


class JwksIdentity(Identity):
    """
    The provider's tokens by its keys; ours by our own secret, chosen by the token's algorithm.

    A token of the provider never gets into our namespaces, whatever its `iss` and `sub` say.

    Args:
        own: issues and verifies our own tokens (sign-in links, Superset accounts).
        algorithm: the only one to accept, or None for any public-key algorithm.

    """

    def __init__(  # noqa: PLR0913 - each is a setting of its own, named at the call
        self,
        *,
        keys: KeySet,
        own: JwtIdentity,
        sessions: Sessions,
        clock: Clock,
        algorithm: str | None = None,
        audience: str | None = None,
        role_claim: str = "role",
    ) -> None:
        if algorithm is not None and algorithm not in ALGORITHMS:
            raise ValueError(f"a key set verifies one of {', '.join(ALGORITHMS)}: {algorithm}")
        self._keys = keys
        self._own = own
        self._sessions = sessions
        self._clock = clock
        self._algorithms = ALGORITHMS if algorithm is None else (algorithm,)
        self._audience = audience
        self._reading = Reading(role_claim, is_own_key=False)

    async def authenticate(self, token: str) -> Result[Caller, IdentityRefused]:
        header = header_of(token)
        if header is None:
            return Failure(UNAUTHENTICATED)
        if header.algorithm == self._own.algorithm:
            return await self._own.authenticate(token)
        if header.algorithm not in self._algorithms:
            return Failure(UNAUTHENTICATED)
        key = await self._keys.find(header.key_id)
        return await self._verified(token, key)

    def issue(
        self, user: str, role: Role, ttl: timedelta, env_id: str | None = None
    ) -> IssuedToken:
        return self._own.issue(user, role, ttl, env_id)

    async def _verified(self, token: str, key: jwt.PyJWK | None) -> Result[Caller, IdentityRefused]:
        claims = None if key is None else decoded(token, key, self._algorithms, self._audience)
        if claims is None:
            return Failure(UNAUTHENTICATED)
        caller = caller_of(token, claims, self._clock.now(), self._reading)
        if not is_successful(caller):
            return caller
        return await unless_revoked(caller.unwrap(), self._sessions)
