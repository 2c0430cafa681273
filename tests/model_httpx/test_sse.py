"""E04, E06: events from bytes that are cut anywhere."""

import pytest

from adapters.model_httpx.sse import EventData

STREAM = 'data: {"a":\ndata:  "ж🎉\u2028\u0085\x0b"}\n\n: note\nid: 7\n\ndata:x\n\ndata: last'
EVENTS = ['{"a":\n "ж🎉\u2028\u0085\x0b"}', "x", "last"]


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_cuts_and_line_ends_do_not_matter(line_end: str, size: int, mark: str) -> None:
    stream = (mark + STREAM.replace("\n", line_end)).encode()
    events = EventData()

    read = [
        data for at in range(0, len(stream), size) for data in events.feed(stream[at : at + size])
    ]

    assert [*read, *events.finish()] == EVENTS


def test_an_event_is_read_as_soon_as_it_is_whole() -> None:
    events = EventData()

    assert events.feed(b"data: 1\n") == []
    assert events.feed(b"\n") == ["1"]


def test_half_a_letter_at_the_end_is_replaced() -> None:
    events = EventData()

    assert events.feed(b"data: a\xd0") == []
    assert events.finish() == ["a\ufffd"]
