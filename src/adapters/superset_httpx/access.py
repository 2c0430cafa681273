"""The account behind the calls, and the key behind the server."""

import asyncio
from http import HTTPStatus
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import Answer, as_object, text
from adapters.superset_httpx.calls import Call
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.errors import complaint_of
from adapters.superset_httpx.rights import list_owned, list_roles, list_row_rules, list_users
from application.ports.superset.access import Access
from domain.rights import Owned, RowRule, SupersetRole, SupersetUser
from domain.superset import AccountInfo, InstanceStatus, SupersetError, SupersetFault

STATUS_TIMEOUT_S: Final = 5.0
# What Superset objects to only after it has read a signature and found it good.
_SIGNATURE_HELD: Final = (
    "Only refresh tokens are allowed",
    "Token has expired",
    "Token has been revoked",
    "Error loading the user",
)
_UNREACHABLE: Final = InstanceStatus(reachable=False, version=None)


class HttpAccess(Access):
    def __init__(self, client: SupersetClient, status_timeout_s: float = STATUS_TIMEOUT_S) -> None:
        self._client = client
        self._status_timeout_s = status_timeout_s

    async def status(self) -> InstanceStatus:
        try:
            async with asyncio.timeout(self._status_timeout_s):
                health, version = await asyncio.gather(self._ask("/health"), self._ask("/version"))
        except TimeoutError:
            return _UNREACHABLE
        if health is None or health.status != HTTPStatus.OK or health.body.strip() != b"OK":
            return _UNREACHABLE
        name = as_object(version.json).get("version_string") if version is not None else None
        return InstanceStatus(reachable=True, version=text(name) or None)

    async def account(self) -> Result[AccountInfo, SupersetError]:
        call = Call.get("/api/v1/me/roles/")
        found = await self._client.result(call)
        if not is_successful(found) and found.failure().fault is SupersetFault.BAD_CREDENTIALS:
            # Before 6, only a browser is told who it is.
            found = await self._client.result_for_browser(call)
        return found.map(as_object).map(
            lambda user: AccountInfo(
                username=text(user.get("username")),
                roles=tuple(sorted(as_object(user.get("roles")))),
            )
        )

    async def issue_proof(self) -> Result[str, SupersetError]:
        # A new one: a token from before may be signed with a key that has since been changed.
        return await self._client.new_token()

    async def accepts_proof(self, proof: str) -> Result[bool, SupersetError]:
        if not (proof and proof.isascii() and proof.isprintable()):
            return Success(False)  # noqa: FBT003  # the answer itself
        # This address alone asks for a good signature in every release, whatever is public there.
        call = Call.post("/api/v1/security/refresh", None, writes=False)
        asked = await self._client.ask_anonymously(call, {"Authorization": f"Bearer {proof}"})
        if not is_successful(asked):
            return Failure(asked.failure())
        answer = asked.unwrap()
        complaint = complaint_of(answer)
        if answer.status == HTTPStatus.OK and answer.json is not None:
            return Success(True)  # noqa: FBT003  # the answer itself
        if complaint.from_jwt and complaint.text.startswith(_SIGNATURE_HELD):
            return Success(True)  # noqa: FBT003  # the answer itself
        if complaint.from_jwt and answer.status == HTTPStatus.UNPROCESSABLE_ENTITY:
            return Success(False)  # noqa: FBT003  # the answer itself
        return Failure(self._client.judge(call, answer))

    async def roles(self) -> Result[tuple[SupersetRole, ...], SupersetError]:
        return await list_roles(self._client)

    async def users(self) -> Result[tuple[SupersetUser, ...], SupersetError]:
        return await list_users(self._client)

    async def row_rules(self) -> Result[tuple[RowRule, ...], SupersetError]:
        return await list_row_rules(self._client)

    async def owned(self) -> Result[tuple[Owned, ...], SupersetError]:
        return await list_owned(self._client)

    async def _ask(self, path: str) -> Answer | None:
        asked = await self._client.ask_anonymously(Call.get(path), {})
        return asked.unwrap() if is_successful(asked) else None
