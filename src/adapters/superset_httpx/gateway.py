"""Which account of which Superset acts for a caller."""

from collections.abc import Mapping
from typing import Final

import httpx
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.access import HttpAccess
from adapters.superset_httpx.assets import HttpAssets
from adapters.superset_httpx.charts import HttpCharts
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.dashboards import HttpDashboards
from adapters.superset_httpx.data import HttpData
from adapters.superset_httpx.databases import HttpDatabases
from adapters.superset_httpx.datasets import HttpDatasets
from adapters.superset_httpx.descriptions import HttpDescriptions
from adapters.superset_httpx.layouts import HttpLayouts
from adapters.superset_httpx.sql_lab import HttpSqlLab, Patience
from application.ports.superset.gateway import Superset, Supersets
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.identity import Caller
from domain.roles import Role
from domain.superset import AccountInfo, SupersetError, SupersetFault

TIMEOUT_S: Final = 60.0
_LIMITS: Final = httpx.Limits(
    max_connections=64,
    max_keepalive_connections=16,
    # Gunicorn drops an idle connection after 2 s. A write into one that is just being dropped
    # would have an unknown outcome.
    keepalive_expiry=1.5,
)
_SIGNED_IN_WITH_SUPERSET: Final = "superset:"


class HttpSupersets(Supersets):
    """
    One client for each account of each environment, all on one pool of connections.

    Args:
        accounts: by environment, then by the role of the callers that they act for.
        transport: instead of the pool of our own; closed with the rest.
        timeout_s: how long a Superset may stay silent.
        patience: with queries that a Superset runs in the background.

    """

    def __init__(
        self,
        environments: Environments,
        accounts: Mapping[str, Mapping[Role, Account]],
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout_s: float = TIMEOUT_S,
        patience: Patience = Patience(),  # noqa: B008  # frozen
    ) -> None:
        self._environments = environments
        self._accounts = accounts
        self._transport = transport or httpx.AsyncHTTPTransport(limits=_LIMITS)
        self._timeout_s = timeout_s
        self._patience = patience
        self._opened: dict[tuple[str, Account], Superset] = {}
        self._signed_in: dict[tuple[str, str], Superset] = {}

    def open(self, env_id: str, caller: Caller) -> Result[Superset, SupersetError]:
        environment = self._environments.get(env_id)
        if environment is None or not caller.may_use(env_id):
            return Failure(SupersetError(SupersetFault.NOT_FOUND, env_id))
        if caller.user.startswith(_SIGNED_IN_WITH_SUPERSET):
            return self._signed_in_as(env_id, caller.user)
        account = self._accounts.get(env_id, {}).get(caller.role)
        if account is None:
            return Failure(SupersetError(SupersetFault.NO_ACCOUNT, env_id))
        key = (env_id, account)
        if key not in self._opened:
            self._opened[key] = self._superset(environment, account)
        return Success(self._opened[key])

    async def sign_in(
        self, env_id: str, username: str, password: str
    ) -> Result[AccountInfo, SupersetError]:
        """
        Try a person's own Superset account, and act as it for `superset:<env_id>:<username>`.

        The username in that is the one of the answer: Superset's own spelling. The password is
        kept in memory alone, so after a restart such a caller has no account until they sign in.

        Failures:
            NOT_FOUND: no such environment.
            BAD_CREDENTIALS: Superset does not know this name with this password.
        """
        environment = self._environments.get(env_id)
        if environment is None:
            return Failure(SupersetError(SupersetFault.NOT_FOUND, env_id))
        superset = self._superset(environment, Account(username, password))
        found = await superset.access.account()
        if is_successful(found):
            user = f"{_SIGNED_IN_WITH_SUPERSET}{env_id}:{found.unwrap().username}"
            self._signed_in[env_id, user] = superset
        return found

    async def close(self) -> None:
        """Close every connection; nothing may be opened afterwards."""
        await self._transport.aclose()

    def _signed_in_as(self, env_id: str, user: str) -> Result[Superset, SupersetError]:
        superset = self._signed_in.get((env_id, user))
        if superset is None:
            return Failure(SupersetError(SupersetFault.NO_ACCOUNT, env_id))
        return Success(superset)

    def _superset(self, environment: Environment, account: Account) -> Superset:
        client = SupersetClient(environment, account, self._transport, self._timeout_s)
        return Superset(
            dashboards=HttpDashboards(client),
            layouts=HttpLayouts(client),
            charts=HttpCharts(client),
            datasets=HttpDatasets(client),
            databases=HttpDatabases(client),
            data=HttpData(client),
            descriptions=HttpDescriptions(client),
            sql_lab=HttpSqlLab(client, self._patience),
            assets=HttpAssets(client),
            access=HttpAccess(client),
        )
