"""
A second process on the same files: `python -m stores.child <what> <path>`.

It prints one line per finished step, so that the parent knows what must be there.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from returns.pipeline import is_successful

from adapters.files.audit_log import FileAuditLog
from adapters.git.repository import GitDashboardRepository
from adapters.sqlite.confirmations import SqliteConfirmations
from adapters.sqlite.database import Database
from adapters.sqlite.event_sink import SqliteEventSink
from adapters.sqlite.sessions import SqliteSessions
from contracts.dashboard_repository import SALES, new
from contracts.samples import NOON, approval, intent
from domain.audit import AuditEntry
from domain.events import Token

CONFIRMATIONS = 50
EVENTS = 200


async def write_events(path: Path) -> None:
    """For ever; prints each number."""
    database = Database()
    await database.open(path)
    sink = SqliteEventSink(database)
    while True:
        say((await sink.append("c1", "t1", NOON, Token("x" * 500))).seq)


async def write_some_events(path: Path) -> None:
    database = Database()
    await database.open(path)
    sink = SqliteEventSink(database)
    for _ in range(EVENTS):
        say((await sink.append("c1", "t1", NOON, Token("x"))).seq)
    await database.close()


async def claim_all(path: Path) -> None:
    """Prints the ids of the confirmations that this process may execute."""
    database = Database()
    await database.open(path)
    confirmations = SqliteConfirmations(database)
    for n in range(CONFIRMATIONS):
        own_id = f"k{n}"
        if is_successful(await confirmations.claim(own_id, approval(), NOON)):
            assert is_successful(await confirmations.intend(intent(own_id, f"a-{own_id}")))
            say(own_id)
    await database.close()


async def redeem(path: Path) -> None:
    database = Database()
    await database.open(path)
    say(is_successful(await SqliteSessions(database).redeem("code", NOON)))
    await database.close()


async def write_audit(path: Path) -> None:
    """For ever; prints each number."""
    audit_log = FileAuditLog(path)
    while True:
        entry = AuditEntry("execution", NOON, "local:ann", {"note": "x" * 500})
        say((await audit_log.append(entry)).number)


async def write_some_audit(path: Path) -> None:
    audit_log = FileAuditLog(path)
    for n in range(CONFIRMATIONS):
        say((await audit_log.append(AuditEntry("decision", NOON, "u", {"n": n}))).number)


async def git_commits(path: Path) -> None:
    """Prints the id of each commit; every one is to a folder of its own."""
    repository = GitDashboardRepository(path)
    for n in range(4):
        base = (await repository.resolve("main")).unwrap()
        folder = f"dashboards/{os.getpid()}-{n}"
        made = await repository.commit(new({f"{folder}/a": b"1"}, base))
        landed = made.unwrap()
        assert landed is not None
        say(landed.id)


async def git_commit_that_is_killed(path: Path) -> None:
    repository = GitDashboardRepository(path, program=str(path.parent / "git-that-kills"))
    base = (await repository.resolve("main")).unwrap()
    say((await repository.commit(new({f"{SALES}/killed": b"1"}, base))).unwrap())


def say(what: object) -> None:
    print(what, flush=True)


DOES: dict[str, Callable[[Path], Awaitable[None]]] = {
    "write_events": write_events,
    "write_some_events": write_some_events,
    "claim_all": claim_all,
    "redeem": redeem,
    "write_audit": write_audit,
    "write_some_audit": write_some_audit,
    "git_commits": git_commits,
    "git_commit_that_is_killed": git_commit_that_is_killed,
}


async def main() -> None:
    await DOES[sys.argv[1]](Path(sys.argv[2]))


if __name__ == "__main__":
    asyncio.run(main())
