"""The door to every Superset: which account acts, and the ports behind it."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol

from returns.result import Result

from application.ports.superset.access import Access
from application.ports.superset.assets import Assets
from application.ports.superset.charts import Charts
from application.ports.superset.dashboards import Dashboards
from application.ports.superset.data import Data
from application.ports.superset.databases import Databases
from application.ports.superset.datasets import Datasets
from application.ports.superset.descriptions import Descriptions
from application.ports.superset.layouts import Layouts
from application.ports.superset.sql_lab import SqlLab
from domain.identity import Caller
from domain.superset import AccountInfo, SupersetError


@dataclass(frozen=True, slots=True)
class Superset:
    """The ports of one environment, opened as one account."""

    dashboards: Dashboards
    layouts: Layouts
    charts: Charts
    datasets: Datasets
    databases: Databases
    data: Data
    descriptions: Descriptions
    sql_lab: SqlLab
    assets: Assets
    access: Access


class Supersets(Protocol):
    """Opens an environment as the account that stands for a caller."""

    @abstractmethod
    def open(self, env_id: str, caller: Caller) -> Result[Superset, SupersetError]:
        """
        The ports of an environment. Opens no connection yet; the same account shares one.

        Who signed in with a Superset account acts as that account; everybody else acts as the
        account configured for their role, never as another role's.

        Failures:
            NOT_FOUND: no such environment, or not the one of this sign-in.
            NO_ACCOUNT: no account is configured for the caller's role.
        """

    @abstractmethod
    async def sign_in(
        self, env_id: str, username: str, password: str
    ) -> Result[AccountInfo, SupersetError]:
        """
        Try a person's own Superset account; from then on `superset:<env_id>:<username>` acts as it.

        Failures:
            NOT_FOUND: no such environment.
            BAD_CREDENTIALS: Superset does not know this name with this password.
        """
