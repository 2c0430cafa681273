"""What the claims of a verified token say, or why they say nothing."""

import hashlib
import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from returns.result import Failure, Result, Success

from application.ports.identity import IdentityRefused
from domain.identity import Caller
from domain.roles import parse_role

# The clocks of two machines differ, so a new token may seem to come from the future. None is
# good for longer than it says.
LEEWAY = timedelta(seconds=5)
OWN_ISSUER = "superset-agent"
_MAX_SUBJECT = 256
# Namespaces of our own: a foreign issuer on a host of that name must not get into them.
_RESERVED = frozenset({"local", "superset", "jwt"})
_NAMELESS = "jwt"

UNAUTHENTICATED = IdentityRefused("unauthenticated")
EXPIRED = IdentityRefused("session_expired")


@dataclass(frozen=True, slots=True)
class Reading:
    """
    How claims are to be read.

    Args:
        role_claim: the name of the claim that holds the role.
        is_own_key: whether the key is one that we issue with, so that `iss` may be ours.

    """

    role_claim: str
    is_own_key: bool


def caller_of(
    token: str, claims: Mapping[str, object], now: datetime, reading: Reading
) -> Result[Caller, IdentityRefused]:
    """The caller, once the signature and the audience are known to be good."""
    subject, env_id = claims.get("sub"), claims.get("env_id")
    expires_at = _moment(claims.get("exp"))
    if not _is_name(subject) or expires_at is None or not _has_begun(claims, now):
        return Failure(UNAUTHENTICATED)
    # A restriction that cannot be read must not be lost.
    if "env_id" in claims and env_id is not None and not _is_name(env_id):
        return Failure(UNAUTHENTICATED)
    if now >= expires_at:
        return Failure(EXPIRED)
    return Success(
        Caller(
            user=_namespaced(str(subject), claims.get("iss"), is_own_key=reading.is_own_key),
            role=parse_role(claims.get(reading.role_claim)),
            token_id=_token_id(token, claims.get("jti")),
            expires_at=expires_at,
            env_id=None if env_id is None else str(env_id),
        )
    )


def _has_begun(claims: Mapping[str, object], now: datetime) -> bool:
    """RFC 7519 lets `iat` be anything; a token from the future is a forgery or a broken clock."""
    for name in ("iat", "nbf"):
        if name in claims:
            moment = _moment(claims[name])
            if moment is None or moment > now + LEEWAY:
                return False
    return True


def _moment(seconds: object) -> datetime | None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(seconds, UTC) if math.isfinite(seconds) else None
    except (OverflowError, ValueError, OSError):
        return None


def _is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and bool(value.strip())
        and len(value) <= _MAX_SUBJECT
        and not any(unicodedata.category(char) in {"Cc", "Cs"} for char in value)
    )


def _namespaced(subject: str, issuer: object, *, is_own_key: bool) -> str:
    if is_own_key and issuer == OWN_ISSUER:
        return subject
    host = _host(issuer) if isinstance(issuer, str) else None
    return f"{_NAMELESS if host is None or host in _RESERVED else host}:{subject}"


def _host(issuer: str) -> str | None:
    try:
        return urlsplit(issuer).hostname
    except ValueError:
        return None


def _token_id(token: str, jti: object) -> str:
    """Without `jti`, what was signed names the token; the same signature has several spellings."""
    if isinstance(jti, str) and jti:
        return jti
    signed, _, _ = token.rpartition(".")
    return f"sha256:{hashlib.sha256(signed.encode()).hexdigest()}"
