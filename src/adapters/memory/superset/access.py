"""Accounts and the secret key of an in-memory Superset."""

import hashlib
import hmac
from collections.abc import Callable
from typing import TypeVar

from returns.result import Failure, Result, Success

from adapters.memory.superset.objects import MemoryAccount
from adapters.memory.superset.server import MemorySuperset
from application.ports.superset.access import Access
from domain.accounts import Account
from domain.rights import HeldRole, Owned, RowRule, SupersetRole, SupersetUser
from domain.superset import AccountInfo, InstanceStatus, Named, SupersetError, SupersetFault

_Value = TypeVar("_Value")


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

    async def roles(self) -> Result[tuple[SupersetRole, ...], SupersetError]:
        return self._read_by_admins(
            "access.roles",
            lambda: tuple(
                SupersetRole(str(number), name, grants)
                for number, (name, grants) in enumerate(self._server.roles.items(), start=1)
            ),
        )

    async def users(self) -> Result[tuple[SupersetUser, ...], SupersetError]:
        return self._read_by_admins(
            "access.users", lambda: tuple(map(self._user, self._server.accounts.values()))
        )

    async def row_rules(self) -> Result[tuple[RowRule, ...], SupersetError]:
        return self._read_by_admins(
            "access.row_rules",
            lambda: tuple(sorted(self._server.row_rules, key=lambda rule: rule.name)),
        )

    async def owned(self) -> Result[tuple[Owned, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[Owned, ...], SupersetError]:
            dashboards = (
                Owned("dashboard", o.id, o.uuid, o.title, self._named(o.owners), (), o.published)
                for o in self._server.dashboards.values()
                if known.owns(o.owners) or o.published
            )
            datasets = (
                Owned("dataset", o.id, o.uuid, o.title, self._named(o.owners))
                for o in self._server.datasets.values()
            )
            return Success((*sorted(dashboards, key=_title), *sorted(datasets, key=_title)))

        return self._server.call(self._account, "access.owned", act)

    def _read_by_admins(
        self, name: str, read: Callable[[], tuple[_Value, ...]]
    ) -> Result[tuple[_Value, ...], SupersetError]:
        def act(known: MemoryAccount) -> Result[tuple[_Value, ...], SupersetError]:
            if not known.is_admin:
                return Failure(self._server.error(SupersetFault.FORBIDDEN, "Forbidden"))
            return Success(read())

        return self._server.call(self._account, name, act)

    def _user(self, known: MemoryAccount) -> SupersetUser:
        own = tuple(HeldRole(role) for role in known.roles)
        of_groups = (
            HeldRole(role, group.name)
            for group in self._server.groups
            if known.username in group.people
            for role in group.roles
        )
        number = self._number(known.username)
        return SupersetUser(
            number, known.username, known.username, known.is_active, (*own, *of_groups)
        )

    def _number(self, username: str) -> str:
        return str(list(self._server.accounts).index(username) + 1)

    def _named(self, owners: tuple[str, ...]) -> tuple[Named, ...]:
        """Superset forgets an owner whose account is deleted."""
        known = (owner for owner in owners if owner in self._server.accounts)
        return tuple(Named(self._number(owner), owner) for owner in known)


def _title(owned: Owned) -> str:
    return owned.title


def signature(secret_key: str, claims: str) -> str:
    return hmac.new(secret_key.encode(), claims.encode(), hashlib.sha256).hexdigest()
