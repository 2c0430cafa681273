"""The rule about thoughts, however a stream cuts them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.model_httpx.reasoning import SpokenText

CASES = [
    ("<think>the user wrote `</think>` in SQL</think>Answer", "Answer"),
    ("<think>a</think>x<think>b</think>y", "xy"),
    ("<think>a</think>\n\nAnswer", "Answer"),
    ("<THINK>a</Think>b", "b"),
    ("<thinking>a</thinking>b", "b"),
    ("no thoughts at all", "no thoughts at all"),
    ("a < b and <thin> air", "a < b and <thin> air"),
    ("thoughts that never began</think>Answer", "thoughts that never beganAnswer"),
    ("<think>never ends", ""),
    ("write `<think>` like that", "write `<think>` like that"),
    ("ends with <thi", "ends with <thi"),
    ("`<think>hidden</think>`", "``"),
]


def spoken(pieces: list[str]) -> str:
    text = SpokenText()
    return "".join([*map(text.feed, pieces), text.finish()])


@pytest.mark.parametrize(("text", "shown"), CASES)
def test_l19_the_rule(text: str, shown: str) -> None:
    assert spoken([text]) == shown


@pytest.mark.parametrize(("text", "shown"), CASES)
def test_l19_the_rule_letter_by_letter(text: str, shown: str) -> None:
    assert spoken(list(text)) == shown


@given(
    st.lists(
        st.sampled_from(["<think>", "</think>", "`", "<", "a", "</thi", "nk>", " "]), max_size=12
    ),
    st.lists(st.integers(0, 60), max_size=6),
)
def test_cuts_do_not_matter(words: list[str], cuts: list[int]) -> None:
    text = "".join(words)
    borders = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[start:end] for start, end in pairwise(borders)]

    assert spoken(pieces) == spoken([text])
