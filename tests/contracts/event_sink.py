"""What every event log promises, and what every feed adds to it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import pytest

from application.ports.event_sink import EventFeed, EventSink
from contracts.samples import NOON
from domain.events import (
    WIRE_NAMES,
    ConfirmRequired,
    Done,
    PipelineResult,
    RecordedEvent,
    Token,
    ToolEnd,
    wire_time,
)


def seqs(events: tuple[RecordedEvent, ...] | list[RecordedEvent]) -> list[int]:
    return [event.seq for event in events]


class EventSinkContract:
    async def test_unknown_conversation_has_no_events(self, event_sink: EventSink) -> None:
        assert await event_sink.replay("c1") == ()
        assert await event_sink.last_seq("c1") == 0
        await event_sink.forget("c1")

    async def test_numbers_are_1_2_3_per_conversation(self, event_sink: EventSink) -> None:
        for _ in range(3):
            await event_sink.append("c1", "t1", NOON, Token("a"))
        await event_sink.append("c2", "t2", NOON, Token("b"))
        assert seqs(await event_sink.replay("c1")) == [1, 2, 3]
        assert seqs(await event_sink.replay("c2")) == [1]
        assert await event_sink.last_seq("c1") == 3

    async def test_100_at_once_leave_no_gap(self, event_sink: EventSink) -> None:
        written = await asyncio.gather(
            *(event_sink.append("c1", "t1", NOON, Token(str(n))) for n in range(100))
        )
        assert sorted(seqs(list(written))) == list(range(1, 101))
        replayed = await event_sink.replay("c1")
        assert replayed == tuple(sorted(written, key=lambda event: event.seq))

    async def test_replay_equals_what_append_gave(self, event_sink: EventSink) -> None:
        events = (
            PipelineResult(tools=("a", "b"), excluded=({"tool": "c", "reason": "role"},)),
            ToolEnd("x", "t", "Ж 😀\u2028", truncated=False, result_url="/r/x"),
            ConfirmRequired({"plan": {"rows": ({"old": None}, 2**70)}}),
            Done("stop", {"prompt_tokens": 1}, "bye"),
        )
        written = [await event_sink.append("c1", "t1", NOON, event) for event in events]
        assert await event_sink.replay("c1") == tuple(written)

    async def test_data_is_the_whole_object_on_the_wire(self, event_sink: EventSink) -> None:
        event = await event_sink.append("c1", "t1", NOON, Token("hi"))
        assert event == RecordedEvent(
            1,
            WIRE_NAMES[Token],
            "t1",
            {
                "type": "token",
                "conversation_id": "c1",
                "turn_id": "t1",
                "at": wire_time(NOON),
                "text": "hi",
            },
        )

    @pytest.mark.parametrize(("after", "expected"), [(0, [1, 2, 3]), (2, [3]), (3, []), (99, [])])
    async def test_replay_begins_after_the_number(
        self, event_sink: EventSink, after: int, expected: list[int]
    ) -> None:
        for _ in range(3):
            await event_sink.append("c1", "t1", NOON, Token("a"))
        assert seqs(await event_sink.replay("c1", after)) == expected

    async def test_what_was_appended_does_not_change_any_more(self, event_sink: EventSink) -> None:
        shown = {"title": "before"}
        await event_sink.append("c1", "t1", NOON, ConfirmRequired(shown))
        shown["title"] = "after"
        (event,) = await event_sink.replay("c1")
        assert event.data["metadata"] == {"title": "before"}

    async def test_forgetting_leaves_the_others(self, event_sink: EventSink) -> None:
        await event_sink.append("c1", "t1", NOON, Token("a"))
        await event_sink.append("c2", "t2", NOON, Token("b"))
        await event_sink.forget("c1")
        assert await event_sink.replay("c1") == ()
        assert await event_sink.last_seq("c2") == 1

    async def test_half_a_surrogate_pair_does_not_break_it(self, event_sink: EventSink) -> None:
        written = await event_sink.append("c1", "t1", NOON, Token("a\ud800b"))
        assert written.data["text"] == "a\ufffdb"
        assert await event_sink.replay("c1") == (written,)


class EventFeedContract(EventSinkContract):
    """A feed is a sink as well, so it keeps the promises of a sink."""

    @pytest.fixture
    def event_sink(self, event_feed: EventFeed) -> EventSink:
        return event_feed

    async def test_follower_gets_the_written_then_the_new(self, event_feed: EventFeed) -> None:
        await event_feed.append("c1", "t1", NOON, Token("1"))
        await event_feed.append("c1", "t1", NOON, Token("2"))
        async with following(event_feed, "c1") as events:
            assert seqs(await take(events, 2)) == [1, 2]
            await event_feed.append("c1", "t1", NOON, Token("3"))
            live = await take(events, 1)
        assert tuple(live) == await event_feed.replay("c1", 2)

    async def test_follower_starts_after_the_number(self, event_feed: EventFeed) -> None:
        for _ in range(4):
            await event_feed.append("c1", "t1", NOON, Token("a"))
        async with following(event_feed, "c1", after=3) as events:
            assert seqs(await take(events, 1)) == [4]

    async def test_follower_hears_only_its_conversation(self, event_feed: EventFeed) -> None:
        async with following(event_feed, "c1") as events:
            first = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0.05)
            await event_feed.append("c2", "t2", NOON, Token("not this"))
            await event_feed.append("c1", "t1", NOON, Token("this"))
            assert (await first).data["text"] == "this"

    async def test_follower_waits_rather_than_ends(self, event_feed: EventFeed) -> None:
        await event_feed.append("c1", "t1", NOON, Done("stop", {}, ""))
        async with following(event_feed, "c1", after=1) as events:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(events), 0.1)

    async def test_none_twice_none_missed_while_writing(self, event_feed: EventFeed) -> None:
        """Followers that come at any moment of a busy turn all see 1 to 300."""

        async def write() -> None:
            for n in range(300):
                await event_feed.append("c1", "t1", NOON, Token(str(n)))

        async def follow(start_after_s: float) -> list[int]:
            await asyncio.sleep(start_after_s)
            async with following(event_feed, "c1") as events:
                return seqs(await take(events, 300))

        *heard, _ = await asyncio.gather(*(follow(n * 0.003) for n in range(10)), write())
        assert heard == [list(range(1, 301))] * 10

    async def test_concurrent_writers_are_heard_in_order(self, event_feed: EventFeed) -> None:
        async with following(event_feed, "c1") as events:
            heard = asyncio.ensure_future(take(events, 100))
            await asyncio.gather(
                *(event_feed.append("c1", "t1", NOON, Token("a")) for _ in range(100))
            )
            assert seqs(await heard) == list(range(1, 101))

    async def test_slow_follower_misses_nothing(self, event_feed: EventFeed) -> None:
        async with following(event_feed, "c1") as events:
            await event_feed.append("c1", "t1", NOON, Token("first"))
            await take(events, 1)
            for _ in range(2_000):
                await event_feed.append("c1", "t1", NOON, Token("burst"))
            assert seqs(await take(events, 2_000)) == list(range(2, 2_002))

    async def test_event_of_a_cancelled_writer_is_heard(self, event_feed: EventFeed) -> None:
        """Whatever is in the log has been told: a turn may be cancelled at any moment."""
        async with following(event_feed, "c1") as events:
            heard = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0.05)
            writer = asyncio.ensure_future(event_feed.append("c1", "t1", NOON, Token("a")))
            await asyncio.sleep(0)
            writer.cancel()
            assert (await asyncio.wait_for(heard, 5)).seq == 1


def following(
    feed: EventFeed, conversation_id: str, after: int = 0
) -> "aclosing[AsyncGenerator[RecordedEvent, None]]":
    events = feed.follow(conversation_id, after)
    assert isinstance(events, AsyncGenerator)
    return aclosing(events)


async def take(events: AsyncIterator[RecordedEvent], count: int) -> list[RecordedEvent]:
    async with asyncio.timeout(20):
        return [await anext(events) for _ in range(count)]
