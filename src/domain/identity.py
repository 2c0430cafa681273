"""Who asks: what a token says of a person, and for how long."""

from dataclasses import dataclass
from datetime import datetime

from domain.roles import Role


@dataclass(frozen=True, slots=True)
class Caller:
    """
    The person behind one request, as the token of that request says.

    Args:
        user: namespaced by issuer, e.g. "local:admin" or "superset:ss-dev:boss"; compared exactly.
        role: what the token's role claim says, never what a body or a checkpoint says.
        token_id: the token's `jti`, for revocation.
        expires_at: UTC; from then on the token authorises nothing.
        env_id: the only environment of somebody who signed in with a Superset account, else None.

    """

    user: str
    role: Role
    token_id: str
    expires_at: datetime
    env_id: str | None = None

    def may_use(self, env_id: str) -> bool:
        """Whether the sign-in is valid on that environment."""
        return self.env_id is None or self.env_id == env_id
