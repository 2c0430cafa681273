"""What every identity promises of its own tokens and of those that others signed for it."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from datetime import timedelta

import jwt
import pytest
from returns.pipeline import is_successful
from returns.result import Failure, Success

from adapters.memory.clock import MemoryClock
from application.ports.identity import Identity, IdentityRefused
from application.ports.sessions import Sessions
from domain.roles import Role

REFUSED = Failure(IdentityRefused("unauthenticated"))
EXPIRED = Failure(IdentityRefused("session_expired"))

Claims = Mapping[str, object]
# Signs claims as somebody would whose tokens the identity accepts.
Mint = Callable[[Claims], str]


class IdentityContract:
    """Fixtures of the adapter: `identity` on `clock` and `sessions`, and `mint`."""

    @pytest.mark.parametrize(
        "token", ["", "x", "a.b.c", "..", "\ud800", "é.é.é", "A" * 100_000, "null", "Bearer x.y.z"]
    )
    async def test_what_is_no_token_is_refused(self, identity: Identity, token: str) -> None:
        assert await identity.authenticate(token) == REFUSED

    @pytest.mark.parametrize("depth", [500, 3_000])
    async def test_deeply_nested_header_is_refused(self, identity: Identity, depth: int) -> None:
        header = '{"alg":"HS256","x":' + "[" * depth + "]" * depth + "}"
        token = f"{_base64(header.encode())}.{_base64(b'{}')}.{_base64(b'x')}"
        assert await identity.authenticate(token) == REFUSED

    @pytest.mark.parametrize("missing", ["exp", "sub"])
    async def test_exp_and_sub_are_required(
        self, identity: Identity, mint: Mint, clock: MemoryClock, missing: str
    ) -> None:
        """J01: PyJWT alone takes a token without exp for ever."""
        claims = claims_of(clock)
        assert is_successful(await identity.authenticate(mint(claims)))
        del claims[missing]
        assert await identity.authenticate(mint(claims)) == REFUSED

    @pytest.mark.parametrize(
        "sub", ["", "  ", 5, None, ["u1"], {}, True, "a\nb", "\x00", "x" * 257]
    )
    async def test_odd_subject_is_refused(
        self, identity: Identity, mint: Mint, clock: MemoryClock, sub: object
    ) -> None:
        """J10."""
        assert await identity.authenticate(mint(claims_of(clock) | {"sub": sub})) == REFUSED

    @pytest.mark.parametrize("exp", ["soon", None, True, [1], 1e300, -1e300, "1924992000"])
    async def test_odd_expiry_is_refused(
        self, identity: Identity, mint: Mint, clock: MemoryClock, exp: object
    ) -> None:
        assert await identity.authenticate(mint(claims_of(clock) | {"exp": exp})) == REFUSED

    @pytest.mark.parametrize("env_id", ["", " ", 5, ["ss-dev"], False])
    async def test_restriction_that_cannot_be_read_is_not_lost(
        self, identity: Identity, mint: Mint, clock: MemoryClock, env_id: object
    ) -> None:
        assert await identity.authenticate(mint(claims_of(clock) | {"env_id": env_id})) == REFUSED

    @pytest.mark.parametrize(
        ("claim", "offset_s", "is_accepted"),
        [
            ("iat", 0.5, True),
            ("nbf", 2, True),
            ("iat", 3600, False),
            ("nbf", 6, False),
            ("iat", -3600, True),
        ],
    )
    async def test_clocks_may_differ_by_5_seconds(
        self,
        identity: Identity,
        mint: Mint,
        clock: MemoryClock,
        claim: str,
        offset_s: float,
        is_accepted: bool,
    ) -> None:
        """J02."""
        token = mint(claims_of(clock) | {claim: clock.now().timestamp() + offset_s})
        answer = await identity.authenticate(token)
        assert is_successful(answer) is is_accepted
        assert is_accepted or answer == REFUSED

    @pytest.mark.parametrize("claim", ["iat", "nbf"])
    @pytest.mark.parametrize("odd", ["now", None, True, [1]])
    async def test_odd_times_are_refused(
        self, identity: Identity, mint: Mint, clock: MemoryClock, claim: str, odd: object
    ) -> None:
        assert await identity.authenticate(mint(claims_of(clock) | {claim: odd})) == REFUSED

    async def test_token_is_good_for_no_longer_than_it_says(
        self, identity: Identity, mint: Mint, clock: MemoryClock
    ) -> None:
        """J02: 401 from `exp` on, and the caller's own time agrees with that."""
        token = mint(claims_of(clock) | {"exp": clock.now().timestamp() + 2})
        caller = (await identity.authenticate(token)).unwrap()
        assert caller.expires_at == clock.now() + timedelta(seconds=2)
        clock.advance(timedelta(seconds=2))
        assert await identity.authenticate(token) == EXPIRED

    async def test_token_expires_between_two_calls(
        self, identity: Identity, clock: MemoryClock
    ) -> None:
        """J03: it was good when the stream began."""
        token = identity.issue("local:ann", Role.ADMIN, timedelta(seconds=3)).token
        assert is_successful(await identity.authenticate(token))
        clock.advance(timedelta(seconds=20))
        assert await identity.authenticate(token) == EXPIRED

    async def test_revoked_token_is_refused(
        self, identity: Identity, sessions: Sessions, mint: Mint, clock: MemoryClock
    ) -> None:
        for token in (
            identity.issue("local:ann", Role.ADMIN, timedelta(hours=1)).token,
            mint(claims_of(clock) | {"jti": "j1"}),
            mint(claims_of(clock)),
        ):
            caller = (await identity.authenticate(token)).unwrap()
            await sessions.revoke(caller.token_id, caller.expires_at)
            assert await identity.authenticate(token) == EXPIRED

    async def test_token_without_jti_has_one_name_however_it_is_spelt(
        self, identity: Identity, sessions: Sessions, mint: Mint, clock: MemoryClock
    ) -> None:
        """The last character of a signature has spare bits: no way around a revocation."""
        token = mint(claims_of(clock))
        caller = (await identity.authenticate(token)).unwrap()
        await sessions.revoke(caller.token_id, caller.expires_at)
        for spelling in (f"{token}=", f"{token}==", *_respelt(token)):
            assert not is_successful(await identity.authenticate(spelling))

    async def test_unsigned_token_is_refused(self, identity: Identity, clock: MemoryClock) -> None:
        unsigned = jwt.encode(claims_of(clock), "", algorithm="none")
        assert await identity.authenticate(unsigned) == REFUSED
        header = _base64(b'{"alg":"None","typ":"JWT"}')
        body = unsigned.split(".")[1]
        assert await identity.authenticate(f"{header}.{body}.") == REFUSED

    async def test_changed_token_is_refused(
        self, identity: Identity, mint: Mint, clock: MemoryClock
    ) -> None:
        for token in (
            mint(claims_of(clock)),
            identity.issue("local:ann", Role.VIEWER, timedelta(hours=1)).token,
        ):
            head, body, signature = token.split(".")
            claims = json.loads(base64.urlsafe_b64decode(body + "=="))
            forged = _base64(json.dumps(claims | {"role": "admin", "sub": "root"}).encode())
            assert await identity.authenticate(f"{head}.{forged}.{signature}") == REFUSED
            assert await identity.authenticate(f"{head}.{body}.") == REFUSED
            assert await identity.authenticate(f"{head}.{body}.{signature[::-1]}") == REFUSED

    @pytest.mark.parametrize("secret", ["another secret of good length, 32 bytes", ""])
    async def test_token_signed_with_another_key_is_refused(
        self, identity: Identity, clock: MemoryClock, secret: str
    ) -> None:
        token = hmac_token(claims_of(clock), secret.encode())
        assert await identity.authenticate(token) == REFUSED

    @pytest.mark.parametrize(
        ("claim", "role"),
        [
            ("Admin", Role.ADMIN),
            ("ADMIN", Role.ADMIN),
            (" analyst ", Role.ANALYST),
            ("Viewer", Role.VIEWER),
            ("аdmin", Role.VIEWER),
            ("root", Role.VIEWER),
            ("", Role.VIEWER),
            (None, Role.VIEWER),
            (["admin"], Role.VIEWER),
            (True, Role.VIEWER),
        ],
    )
    async def test_role_is_one_known_word_or_viewer(
        self, identity: Identity, mint: Mint, clock: MemoryClock, claim: object, role: Role
    ) -> None:
        """J08."""
        caller = (await identity.authenticate(mint(claims_of(clock) | {"role": claim}))).unwrap()
        assert caller.role is role

    async def test_role_comes_from_the_token_of_this_request(
        self, identity: Identity, mint: Mint, clock: MemoryClock
    ) -> None:
        """J04: nothing is remembered of the same person's other tokens."""
        admin = (await identity.authenticate(mint(claims_of(clock)))).unwrap()
        lowered = (
            await identity.authenticate(mint(claims_of(clock) | {"role": "viewer"}))
        ).unwrap()
        assert (admin.user, admin.role) == (lowered.user, Role.ADMIN)
        assert lowered.role is Role.VIEWER

    async def test_token_without_role_is_a_viewers(
        self, identity: Identity, mint: Mint, clock: MemoryClock
    ) -> None:
        claims = claims_of(clock)
        del claims["role"]
        assert (await identity.authenticate(mint(claims))).unwrap().role is Role.VIEWER

    @pytest.mark.parametrize(
        ("iss", "user"),
        [
            (None, "jwt:u1"),
            ("https://idp.example.com/realms/a", "idp.example.com:u1"),
            ("https://IDP.example.com:8443", "idp.example.com:u1"),
            ("keycloak", "jwt:u1"),
            ("https://superset/", "jwt:u1"),
            ("https://local/", "jwt:u1"),
            ("https://[broken", "jwt:u1"),
        ],
    )
    async def test_foreign_users_get_their_issuers_namespace(
        self, identity: Identity, mint: Mint, clock: MemoryClock, iss: str | None, user: str
    ) -> None:
        claims = claims_of(clock) if iss is None else claims_of(clock) | {"iss": iss}
        assert (await identity.authenticate(mint(claims))).unwrap().user == user

    @pytest.mark.parametrize("sub", ["User1", "user1", " user1", "юзер"])
    async def test_subject_is_kept_exactly(
        self, identity: Identity, mint: Mint, clock: MemoryClock, sub: str
    ) -> None:
        """J10: 'User1' and 'user1' are two people."""
        caller = (await identity.authenticate(mint(claims_of(clock) | {"sub": sub}))).unwrap()
        assert caller.user == f"jwt:{sub}"

    async def test_issued_token_is_what_it_says(
        self, identity: Identity, clock: MemoryClock
    ) -> None:
        issued = identity.issue("local:admin", Role.ADMIN, timedelta(hours=8))
        assert await identity.authenticate(issued.token) == Success(issued.caller)
        assert (issued.caller.user, issued.caller.role) == ("local:admin", Role.ADMIN)
        assert issued.caller.env_id is None
        assert issued.caller.expires_at == clock.now() + timedelta(hours=8)

    async def test_superset_sign_in_is_good_on_one_environment(self, identity: Identity) -> None:
        issued = identity.issue("superset:ss-dev:boss", Role.ANALYST, timedelta(hours=8), "ss-dev")
        caller = (await identity.authenticate(issued.token)).unwrap()
        assert (caller.user, caller.env_id) == ("superset:ss-dev:boss", "ss-dev")
        assert caller.may_use("ss-dev")
        assert not caller.may_use("ss-prod")

    async def test_every_issued_token_has_its_own_id(self, identity: Identity) -> None:
        issued = [identity.issue("local:a", Role.VIEWER, timedelta(hours=1)) for _ in range(50)]
        assert len({one.caller.token_id for one in issued}) == 50


def claims_of(clock: MemoryClock) -> dict[str, object]:
    return {
        "sub": "u1",
        "role": "admin",
        "exp": int((clock.now() + timedelta(hours=1)).timestamp()),
    }


def _respelt(token: str) -> list[str]:
    """The same token with other last characters that may decode to the same bytes."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return [token[:-1] + char for char in alphabet]


def hmac_token(claims: Claims, secret: bytes) -> str:
    """By hand: PyJWT itself refuses some of the keys that a forger may try."""
    signed = _base64(b'{"alg":"HS256"}') + "." + _base64(json.dumps(claims).encode())
    signature = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{_base64(signature)}"


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
