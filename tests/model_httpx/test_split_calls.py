"""Calls come out as they were meant, however a server splits and labels them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.model_httpx.accumulator import CallAccumulator

Call: TypeAlias = tuple[str, Mapping[str, object]]
Deltas: TypeAlias = Iterator[list[Mapping[str, object]]]

NAMES = ("search_dashboards", "delete_dashboard", "list_environments")
CALLS = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.dictionaries(
            st.text(max_size=3), st.text(max_size=6) | st.just({"{}": "{"}), max_size=2
        ),
    ),
    min_size=1,
    max_size=3,
)
CUTS = st.lists(st.integers(0, 40), max_size=4)


def proposed(deltas: Deltas) -> list[Call]:
    accumulator, ids = CallAccumulator(), count()
    for delta in deltas:
        accumulator.feed(delta)
    calls = accumulator.calls(lambda: str(next(ids)), is_cut_off=False)
    assert [call.problem for call in calls] == [None] * len(calls)
    return [(call.tool_name, call.arguments or {}) for call in calls]


def pieces(call: Call, cuts: Sequence[int]) -> list[str]:
    text = json.dumps(call[1], ensure_ascii=False)
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    return [text[start:end] for start, end in pairwise(places)]


def as_openai(calls: Sequence[Call], cuts: Sequence[int]) -> Deltas:
    for at, call in enumerate(calls):
        yield [{"index": at, "id": f"c{at}", "function": {"name": call[0], "arguments": ""}}]
        for piece in pieces(call, cuts):
            yield [{"index": at, "function": {"arguments": piece}}]


def with_an_empty_object_first(calls: Sequence[Call], cuts: Sequence[int]) -> Deltas:
    for at, call in enumerate(calls):
        yield [{"index": at, "id": f"c{at}", "function": {"name": call[0], "arguments": "{}"}}]
        yield [{"index": at, "function": {"arguments": "".join(pieces(call, cuts))}}]


def with_one_id_for_all(calls: Sequence[Call], cuts: Sequence[int]) -> Deltas:
    for at, call in enumerate(calls):
        yield [{"index": at, "id": "call", "function": {"name": call[0], "arguments": ""}}]
        for piece in pieces(call, cuts):
            yield [{"index": at, "id": "call", "function": {"arguments": piece}}]


def with_ids_and_index_0(calls: Sequence[Call], cuts: Sequence[int]) -> Deltas:
    for at, call in enumerate(calls):
        for piece in ["", *pieces(call, cuts)]:
            function = {"name": call[0], "arguments": piece}
            yield [{"index": 0, "id": f"c{at}", "function": function}]


def side_by_side(calls: Sequence[Call], cuts: Sequence[int]) -> Deltas:
    yield [{"id": f"c{at}", "function": {"name": call[0]}} for at, call in enumerate(calls)]
    for number in range(len(cuts) + 1):
        for at, call in enumerate(calls):
            yield [{"index": at, "function": {"arguments": pieces(call, cuts)[number]}}]


def whole_and_without_labels(calls: Sequence[Call], cuts: Sequence[int]) -> Deltas:
    for call in calls:
        yield [{"function": {"name": call[0], "arguments": "".join(pieces(call, cuts))}}]


@pytest.mark.parametrize(
    "style",
    [
        as_openai,
        with_an_empty_object_first,
        with_one_id_for_all,
        with_ids_and_index_0,
        side_by_side,
        whole_and_without_labels,
    ],
)
@given(calls=CALLS, cuts=CUTS)
def test_calls_are_what_was_meant(
    style: Callable[[Sequence[Call], Sequence[int]], Deltas], calls: list[Call], cuts: list[int]
) -> None:
    assert proposed(style(calls, cuts)) == calls


def test_one_id_for_two_calls_never_mixes_their_arguments() -> None:
    """Else a deletion would take the arguments of a search."""
    search = {"index": 0, "id": "call", "function": {"name": "search_dashboards"}}
    delete = {"index": 1, "id": "call", "function": {"name": "delete_dashboard"}}
    first = {"index": 0, "function": {"arguments": '{"query": "1"}'}}
    second = {"index": 1, "function": {"arguments": '{"dashboard_id": "2"}'}}

    calls = proposed(iter([[search], [first], [delete], [second]]))

    assert calls == [
        ("search_dashboards", {"query": "1"}),
        ("delete_dashboard", {"dashboard_id": "2"}),
    ]
