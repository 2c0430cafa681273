import asyncio

import pytest
from prometheus_client import CollectorRegistry

from adapters.memory.event_sink import MemoryEventSink
from adapters.memory.tables import Tables
from adapters.prometheus.counting_sink import CountingSink
from adapters.sqlite.database import Database
from adapters.sqlite.event_sink import SqliteEventSink
from adapters.sse.fan_out import FanOut
from application.ports.event_sink import EventFeed, EventSink
from contracts.event_sink import EventFeedContract, EventSinkContract, following, take
from contracts.samples import NOON
from contracts.stores import InMemory, InSqlite
from domain.events import Token


class TestMemoryEventSink(EventSinkContract, InMemory): ...


class TestSqliteEventSink(EventSinkContract, InSqlite): ...


class TestCountingSink(EventSinkContract, InMemory):
    @pytest.fixture
    def event_sink(self, tables: Tables) -> EventSink:
        return CountingSink(MemoryEventSink(tables), CollectorRegistry(), ())


class Fanned:
    """The log below a feed is the fixture `log` of the store."""

    @pytest.fixture
    def event_feed(self, log: EventSink) -> EventFeed:
        return FanOut(log, mailbox_size=16)

    async def test_closing_leaves_nothing_behind(self, event_feed: FanOut) -> None:
        await event_feed.append("c1", "t1", NOON, Token("a"))
        async with following(event_feed, "c1") as events:
            await take(events, 1)
            assert event_feed.followers("c1") == 1
        assert event_feed.followers("c1") == 0

    async def test_cancelled_follower_leaves_nothing_behind(self, event_feed: FanOut) -> None:
        async def follow() -> None:
            async with following(event_feed, "c1") as events:
                await take(events, 1)

        follower = asyncio.create_task(follow())
        await asyncio.sleep(0.05)
        assert event_feed.followers("c1") == 1
        follower.cancel()
        await asyncio.wait([follower])
        assert event_feed.followers("c1") == 0


class TestFanOutOverMemory(Fanned, EventFeedContract, InMemory):
    @pytest.fixture
    def log(self, tables: Tables) -> EventSink:
        return MemoryEventSink(tables)


class TestFanOutOverSqlite(Fanned, EventFeedContract, InSqlite):
    @pytest.fixture
    def log(self, database: Database) -> EventSink:
        return SqliteEventSink(database)
