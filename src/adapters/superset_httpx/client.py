"""
The only way to a Superset: one account, its token and cookies, and every failure of the wire.

Whatever httpx raises ends here as a SupersetError. Nothing is tried again because it failed:
the turn engine does that. Only what Superset turned away before it acted, because the session
was too old, is sent once more after one new sign-in.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final

import httpx
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import Answer, as_object, as_rows, parsed, text
from adapters.superset_httpx.browser import sign_in_by_form
from adapters.superset_httpx.calls import Call, rison
from adapters.superset_httpx.errors import complaint_of, fault_of, is_refused_sign_in, shown
from domain.accounts import Account
from domain.environments import Environment
from domain.superset import JsonValue, SupersetError, SupersetFault

PAGE_SIZE: Final = 100  # Superset cuts larger ones to this without a word
MAX_ANSWER_BYTES: Final = 32 * 1024 * 1024
# More than any Superset has; a list without end must not fill our memory.
MAX_ROWS: Final = 100_000

_NOTHING_WAS_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.LocalProtocolError,
    httpx.UnsupportedProtocol,
    httpx.InvalidURL,
)
# Superset's messages follow the language, and some of them are all that tells two faults apart.
_HEADERS: Final = {"Accept": "application/json", "Accept-Language": "en"}


@dataclass(frozen=True, slots=True)
class _Session:
    token: str
    csrf: str | None


class SupersetClient:
    """
    Calls as one account of one environment.

    Args:
        transport: shared by all clients; whoever made it closes it.
        timeout_s: how long Superset may stay silent before an answer counts as lost.

    """

    def __init__(
        self,
        environment: Environment,
        account: Account,
        transport: httpx.AsyncBaseTransport,
        timeout_s: float,
    ) -> None:
        self._environment = environment
        self._account = account
        timeout = httpx.Timeout(timeout_s, connect=min(timeout_s, 5.0))
        self._new_http = partial(
            httpx.AsyncClient, transport=transport, timeout=timeout, headers=_HEADERS
        )
        self._http = self._new_http()
        # Without cookies, so that only the token in a request says who it comes from.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self._anonymous = self._new_http(cookies=no_cookies)
        self._sign_in_lock = asyncio.Lock()
        self._sign_ins = 0
        self._session: Result[_Session, SupersetError] = Failure(
            SupersetError(SupersetFault.BAD_CREDENTIALS, environment.env_id)
        )

    async def send(self, call: Call) -> Result[Answer, SupersetError]:
        """A successful answer, with whatever body."""
        seen = self._sign_ins
        session = self._session
        if not is_successful(session):
            session = await self._signed_in(seen)
            seen = self._sign_ins
        if not is_successful(session):
            return Failure(session.failure())
        answer = await self._exchange(self._http, call, self._signed(call, session.unwrap()))
        if is_successful(answer) and is_refused_sign_in(answer.unwrap()):
            session = await self._signed_in(seen)
            if not is_successful(session):
                return Failure(session.failure())
            answer = await self._exchange(self._http, call, self._signed(call, session.unwrap()))
        return answer.bind(lambda arrived: self._judged(call, arrived))

    async def json(self, call: Call) -> Result[Mapping[str, JsonValue], SupersetError]:
        """The JSON object of a successful answer."""
        return self._json_of(call, await self.send(call))

    async def result(self, call: Call) -> Result[JsonValue, SupersetError]:
        """What stands under `result` in a successful answer, as in most of Superset's."""
        return self._result_of(call, await self.send(call))

    async def result_for_browser(self, call: Call) -> Result[JsonValue, SupersetError]:
        """Likewise, from where no token counts, only a session of the sign-in form."""
        if not is_successful(self._session):
            return Failure(self._session.failure())
        exchange = partial(self._exchange, self._new_http())
        is_taken = await sign_in_by_form(exchange, self._account, f"{self._environment.url}/")
        if not is_successful(is_taken):
            return Failure(is_taken.failure())
        if not is_taken.unwrap():
            return Failure(self.error(SupersetFault.BAD_CREDENTIALS))
        answer = await exchange(call, {})
        return self._result_of(call, answer.bind(lambda arrived: self._judged(call, arrived)))

    async def rows(
        self, path: str, query: Mapping[str, JsonValue]
    ) -> Result[list[Mapping[str, JsonValue]], SupersetError]:
        """All rows of a list endpoint over all its pages, each id once."""
        found: dict[str, Mapping[str, JsonValue]] = {}
        received = page = 0
        while True:
            wanted = {**query, "page": page, "page_size": PAGE_SIZE}
            body = await self.json(Call.get(path, q=rison(wanted)))
            if not is_successful(body):
                return Failure(body.failure())
            reply = body.unwrap()
            if "result" not in reply:
                return Failure(self.error(SupersetFault.NOT_SUPERSET))
            rows = as_rows(reply["result"])
            known = len(found)
            found |= {text(row.get("id")): row for row in rows}
            received += len(rows)
            page += 1
            if len(found) > MAX_ROWS:
                limit = f"The list has more than {MAX_ROWS} rows."
                return Failure(self.error(SupersetFault.REFUSED, limit))
            count = reply.get("count")
            # A server that ignores `page` would send the same rows for ever.
            if len(found) == known or (isinstance(count, int) and received >= count):
                return Success(list(found.values()))

    async def new_token(self) -> Result[str, SupersetError]:
        """`POST /api/v1/security/login`: an access token, good for 15 minutes."""
        body: JsonValue = {
            "username": self._account.username,
            "password": self._account.password,
            "provider": "db",
            "refresh": False,
        }
        call = Call.post("/api/v1/security/login", body, writes=False)
        answer = await self._exchange(self._anonymous, call, {})
        judged = answer.bind(lambda arrived: self._judged(call, arrived))
        if not is_successful(judged):
            return Failure(judged.failure())
        token = as_object(judged.unwrap().json).get("access_token")
        if not _fits_a_header(token):
            return Failure(self.error(SupersetFault.NOT_SUPERSET))
        return Success(text(token))

    async def ask_anonymously(
        self, call: Call, headers: Mapping[str, str]
    ) -> Result[Answer, SupersetError]:
        """Any answer, to a request that neither our token nor our cookies go with."""
        return await self._exchange(self._anonymous, call, headers)

    def error(self, fault: SupersetFault, detail: str = "") -> SupersetError:
        secrets = [self._account.password, *(each.value or "" for each in self._http.cookies.jar)]
        if is_successful(self._session):
            secrets += [self._session.unwrap().token, self._session.unwrap().csrf or ""]
        return SupersetError(fault, self._environment.env_id, shown(detail, tuple(secrets)))

    def judge(self, call: Call, answer: Answer) -> SupersetError:
        """The error behind an answer that is no success."""
        return self.error(fault_of(answer, writes=call.writes), complaint_of(answer).text)

    def _judged(self, call: Call, answer: Answer) -> Result[Answer, SupersetError]:
        if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
            return Success(answer)
        return Failure(self.judge(call, answer))

    def _json_of(
        self, call: Call, answer: Result[Answer, SupersetError]
    ) -> Result[Mapping[str, JsonValue], SupersetError]:
        if is_successful(answer) and not isinstance(answer.unwrap().json, Mapping):
            return Failure(self._lost_in_noise(call))
        return answer.map(lambda arrived: as_object(arrived.json))

    def _result_of(
        self, call: Call, answer: Result[Answer, SupersetError]
    ) -> Result[JsonValue, SupersetError]:
        body = self._json_of(call, answer)
        if is_successful(body) and "result" not in body.unwrap():
            return Failure(self._lost_in_noise(call))
        return body.map(lambda found: found["result"])

    def _lost_in_noise(self, call: Call) -> SupersetError:
        """Somebody answered, but not Superset: a proxy's page after a write tells nothing."""
        fault = SupersetFault.UNKNOWN_OUTCOME if call.writes else SupersetFault.NOT_SUPERSET
        return self.error(fault)

    async def _signed_in(self, seen: int) -> Result[_Session, SupersetError]:
        """
        A session newer than the sign-ins that the caller has seen.

        Of parallel callers one signs in; the others share its outcome, failure included.
        """
        async with self._sign_in_lock:
            if self._sign_ins == seen:
                self._session = await self._sign_in()
                self._sign_ins += 1
            return self._session

    async def _sign_in(self) -> Result[_Session, SupersetError]:
        self._http.cookies.clear()
        token = await self.new_token()
        if not is_successful(token):
            return Failure(token.failure())
        call = Call.get("/api/v1/security/csrf_token/")
        bearer = {"Authorization": f"Bearer {token.unwrap()}"}
        answer = await self._exchange(self._http, call, bearer)
        judged = answer.bind(lambda arrived: self._judged(call, arrived))
        if is_successful(judged):
            csrf = as_object(judged.unwrap().json).get("result")
            return Success(_Session(token.unwrap(), text(csrf) if _fits_a_header(csrf) else None))
        if judged.failure().fault in {SupersetFault.FORBIDDEN, SupersetFault.NOT_FOUND}:
            # Reading needs no CSRF token, and an account without it may still read.
            return Success(_Session(token.unwrap(), None))
        return Failure(judged.failure())

    def _signed(self, call: Call, session: _Session) -> dict[str, str]:
        """Every header of ours, for JSON, forms and bodiless calls alike."""
        headers = {"Authorization": f"Bearer {session.token}"}
        if call.method != "GET":
            headers["Referer"] = f"{self._environment.url}/"
            if session.csrf is not None:
                headers["X-CSRFToken"] = session.csrf
        return headers

    async def _exchange(
        self, http: httpx.AsyncClient, call: Call, headers: Mapping[str, str]
    ) -> Result[Answer, SupersetError]:
        try:
            request = http.build_request(
                call.method,
                self._environment.url + call.path,
                headers=headers,
                json=call.body,
                data=call.upload.values if call.upload else call.form,
                files=_files(call),
            )
            response = await http.send(request, stream=True, follow_redirects=False)
            try:
                body = await _read(response)
            finally:
                await response.aclose()
        except _NOTHING_WAS_SENT as reason:
            return Failure(self.error(SupersetFault.UNREACHABLE, str(reason)))
        except (httpx.RequestError, httpx.StreamError) as reason:
            lost = SupersetFault.UNKNOWN_OUTCOME if call.writes else SupersetFault.GATEWAY
            return Failure(self.error(lost, type(reason).__name__))
        if body is None:
            limit = f"The answer is larger than {MAX_ANSWER_BYTES // 2**20} MiB."
            lost = SupersetFault.UNKNOWN_OUTCOME if call.writes else SupersetFault.REFUSED
            return Failure(self.error(lost, limit))
        location = response.headers.get("location", "")
        return Success(Answer(response.status_code, location, body, _parsed(body)))


async def _read(response: httpx.Response) -> bytes | None:
    """The body, unpacked; None when it is too large to hold."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_ANSWER_BYTES:
            return None
    return bytes(body)


def _parsed(body: bytes) -> JsonValue:
    try:
        return parsed(body)
    except (ValueError, RecursionError):
        return None


def _files(call: Call) -> dict[str, tuple[str, bytes]] | None:
    return {call.upload.field: (call.upload.filename, call.upload.content)} if call.upload else None


def _fits_a_header(value: JsonValue) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable()
