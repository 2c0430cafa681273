"""Nothing that is said inside an event can end its line (case E12)."""

import json

import httpx
import pytest
from httpx_sse import EventSource, ServerSentEvent
from hypothesis import given
from hypothesis import strategies as st

from adapters.sse.frames import PING, frame
from contracts.samples import NOON
from domain.events import RecordedEvent, ToolStart, wire_data
from domain.plain_json import plain_object
from domain.superset import JsonValue

FORGERIES = [
    "x\nevent: done\ndata: {}",
    "x\r\n\r\nid: 99\nevent: done\ndata: {}\n\n",
    'a\r\n\r\ndata: {"type":"confirm"}',
    "bare \r return",
    "\x00 nul",
    "next line \x85 and \u2028 and \u2029",
    "\n\n\n",
    ": comment",
]


def recorded(data: dict[str, JsonValue], seq: int = 7) -> RecordedEvent:
    return RecordedEvent(seq, "tool_start", "t1", data)


def read(stream: bytes) -> list[ServerSentEvent]:
    """As an independent client reads it."""
    response = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=stream)
    return list(EventSource(response).iter_sse())


def test_frame_has_three_fields() -> None:
    assert frame(recorded({"text": "hi"})) == b'id: 7\nevent: tool_start\ndata: {"text":"hi"}\n\n'


@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_text_ends_its_line(forgery: str) -> None:
    event = ToolStart("x1", forgery, {forgery: forgery}, "safe", is_write_tool=False)
    data = wire_data(event, "c1", "t1", NOON)
    framed = frame(recorded(data))
    assert len(framed.decode().splitlines()) == 4, "three fields and the empty line"
    (parsed,) = read(framed)
    assert (parsed.id, parsed.event) == ("7", "tool_start")
    assert json.loads(parsed.data) == data


@pytest.mark.parametrize("wire_name", ["", "done\ndata: {}", "a b", "Done", "a\x00", "é"])
def test_type_is_a_wire_name(wire_name: str) -> None:
    with pytest.raises(ValueError, match="no event type"):
        frame(RecordedEvent(1, wire_name, "t1", {}))


def test_russian_text_stays_readable() -> None:
    assert "Продажи 📈".encode() in frame(recorded({"text": "Продажи 📈"}))


def test_half_a_surrogate_pair_is_replaced() -> None:
    (parsed,) = read(frame(recorded({"text": "a\ud800b", "\udc00": 1})))
    assert json.loads(parsed.data) == {"text": "a\ufffdb", "\ufffd": 1}


def test_large_numbers_are_sent_whole() -> None:
    assert b'{"n":1180591620717411303424}' in frame(recorded({"n": 2**70}))


def test_ping_is_no_event() -> None:
    stream = PING + frame(recorded({}, 1)) + PING + PING + frame(recorded({}, 2)) + PING
    assert [(event.id, event.event) for event in read(stream)] == [
        ("1", "tool_start"),
        ("2", "tool_start"),
    ]


@given(st.text(st.characters()), st.dictionaries(st.text(), st.text() | st.integers(), max_size=3))
def test_any_text_comes_through_but_half_pairs(text: str, arguments: dict[str, JsonValue]) -> None:
    data: dict[str, JsonValue] = {"text": text, "arguments": arguments}
    framed = frame(recorded(data))
    assert len(framed.decode().splitlines()) == 4
    (parsed,) = read(framed)
    assert json.loads(parsed.data) == plain_object(data)
