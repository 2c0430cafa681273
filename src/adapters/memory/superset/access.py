"""Accounts and the secret key of an in-memory Superset."""

import hashlib
import hmac

from returns.result import Result, Success

from adapters.memory.superset.objects import MemoryAccount
from adapters.memory.superset.server import MemorySuperset
from application.ports.superset.access import Access
from domain.accounts import Account
from domain.superset import AccountInfo, InstanceStatus, SupersetError


class MemoryAccess(Access):
    def __init__(self, server: MemorySuperset, account: Account) -> None:
        self._server = server
        self._account = account

    async def status(self) -> InstanceStatus:
        status = InstanceStatus(reachable=True, version=self._server.version)
        asked = self._server.call_unsigned("access.status", lambda: Success(status))
        return asked.value_or(InstanceStatus(reachable=False, version=None))

    async def account(self) -> Result[AccountInfo, SupersetError]:
        def act(known: MemoryAccount) -> Result[AccountInfo, SupersetError]:
            return Success(AccountInfo(known.username, tuple(sorted(known.roles))))

        return self._server.call(self._account, "access.account", act)

    async def issue_proof(self) -> Result[str, SupersetError]:
        def act(known: MemoryAccount) -> Result[str, SupersetError]:
            claims = f"{known.username}@{self._server.now().isoformat()}"
            return Success(f"{claims}.{signature(self._server.secret_key, claims)}")

        return self._server.call(self._account, "access.issue_proof", act)

    async def accepts_proof(self, proof: str) -> Result[bool, SupersetError]:
        claims, _, signed = proof.rpartition(".")
        expected = signature(self._server.secret_key, claims)
        accepted = hmac.compare_digest(signed.encode(), expected.encode())
        return self._server.call_unsigned("access.accepts_proof", lambda: Success(accepted))


def signature(secret_key: str, claims: str) -> str:
    return hmac.new(secret_key.encode(), claims.encode(), hashlib.sha256).hexdigest()
