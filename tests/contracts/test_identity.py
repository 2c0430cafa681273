import base64
import json
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import RSAAlgorithm
from returns.pipeline import is_successful

from adapters.jwt.identity import JwtIdentity
from adapters.jwt.jwks import JwksIdentity
from adapters.jwt.key_set import PAUSE, REFRESH_AFTER, USABLE_FOR, KeySet
from adapters.memory.clock import MemoryClock
from adapters.memory.sessions import MemorySessions
from application.ports.sessions import Sessions
from contracts.identity import (
    REFUSED,
    Claims,
    IdentityContract,
    Mint,
    claims_of,
    hmac_token,
)
from contracts.key_server import KeyServer, run_key_server
from domain.roles import Role

# Long enough for every HMAC, so that nothing is refused for its length alone.
SECRET = "one secret of ours, which is long enough for HS512: over 64 bytes"
OTHER_SECRET = "a secret that only the agent itself knows"


class WithClock:
    @pytest.fixture
    def clock(self) -> MemoryClock:
        return MemoryClock()

    @pytest.fixture
    def sessions(self) -> Sessions:
        return MemorySessions()


class TestJwtIdentity(WithClock, IdentityContract):
    @pytest.fixture
    def identity(self, clock: MemoryClock, sessions: Sessions) -> JwtIdentity:
        return JwtIdentity(secret=SECRET, sessions=sessions, clock=clock)

    @pytest.fixture
    def mint(self) -> Mint:
        return lambda claims: hmac_token(claims, SECRET.encode())

    @pytest.mark.parametrize("algorithm", ["none", "RS256", "ES256", "", "hs256"])
    def test_secret_signs_symmetrically_only(
        self, clock: MemoryClock, sessions: Sessions, algorithm: str
    ) -> None:
        with pytest.raises(ValueError, match="a secret signs with"):
            JwtIdentity(secret=SECRET, sessions=sessions, clock=clock, algorithm=algorithm)

    def test_empty_secret_is_no_secret(self, clock: MemoryClock, sessions: Sessions) -> None:
        with pytest.raises(ValueError, match="empty"):
            JwtIdentity(secret="  ", sessions=sessions, clock=clock)

    async def test_other_algorithm_with_the_same_secret_is_refused(
        self, identity: JwtIdentity, clock: MemoryClock
    ) -> None:
        token = jwt.encode(claims_of(clock), SECRET, algorithm="HS384")
        assert await identity.authenticate(token) == REFUSED

    async def test_audience_must_be_ours(self, clock: MemoryClock, sessions: Sessions) -> None:
        identity = JwtIdentity(secret=SECRET, sessions=sessions, clock=clock, audience="agent")
        for claims, is_accepted in (
            (claims_of(clock) | {"aud": "agent"}, True),
            (claims_of(clock) | {"aud": ["other", "agent"]}, True),
            (claims_of(clock) | {"aud": "other"}, False),
            (claims_of(clock) | {"aud": 5}, False),
            (claims_of(clock), False),
        ):
            answer = await identity.authenticate(hmac_token(claims, SECRET.encode()))
            assert is_successful(answer) is is_accepted, claims
        own = identity.issue("local:ann", Role.ADMIN, timedelta(hours=1))
        assert is_successful(await identity.authenticate(own.token))

    async def test_token_for_somebody_else_is_refused(
        self, identity: JwtIdentity, mint: Mint, clock: MemoryClock
    ) -> None:
        """RFC 7519 4.1.3: who is not named in `aud` must not accept the token."""
        assert await identity.authenticate(mint(claims_of(clock) | {"aud": "other"})) == REFUSED

    async def test_role_claim_has_the_configured_name(
        self, clock: MemoryClock, sessions: Sessions
    ) -> None:
        identity = JwtIdentity(
            secret=SECRET, sessions=sessions, clock=clock, role_claim="https://x/role"
        )
        claims = claims_of(clock) | {"role": "admin", "https://x/role": "analyst"}
        caller = (await identity.authenticate(hmac_token(claims, SECRET.encode()))).unwrap()
        assert caller.role is Role.ANALYST
        own = identity.issue("local:ann", Role.ADMIN, timedelta(hours=1))
        assert (await identity.authenticate(own.token)).unwrap().role is Role.ADMIN


@pytest.fixture(scope="module")
def rsa_keys() -> list[RSAPrivateKey]:
    return [generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2)]


class TestJwksIdentity(WithClock, IdentityContract):
    @pytest.fixture
    async def key_server(self, rsa_keys: list[RSAPrivateKey]) -> AsyncIterator[KeyServer]:
        async with run_key_server() as server:
            server.keys = [public_jwk(rsa_keys[0], "k1")]
            yield server

    @pytest.fixture
    async def identity(
        self, key_server: KeyServer, clock: MemoryClock, sessions: Sessions
    ) -> AsyncIterator[JwksIdentity]:
        async with httpx.AsyncClient() as client:
            yield JwksIdentity(
                keys=KeySet(key_server.url, client, clock),
                own=JwtIdentity(secret=OTHER_SECRET, sessions=sessions, clock=clock),
                sessions=sessions,
                clock=clock,
            )

    @pytest.fixture
    def mint(self, rsa_keys: list[RSAPrivateKey]) -> Mint:
        return lambda claims: signed(claims, rsa_keys[0], "k1")

    async def test_published_key_is_no_shared_secret(
        self, identity: JwksIdentity, rsa_keys: list[RSAPrivateKey], clock: MemoryClock
    ) -> None:
        """Key confusion: an HMAC made with the public key, which everybody may read."""
        public = rsa_keys[0].public_key()
        pem = public.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        jwk = json.dumps(public_jwk(rsa_keys[0], "k1")).encode()
        for secret in (pem, pem.strip(), jwk):
            assert await identity.authenticate(hmac_token(claims_of(clock), secret)) == REFUSED

    async def test_symmetric_key_in_the_set_is_not_used(
        self, identity: JwksIdentity, key_server: KeyServer, clock: MemoryClock
    ) -> None:
        encoded = base64.urlsafe_b64encode(SECRET.encode()).decode()
        key_server.keys = [{"kty": "oct", "kid": "k1", "alg": "HS512", "k": encoded}]
        hs256 = hmac_token(claims_of(clock), SECRET.encode())
        assert await identity.authenticate(hs256) == REFUSED
        forged = jwt.encode(claims_of(clock), SECRET, "HS512", headers={"kid": "k1"})
        assert await identity.authenticate(forged) == REFUSED

    async def test_provider_cannot_speak_for_our_own_users(
        self, identity: JwksIdentity, mint: Mint, clock: MemoryClock
    ) -> None:
        claims = claims_of(clock) | {"iss": "superset-agent", "sub": "local:admin"}
        caller = (await identity.authenticate(mint(claims))).unwrap()
        assert caller.user == "jwt:local:admin"

    async def test_own_tokens_need_no_key_server(
        self, identity: JwksIdentity, key_server: KeyServer
    ) -> None:
        key_server.answer = "unreachable"
        own = identity.issue("local:ann", Role.ADMIN, timedelta(hours=1))
        assert is_successful(await identity.authenticate(own.token))
        assert key_server.asked == 0

    async def test_keys_are_fetched_once(
        self, identity: JwksIdentity, key_server: KeyServer, mint: Mint, clock: MemoryClock
    ) -> None:
        for _ in range(5):
            assert is_successful(await identity.authenticate(mint(claims_of(clock))))
        assert key_server.asked == 1

    async def test_new_key_is_found_after_a_rotation(
        self,
        identity: JwksIdentity,
        key_server: KeyServer,
        rsa_keys: list[RSAPrivateKey],
        clock: MemoryClock,
    ) -> None:
        old = signed(claims_of(clock), rsa_keys[0], "k1")
        new = signed(claims_of(clock), rsa_keys[1], "k2")
        assert is_successful(await identity.authenticate(old))
        key_server.keys = [public_jwk(rsa_keys[1], "k2")]
        clock.advance(PAUSE)
        assert is_successful(await identity.authenticate(new))
        assert await identity.authenticate(old) == REFUSED

    async def test_same_key_id_with_another_key_is_refused(
        self, identity: JwksIdentity, rsa_keys: list[RSAPrivateKey], clock: MemoryClock
    ) -> None:
        assert await identity.authenticate(signed(claims_of(clock), rsa_keys[1], "k1")) == REFUSED

    async def test_unknown_key_ids_do_not_flood_the_provider(
        self,
        identity: JwksIdentity,
        key_server: KeyServer,
        rsa_keys: list[RSAPrivateKey],
        clock: MemoryClock,
    ) -> None:
        for n in range(20):
            token = signed(claims_of(clock), rsa_keys[1], f"made-up-{n}")
            assert await identity.authenticate(token) == REFUSED
        assert key_server.asked == 1

    async def test_token_without_key_id_fits_a_single_key(
        self,
        identity: JwksIdentity,
        key_server: KeyServer,
        rsa_keys: list[RSAPrivateKey],
        clock: MemoryClock,
    ) -> None:
        token = signed(claims_of(clock), rsa_keys[0], None)
        assert is_successful(await identity.authenticate(token))
        key_server.keys.append(public_jwk(rsa_keys[1], "k2"))
        clock.advance(REFRESH_AFTER)
        assert await identity.authenticate(token) == REFUSED

    @pytest.mark.parametrize("answer", ["unreachable", "html", "error", "no keys", "redirect"])
    async def test_broken_provider_means_refused(
        self,
        identity: JwksIdentity,
        key_server: KeyServer,
        mint: Mint,
        clock: MemoryClock,
        answer: str,
    ) -> None:
        key_server.answer = answer
        assert await identity.authenticate(mint(claims_of(clock))) == REFUSED
        key_server.answer = "keys"
        clock.advance(PAUSE)
        assert is_successful(await identity.authenticate(mint(claims_of(clock))))

    async def test_known_keys_bridge_an_outage_for_an_hour(
        self, identity: JwksIdentity, key_server: KeyServer, mint: Mint, clock: MemoryClock
    ) -> None:
        assert is_successful(await identity.authenticate(mint(claims_of(clock))))
        key_server.answer = "error"
        clock.advance(USABLE_FOR - timedelta(seconds=1))
        assert is_successful(await identity.authenticate(mint(claims_of(clock))))
        clock.advance(timedelta(seconds=1))
        assert await identity.authenticate(mint(claims_of(clock))) == REFUSED

    @pytest.mark.parametrize("algorithm", ["HS256", "none", "rs256"])
    def test_key_set_verifies_public_key_algorithms_only(
        self, identity: JwksIdentity, algorithm: str
    ) -> None:
        with pytest.raises(ValueError, match="a key set verifies"):
            JwksIdentity(
                keys=identity._keys,
                own=identity._own,
                sessions=identity._sessions,
                clock=identity._clock,
                algorithm=algorithm,
            )


def signed(claims: Claims, key: RSAPrivateKey, key_id: str | None) -> str:
    """By hand where PyJWT would refuse to make an odd token."""
    headers = {} if key_id is None else {"kid": key_id}
    payload = json.dumps(dict(claims)).encode()
    return jwt.PyJWS().encode(payload, key, algorithm="RS256", headers=headers)


def public_jwk(key: RSAPrivateKey, key_id: str) -> dict[str, object]:
    jwk = RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {**jwk, "kid": key_id, "use": "sig", "alg": "RS256"}
