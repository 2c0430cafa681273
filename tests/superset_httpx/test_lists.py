"""Cases S05, S06 and S07: every page, and every sign of a title, arrive."""

from collections.abc import Mapping
from urllib.parse import parse_qs

import httpx
import prison
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.superset_httpx import client
from adapters.superset_httpx.calls import rison
from domain.superset import SupersetFault
from superset_httpx.scripted_superset import (
    ScriptedSuperset,
    asked_for,
    json_answer,
    rows_answer,
)

ODD_TITLES = [
    "C++ builds",
    "A+B",
    "50% off",
    "a#b?c=d",
    '[Отчёт] O\'Brien! (Q1, v2) & "план" 🚀',
    "first line\nsecond 'line' (x)",
    "back\\slash",
    "%2520",
    "!t",
    "42",
    "",
]


class Capped:
    """Rows of a table, at most `cap` a page, whatever was asked for."""

    def __init__(self, total: int, cap: int) -> None:
        self.total = total
        self.cap = cap

    def __call__(self, request: httpx.Request) -> httpx.Response:
        query = asked_for(request)
        assert isinstance(query, Mapping)
        size = min(int(query["page_size"]), self.cap)
        start = int(query["page"]) * size
        rows = [{"id": number} for number in range(start, min(start + size, self.total))]
        return httpx.Response(200, json={"count": self.total, "result": rows})


@pytest.mark.parametrize(
    ("total", "cap", "requests"),
    [(250, 100, 3), (200, 100, 2), (1, 100, 1), (0, 100, 1), (55, 20, 3)],
)
async def test_pages_are_read_until_all_rows_came(total: int, cap: int, requests: int) -> None:
    server = ScriptedSuperset(answer=Capped(total, cap))
    listed = (await server.opened().dashboards.all()).unwrap()
    assert [each.id for each in listed] == [str(number) for number in range(total)]
    assert len(server.requests) == requests


async def test_server_that_repeats_its_page_does_not_trap_us() -> None:
    server = ScriptedSuperset(answer=json_answer({"count": 9, "result": [{"id": 1}, {"id": 2}]}))
    listed = (await server.opened().dashboards.all()).unwrap()
    assert [each.id for each in listed] == ["1", "2"]
    assert len(server.requests) == 2


async def test_list_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_ROWS", 250)
    server = ScriptedSuperset(answer=Capped(10**9, 100))
    failed = (await server.opened().dashboards.all()).failure()
    assert failed.fault is SupersetFault.REFUSED
    assert "more than 250 rows" in failed.detail
    assert len(server.requests) == 3


async def test_row_that_moved_to_the_next_page_is_listed_once() -> None:
    first = json_answer({"count": 3, "result": [{"id": 1}, {"id": 2}]})
    second = json_answer({"count": 3, "result": [{"id": 2}, {"id": 3}]})
    listed = await ScriptedSuperset(script=[first, second]).opened().dashboards.all()
    assert [each.id for each in listed.unwrap()] == ["1", "2", "3"]


async def test_only_tags_of_people_are_shown() -> None:
    tags = [
        {"name": "finance", "type": 1},
        {"name": "type:dashboard", "type": 2},
        {"name": "owner:1", "type": 3},
    ]
    server = ScriptedSuperset(answer=rows_answer({"id": 1, "tags": tags}))
    (listed,) = (await server.opened().dashboards.all()).unwrap()
    assert listed.tags == ("finance",)


async def test_half_a_character_becomes_a_question_mark() -> None:
    body = rb'{"count": 1, "result": [{"id": 1, "dashboard_title": "a\ud83d \ud83d\ude80"}]}'
    server = ScriptedSuperset(answer=lambda _: httpx.Response(200, content=body))
    (listed,) = (await server.opened().dashboards.all()).unwrap()
    assert listed.title == "a? 🚀"


async def test_fields_that_are_missing_are_empty() -> None:
    server = ScriptedSuperset(answer=rows_answer({"id": 1, "changed_on_utc": "yesterday"}))
    (listed,) = (await server.opened().dashboards.all()).unwrap()
    assert (listed.title, listed.owners, listed.changed_by) == ("", (), None)
    assert listed.changed_at.year == 1970


@pytest.mark.parametrize("title", ODD_TITLES)
async def test_text_in_a_filter_arrives_byte_for_byte(title: str) -> None:
    server = ScriptedSuperset(answer=json_answer({"count": 0, "result": []}))
    await server.opened().databases.tables("1", title)
    assert asked_for(server.requests[0]) == {"schema_name": title}


@pytest.mark.parametrize("title", ODD_TITLES)
async def test_text_in_a_parameter_arrives_byte_for_byte(title: str) -> None:
    server = ScriptedSuperset(answer=json_answer({"columns": [{"name": "a", "type": "INT"}]}))
    await server.opened().databases.columns("1", "main", title)
    query = parse_qs(server.requests[0].url.query.decode("ascii"), keep_blank_values=True)
    assert query == {"name": [title], "schema": ["main"]}


@pytest.mark.parametrize(
    ("title", "wire"), [("C++", b"C%2B%2B"), ("50%", b"50%25"), ("a#b?c", b"a%23b%3Fc")]
)
async def test_signs_are_encoded_once(title: str, wire: bytes) -> None:
    server = ScriptedSuperset(answer=json_answer({"count": 0, "result": []}))
    await server.opened().databases.tables("1", title)
    assert wire in server.requests[0].url.raw_path
    assert b"%25" + wire[-2:] not in server.requests[0].url.raw_path


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["col", "opr", "value", "page_size"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(json_values)
def test_superset_reads_what_was_meant(value: object) -> None:
    assert prison.loads(rison(value)) == value  # type: ignore[arg-type]  # as drawn
