"""The public keys of an identity provider (RFC 7517), fetched when needed and kept for a while."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta

import httpx
import jwt
import structlog

from application.ports.clock import Clock

# Keys younger than this are used as they are.
REFRESH_AFTER = timedelta(minutes=10)
# While the provider does not answer, older keys still count, up to this age.
USABLE_FOR = timedelta(hours=1)
# A token with an unknown key id asks for new keys, but not more often than this.
PAUSE = timedelta(seconds=30)
_TIMEOUT_S = 5.0

log = structlog.get_logger()


class KeySet:
    """One key set, shared by all requests."""

    def __init__(self, url: str, client: httpx.AsyncClient, clock: Clock) -> None:
        self._url = url
        self._client = client
        self._clock = clock
        self._keys: tuple[jwt.PyJWK, ...] = ()
        self._fetched_at: datetime | None = None
        self._tried_at: datetime | None = None
        self._fetching = asyncio.Lock()

    async def find(self, key_id: str | None) -> jwt.PyJWK | None:
        """
        The key that a token names; without a name, the only one there is.

        None when there is no such key, also after asking again, or when nothing usable could be
        fetched.
        """
        if self._age_is_over(REFRESH_AFTER) or self._pick(key_id) is None:
            await self._refresh(key_id)
        return None if self._age_is_over(USABLE_FOR) else self._pick(key_id)

    def _pick(self, key_id: str | None) -> jwt.PyJWK | None:
        named = [key for key in self._keys if key_id is None or key.key_id == key_id]
        return named[0] if len(named) == 1 else None

    def _age_is_over(self, age: timedelta) -> bool:
        return self._fetched_at is None or self._clock.now() - self._fetched_at >= age

    async def _refresh(self, key_id: str | None) -> None:
        async with self._fetching:
            # Whoever waited for the lock may find it done.
            is_fresh = not self._age_is_over(REFRESH_AFTER)
            if is_fresh and self._pick(key_id) is not None:
                return
            now = self._clock.now()
            if self._tried_at is not None and now - self._tried_at < PAUSE:
                return
            self._tried_at = now
            fetched = await self._fetch()
            if fetched is not None:
                self._keys, self._fetched_at = fetched, now

    async def _fetch(self) -> tuple[jwt.PyJWK, ...] | None:
        try:
            response = await self._client.get(self._url, timeout=_TIMEOUT_S, follow_redirects=False)
            response.raise_for_status()
            return tuple(_usable_keys(response.json()))
        # ValueError: not JSON, or JSON that is no key set.
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, RecursionError) as broken:
            log.warning("key_set_not_fetched", url=self._url, reason=type(broken).__name__)
            return None


def _usable_keys(key_set: object) -> Iterable[jwt.PyJWK]:
    """
    Public signing keys of algorithms that we know; others in the set are left out.

    Symmetric keys do not belong into a public set: whoever reads it could sign with them.
    """
    members = key_set.get("keys") if isinstance(key_set, dict) else None
    if not isinstance(members, list):
        raise ValueError("no key set")
    for member in members:
        if not isinstance(member, dict) or member.get("kty") == "oct":
            continue
        if member.get("use") not in {None, "sig"}:
            continue
        try:
            yield jwt.PyJWK.from_dict(member)
        except (jwt.PyJWTError, ValueError, TypeError):
            log.warning("key_not_usable", key_id=str(member.get("kid"))[:64])


def key_client() -> httpx.AsyncClient:
    """A client for key servers; close it when the service ends."""
    return httpx.AsyncClient(timeout=_TIMEOUT_S, follow_redirects=False)
