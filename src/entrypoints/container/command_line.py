"""What the command line needs without the whole service."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

from adapters.files.audit_log import FileAuditLog
from adapters.fluent.texts import FluentTexts
from adapters.sqlite.database import Database
from adapters.sqlite.sessions import SqliteSessions
from adapters.system.clock import SystemClock
from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.sessions import Sessions
from application.ports.texts import Texts
from domain.roles import Role
from entrypoints.container.identity import identity_of
from entrypoints.settings import Settings


@asynccontextmanager
async def opened_sessions(settings: Settings) -> AsyncIterator[tuple[Sessions, Clock]]:
    """Just enough to make a sign-in link, also while the service runs in another process."""
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = Database()
    await database.open(settings.store_file)
    try:
        yield SqliteSessions(database), SystemClock()
    finally:
        await database.close()


async def issued_token(settings: Settings, user: str, role: Role, ttl: timedelta) -> str:
    """A bearer token signed with the service's own secret."""
    async with opened_sessions(settings) as (sessions, clock), AsyncExitStack() as stack:
        return identity_of(settings, sessions, clock, stack).issue(user, role, ttl).token


def audit_log(settings: Settings) -> AuditLog:
    """The audit log alone."""
    return FileAuditLog(settings.data_dir / "audit.jsonl")


def texts_catalogue() -> Texts:
    """The texts alone."""
    return FluentTexts()
