"""The database file: who may read it, what happens when it cannot be used, and how fast it is."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from adapters.sqlite.confirmations import SqliteConfirmations
from adapters.sqlite.conversations import SqliteConversations
from adapters.sqlite.database import Database
from adapters.sqlite.event_sink import SqliteEventSink
from adapters.sqlite.json_columns import from_column, to_column
from adapters.sqlite.results import SqliteResults
from adapters.sqlite.sessions import SqliteSessions
from adapters.sqlite.turns import SqliteTurns
from application.ports.store import StoreUnavailable
from contracts.samples import (
    NOON,
    approval,
    confirmation,
    conversation,
    execution,
    intent,
    new_turn,
)
from domain.conversation import ChatMessage, FinishReason, ToolResult, TurnState
from domain.events import Token
from domain.superset import JsonValue


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "agent.sqlite"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = Database(busy_timeout_s=0.2)
    await database.open(path)
    yield database
    await database.close()


async def test_file_that_is_no_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database, " * 100)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await Database().open(path)


async def test_tables_of_a_newer_version_are_refused(path: Path, database: Database) -> None:
    await database.write(lambda db: db.execute("PRAGMA user_version = 99"))
    with pytest.raises(StoreUnavailable, match="version 99"):
        await Database().open(path)


@pytest.mark.parametrize("name", ["/proc/agent.sqlite", "/dev/null/agent.sqlite"])
async def test_place_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(StoreUnavailable, match=name):
        await Database().open(Path(name))


async def test_store_that_was_not_opened_or_was_closed_is_unavailable(path: Path) -> None:
    database = Database()
    with pytest.raises(StoreUnavailable):
        await SqliteTurns(database).get("t1")
    await database.open(path)
    await database.close()
    await database.close()
    with pytest.raises(StoreUnavailable):
        await SqliteTurns(database).get("t1")


async def test_file_locked_for_too_long_is_unavailable(path: Path, database: Database) -> None:
    """G08: a retryable error, and nothing of the step was kept."""
    with sqlite3.connect(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            await SqliteConversations(database).add(conversation())
        assert await SqliteConversations(database).of_user("local:ann") == ()
        other.rollback()
    await SqliteConversations(database).add(conversation())
    assert len(await SqliteConversations(database).of_user("local:ann")) == 1


async def test_full_disk_is_unavailable_and_keeps_the_rest(database: Database) -> None:
    results = SqliteResults(database)
    small = ToolResult("x1", "c1", "local:ann", "t", "small")
    await results.keep(small)
    await database.write(lambda db: db.execute("PRAGMA max_page_count = 100"))
    with pytest.raises(StoreUnavailable, match="full"):
        await results.keep(ToolResult("x2", "c1", "local:ann", "t", "x" * 2_000_000))
    assert (await results.get("x1", "local:ann")).unwrap() == small
    await results.keep(ToolResult("x3", "c1", "local:ann", "t", "small again"))


async def test_step_that_raises_changes_nothing(database: Database) -> None:
    def fail(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO revocations VALUES ('j1', '')")
        raise LookupError

    for durable in (False, True):
        with pytest.raises(LookupError):
            await database.write(fail, durable=durable)
    rows = await database.read(lambda db: db.execute("SELECT * FROM revocations").fetchall())
    assert rows == []


async def test_what_must_not_be_lost_is_on_the_disk(
    database: Database, mocker: MockerFixture
) -> None:
    """A power cut must not undo an intent, its outcome, a used code or a revocation."""
    written = mocker.spy(database, "write")
    confirmations, sessions = SqliteConfirmations(database), SqliteSessions(database)
    await confirmations.add(confirmation())
    await confirmations.claim("k1", approval(), NOON)
    await confirmations.intend(intent())
    await confirmations.record(execution())
    await sessions.redeem("code", NOON)
    await sessions.revoke("j1", NOON)
    durable = [call.kwargs.get("durable", False) for call in written.call_args_list]
    assert durable == [False, False, True, True, True, True]

    def level(db: sqlite3.Connection) -> int:
        found: int = db.execute("PRAGMA synchronous").fetchone()[0]
        return found

    assert [await database.write(level, durable=wanted) for wanted in (True, False)] == [2, 1]


async def test_reader_cannot_write(database: Database) -> None:
    with pytest.raises(StoreUnavailable, match="readonly"):
        await database.read(lambda db: db.execute("DELETE FROM turns"))


async def test_step_of_a_cancelled_caller_is_whole(database: Database) -> None:
    def slow(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO revocations VALUES ('j1', '')")
        time.sleep(0.1)
        db.execute("INSERT INTO revocations VALUES ('j2', '')")

    task = asyncio.create_task(database.write(slow))
    await asyncio.sleep(0.03)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    rows = await database.write(lambda db: db.execute("SELECT * FROM revocations").fetchall())
    assert len(rows) == 2


async def test_second_open_turn_is_impossible_in_the_file_itself(database: Database) -> None:
    """The defence below `begin`, tested with that one off."""
    await SqliteConversations(database).add(conversation())
    turns = SqliteTurns(database)
    await turns.begin(new_turn("t1"))
    await turns.move("t1", TurnState.OVER, FinishReason.STOP, NOON)
    await turns.begin(new_turn("t2"))
    with pytest.raises(sqlite3.IntegrityError, match="conversation_id"):
        await turns.move("t1", TurnState.RUNNING, None, NOON)


async def test_only_its_owner_can_read_it(path: Path, database: Database) -> None:
    await SqliteConversations(database).add(conversation())
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert len(modes) == 3, "the file, its log and its index"
    assert set(modes.values()) == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


async def test_open_file_of_others_is_closed_to_them(path: Path) -> None:
    path.parent.mkdir()
    path.touch(0o644)
    database = Database()
    await database.open(path)
    assert path.stat().st_mode & 0o777 == 0o600
    await database.close()


async def test_what_was_kept_is_there_after_a_restart(path: Path) -> None:
    for n in range(3):
        database = Database()
        await database.open(path)
        await SqliteEventSink(database).append("c1", "t1", NOON, Token(str(n)))
        events = await SqliteEventSink(database).replay("c1")
        assert [event.data["text"] for event in events] == [str(m) for m in range(n + 1)]
        await database.close()


async def test_a_turn_costs_less_than_15_ms(database: Database) -> None:
    """The quickest of 20, since others use the machine too."""
    await SqliteConversations(database).add(conversation())
    turns, events = SqliteTurns(database), SqliteEventSink(database)
    costs = []
    for n in range(20):
        began = time.perf_counter()
        await turns.begin(new_turn(f"t{n}"))
        for _ in range(7):
            await events.append("c1", f"t{n}", NOON, Token("some words"))
        await turns.append(f"t{n}", (ChatMessage("assistant", "some words"),))
        await turns.move(f"t{n}", TurnState.OVER, FinishReason.STOP, NOON)
        costs.append(time.perf_counter() - began)
    assert min(costs) < 0.015


async def test_file_grows_with_what_is_kept_and_no_faster(path: Path, database: Database) -> None:
    """G10: 100 results of 100 kB take 10 MB and little more."""
    results = SqliteResults(database)
    for n in range(100):
        await results.keep(ToolResult(f"x{n}", "c1", "local:ann", "t", "x" * 100_000))
    await database.close()
    assert path.stat().st_size < 12_000_000


any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(any_json)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=300)
def test_any_json_comes_back_as_it_was(value: JsonValue) -> None:
    assert from_column(to_column(value)) == value
