"""Which tokens are believed."""

import os
import secrets
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

from adapters.jwt.identity import JwtIdentity
from adapters.jwt.jwks import JwksIdentity
from adapters.jwt.key_set import KeySet, key_client
from application.ports.clock import Clock
from application.ports.identity import Identity
from application.ports.sessions import Sessions
from entrypoints.settings import Settings

_SECRET_BYTES: Final = 48


def identity_of(
    settings: Settings, sessions: Sessions, clock: Clock, stack: AsyncExitStack
) -> Identity:
    """Tokens by our secret (configured, else made here), and by an issuer's keys if one is set."""
    auth = settings.auth
    configured = auth.jwt_secret.get_secret_value() if auth.jwt_secret else None
    own = JwtIdentity(
        secret=configured or own_secret(settings.data_dir / "jwt-secret"),
        sessions=sessions,
        clock=clock,
        algorithm="HS256" if auth.jwks_url else auth.algorithm,
        audience=None if auth.jwks_url else auth.audience,
        role_claim=auth.role_claim,
    )
    if not auth.jwks_url:
        return own
    client = key_client()
    stack.push_async_callback(client.aclose)
    return JwksIdentity(
        keys=KeySet(auth.jwks_url, client, clock),
        own=own,
        sessions=sessions,
        clock=clock,
        audience=auth.audience,
        role_claim=auth.role_claim,
    )


def own_secret(path: Path) -> str:
    """A signing secret of this installation, made on first use, readable by its owner alone."""
    if not path.exists():
        # Linked when it is whole: neither a crash nor a second process leaves half a secret.
        with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as made:
            made.write(secrets.token_urlsafe(_SECRET_BYTES))
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
    return path.read_text(encoding="ascii")
