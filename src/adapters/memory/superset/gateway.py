"""The door to Supersets in memory."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.memory.superset.access import MemoryAccess
from adapters.memory.superset.assets import MemoryAssets
from adapters.memory.superset.charts import MemoryCharts
from adapters.memory.superset.dashboards import MemoryDashboards
from adapters.memory.superset.data import MemoryData
from adapters.memory.superset.databases import MemoryDatabases
from adapters.memory.superset.datasets import MemoryDatasets
from adapters.memory.superset.descriptions import MemoryDescriptions
from adapters.memory.superset.layouts import MemoryLayouts
from adapters.memory.superset.objects import (
    AGENT_ADMIN,
    AGENT_ANALYST,
    AGENT_VIEWER,
    MemoryAccount,
)
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.superset.sql_lab import MemorySqlLab
from application.ports.superset.gateway import Superset, Supersets
from domain.accounts import Account
from domain.identity import Caller
from domain.roles import Role
from domain.superset import AccountInfo, SupersetError, SupersetFault

_SIGNED_IN_WITH_SUPERSET = "superset:"


def _account(known: MemoryAccount) -> Account:
    return Account(known.username, known.password)


DEFAULT_ACCOUNTS: Mapping[Role, Account] = MappingProxyType(
    {
        Role.ADMIN: _account(AGENT_ADMIN),
        Role.ANALYST: _account(AGENT_ANALYST),
        Role.VIEWER: _account(AGENT_VIEWER),
    }
)


class MemorySupersets(Supersets):
    """
    Servers by their env_id.

    Args:
        accounts: by environment and role; an environment that is not named has all three.

    """

    def __init__(
        self,
        servers: Iterable[MemorySuperset],
        accounts: Mapping[str, Mapping[Role, Account]] | None = None,
    ) -> None:
        self.servers = {server.env_id: server for server in servers}
        self._accounts = accounts or {}
        self._signed_in: dict[tuple[str, str], Account] = {}

    def open(self, env_id: str, caller: Caller) -> Result[Superset, SupersetError]:
        server = self.servers.get(env_id)
        if server is None or not caller.may_use(env_id):
            return Failure(SupersetError(SupersetFault.NOT_FOUND, env_id))
        account = self._account_of(env_id, caller)
        if account is None:
            return Failure(SupersetError(SupersetFault.NO_ACCOUNT, env_id))
        return Success(_superset(server, account))

    async def sign_in(
        self, env_id: str, username: str, password: str
    ) -> Result[AccountInfo, SupersetError]:
        """As HttpSupersets: from then on `superset:<env_id>:<username>` acts as that account."""
        server = self.servers.get(env_id)
        if server is None:
            return Failure(SupersetError(SupersetFault.NOT_FOUND, env_id))
        account = Account(username, password)
        found = await _superset(server, account).access.account()
        if is_successful(found):
            user = f"{_SIGNED_IN_WITH_SUPERSET}{env_id}:{found.unwrap().username}"
            self._signed_in[env_id, user] = account
        return found

    def _account_of(self, env_id: str, caller: Caller) -> Account | None:
        if caller.user.startswith(_SIGNED_IN_WITH_SUPERSET):
            return self._signed_in.get((env_id, caller.user))
        return self._accounts.get(env_id, DEFAULT_ACCOUNTS).get(caller.role)


def _superset(server: MemorySuperset, account: Account) -> Superset:
    return Superset(
        dashboards=MemoryDashboards(server, account),
        layouts=MemoryLayouts(server, account),
        charts=MemoryCharts(server, account),
        datasets=MemoryDatasets(server, account),
        databases=MemoryDatabases(server, account),
        data=MemoryData(server, account),
        descriptions=MemoryDescriptions(server, account),
        sql_lab=MemorySqlLab(server, account),
        assets=MemoryAssets(server, account),
        access=MemoryAccess(server, account),
    )
