"""Several processes on one file, and processes that are killed (cases G08, H13)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from returns.result import Failure

from adapters.sqlite.confirmations import SqliteConfirmations
from adapters.sqlite.conversations import SqliteConversations
from adapters.sqlite.database import Database
from adapters.sqlite.event_sink import SqliteEventSink
from adapters.sqlite.sessions import SqliteSessions
from contracts.samples import NOON, approval, confirmation, conversation, intent, later
from domain.confirmation import ClaimRefused, ConfirmationState
from domain.events import Token
from domain.roles import Role
from domain.sessions import SignInCode
from stores.child import CONFIRMATIONS, EVENTS
from stores.processes import killed_after, run_together


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "agent.sqlite"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = Database()
    await database.open(path)
    yield database
    await database.close()


async def test_processes_that_start_together_make_one_set_of_tables(path: Path) -> None:
    said = await run_together("write_some_events", path, 4)
    numbers = sorted(int(number) for numbers in said for number in numbers)
    assert numbers == list(range(1, 4 * EVENTS + 1))


async def test_each_confirmation_is_executed_by_one_process(path: Path, database: Database) -> None:
    confirmations = SqliteConfirmations(database)
    for n in range(CONFIRMATIONS):
        await confirmations.add(confirmation(f"k{n}"))
    said = await run_together("claim_all", path, 3)
    executed = [own_id for ids in said for own_id in ids]
    assert sorted(executed) == sorted(f"k{n}" for n in range(CONFIRMATIONS))
    assert {one.state for one in await confirmations.cut_off()} == {ConfirmationState.EXECUTING}


async def test_code_is_used_up_by_one_process(path: Path, database: Database) -> None:
    grant = SignInCode("local:admin", Role.ADMIN, later(hours=1))
    await SqliteSessions(database).add_code("code", grant)
    said = await run_together("redeem", path, 3)
    assert sorted(said) == [["False"], ["False"], ["True"]]


@pytest.mark.parametrize("after", [1, 40, 200])
async def test_killed_writer_leaves_no_gap(path: Path, after: int) -> None:
    said = await killed_after("write_events", path, after)
    database = Database()
    await database.open(path)
    sink = SqliteEventSink(database)
    found = [event.seq for event in await sink.replay("c1")]
    assert found == list(range(1, len(found) + 1))
    # What was reported as written is there; one more may have been written unreported.
    assert found[: len(said)] == [int(number) for number in said]
    assert (await sink.append("c1", "t1", NOON, Token("on"))).seq == len(found) + 1
    await database.close()


async def test_intent_outlives_the_process_that_wrote_it(path: Path) -> None:
    """Whoever starts next sees it executing, and nobody can run it again."""
    first = Database()
    await first.open(path)
    confirmations = SqliteConfirmations(first)
    await SqliteConversations(first).add(conversation())
    await confirmations.add(confirmation())
    await confirmations.claim("k1", approval(), NOON)
    await confirmations.intend(intent())
    # Not closed, as after a crash: the next one opens beside it.
    second = Database()
    await second.open(path)
    restarted = SqliteConfirmations(second)
    assert [one.state for one in await restarted.cut_off()] == [ConfirmationState.EXECUTING]
    refused = Failure(ClaimRefused("already_decided"))
    assert await restarted.intend(intent(action_id="a2")) == refused
    assert await restarted.claim("k1", approval(), NOON) == refused
    await first.close()
    await second.close()
