"""One Superset in memory: its objects, what was called, and what shall go wrong."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias, TypeVar
from uuid import NAMESPACE_URL, uuid5

from returns.result import Failure, Result

from adapters.memory.superset.objects import (
    AGENT_ADMIN,
    AGENT_ANALYST,
    AGENT_VIEWER,
    OWN_ROLES,
    MemoryAccount,
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
    MemoryGroup,
)
from domain.accounts import Account
from domain.rights import RowRule
from domain.superset import JsonValue, SupersetError, SupersetFault

_Value = TypeVar("_Value")


MemoryObject: TypeAlias = MemoryDatabase | MemoryDataset | MemoryChart | MemoryDashboard
_AnyStored = TypeVar("_AnyStored", MemoryDatabase, MemoryDataset, MemoryChart, MemoryDashboard)


@dataclass(slots=True)
class Trouble:
    """What happens to the next `times` requests, or to those of one port's method."""

    fault: SupersetFault
    call: str | None
    times: int


class MemorySuperset:
    """
    The server; the ports over it are opened by MemorySupersets.

    `calls` counts requests by port and method, such as "dashboards.delete".

    The dicts may be changed by tests between two calls: somebody else was at work.

    Args:
        secret_key: what proofs are signed with; its own for each env_id unless given.
        now: the time of what is created here.

    """

    def __init__(
        self,
        env_id: str,
        objects: Iterable[MemoryObject] = (),
        accounts: Iterable[MemoryAccount] = (AGENT_ADMIN, AGENT_ANALYST, AGENT_VIEWER),
        *,
        secret_key: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.env_id = env_id
        self.version: str | None = "6.1.0"
        self.secret_key = secret_key or f"key of {env_id}"
        self.now = now
        self.accounts = {account.username: account for account in accounts}
        self.roles = dict(OWN_ROLES)
        self.groups: list[MemoryGroup] = []
        self.row_rules: list[RowRule] = []
        self.databases: dict[str, MemoryDatabase] = {}
        self.connections: dict[str, sqlite3.Connection] = {}
        self.datasets: dict[str, MemoryDataset] = {}
        self.charts: dict[str, MemoryChart] = {}
        self.dashboards: dict[str, MemoryDashboard] = {}
        self.descriptions: dict[str, str | None] = {}
        self.forms: dict[str, dict[str, JsonValue]] = {}
        self.layouts: dict[str, str | None] = {}
        self.calls: Counter[str] = Counter()
        self.troubles: list[Trouble] = []
        self.add(*objects)

    def add(self, *objects: MemoryObject) -> None:
        """Put objects in, or in the place of those with their ids."""
        for each in objects:
            match each:
                case MemoryDashboard():
                    self.dashboards[each.id] = self._named("dashboard", each)
                case MemoryChart():
                    self.charts[each.id] = self._named("chart", each)
                case MemoryDataset():
                    self.datasets[each.id] = self._named("dataset", each)
                case MemoryDatabase():
                    self.databases[each.id] = self._named("database", each)
                    self.connections[each.id] = _filled(each)

    def fail_next(self, fault: SupersetFault, call: str | None = None, times: int = 1) -> None:
        """
        Make the next calls fail. UNKNOWN_OUTCOME waits for a write.

        A write happens before its answer is lost, and GATEWAY loses it too.

        `call` is a port and its method, such as "dashboards.delete"; any call where absent.
        """
        self.troubles.append(Trouble(fault, call, times))

    def call(
        self,
        account: Account,
        name: str,
        act: Callable[[MemoryAccount], Result[_Value, SupersetError]],
        *,
        writes: bool = False,
    ) -> Result[_Value, SupersetError]:
        """One request of an account: counted, made to fail if that was asked for, else acted on."""

        def signed() -> Result[_Value, SupersetError]:
            known = self.accounts.get(account.username)
            if known is None or known.password != account.password:
                return Failure(self.error(SupersetFault.BAD_CREDENTIALS, "Not authorized"))
            if not (known.may_read or name.startswith("access.")):
                return Failure(self.error(SupersetFault.FORBIDDEN, "Forbidden"))
            return act(known)

        return self.call_unsigned(name, signed, writes=writes)

    def call_unsigned(
        self,
        name: str,
        act: Callable[[], Result[_Value, SupersetError]],
        *,
        writes: bool = False,
    ) -> Result[_Value, SupersetError]:
        """One request that no account stands behind."""
        self.calls[name] += 1
        fault = self._trouble(name, writes=writes)
        is_lost = writes and fault in {SupersetFault.GATEWAY, SupersetFault.UNKNOWN_OUTCOME}
        if fault is not None and not is_lost:
            return Failure(self.error(fault))
        result = act()
        return Failure(self.error(SupersetFault.UNKNOWN_OUTCOME)) if is_lost else result

    def error(self, fault: SupersetFault, detail: str = "") -> SupersetError:
        return SupersetError(fault, self.env_id, detail)

    def _trouble(self, name: str, *, writes: bool) -> SupersetFault | None:
        for trouble in self.troubles:
            waits_for_write = trouble.fault is SupersetFault.UNKNOWN_OUTCOME and not writes
            if trouble.call in (None, name) and not waits_for_write:
                trouble.times -= 1
                if trouble.times <= 0:
                    self.troubles.remove(trouble)
                return trouble.fault
        return None

    def _named(self, kind: str, stored: _AnyStored) -> _AnyStored:
        """With a uuid of its own, the same in every run."""
        made = uuid5(NAMESPACE_URL, f"{self.env_id}/{kind}/{stored.id}/{stored.title}")
        return stored if stored.uuid else replace(stored, uuid=str(made))


def _filled(database: MemoryDatabase) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.executescript(database.script)
    if not database.allow_dml:
        connection.execute("PRAGMA query_only = ON")
    return connection


def find(stored: dict[str, _AnyStored], object_id: str) -> _AnyStored | None:
    """By number or uuid."""
    by_number = stored.get(object_id)
    if by_number is not None:
        return by_number
    return next((each for each in stored.values() if each.uuid == object_id.lower()), None)


def next_id(stored: dict[str, _AnyStored]) -> str:
    """One more than the highest, so that the number of what was deleted last comes back."""
    return str(max(map(int, stored), default=0) + 1)
