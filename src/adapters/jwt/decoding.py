"""The one place where PyJWT is asked, and where its exceptions end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import jwt

# Ours have some 400 characters; those of companies with many groups a few thousand.
MAX_TOKEN_LENGTH = 16 * 1024
# The times are checked in claims.py against our own clock, `sub` and `jti` by stricter rules.
_OPTIONS: jwt.types.Options = {
    "require": ["exp", "sub"],
    "verify_exp": False,
    "verify_iat": False,
    "verify_nbf": False,
}


def decoded(
    token: str, key: str | jwt.PyJWK, algorithms: Sequence[str], audience: str | None
) -> Mapping[str, object] | None:
    """The claims of a well-signed token for this audience; None for anything else."""
    if len(token) > MAX_TOKEN_LENGTH:
        return None
    try:
        claims: Mapping[str, object] = jwt.decode(
            token, key, algorithms=algorithms, audience=audience, options=_OPTIONS
        )
    # Beyond its own errors: text that is not UTF-8, and JSON nested too deeply.
    except (jwt.PyJWTError, ValueError, RecursionError):
        return None
    return claims


@dataclass(frozen=True, slots=True)
class Header:
    """What a token says of its own signature: nothing to trust, only to choose a key by."""

    algorithm: str | None
    key_id: str | None


def header_of(token: str) -> Header | None:
    """The header of a token, not yet verified; None when there is none to read."""
    if len(token) > MAX_TOKEN_LENGTH:
        return None
    try:
        header = jwt.get_unverified_header(token)
    except (jwt.PyJWTError, ValueError, RecursionError):
        return None
    algorithm, key_id = header.get("alg"), header.get("kid")
    return Header(
        algorithm if isinstance(algorithm, str) else None,
        key_id if isinstance(key_id, str) else None,
    )
