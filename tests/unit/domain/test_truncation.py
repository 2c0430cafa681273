import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.truncation import RESULT_LIMIT, truncate

ROWS = json.dumps([{"id": n, "name": f"row {n}"} for n in range(10_000)])


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert truncate("a" * RESULT_LIMIT).text == "a" * RESULT_LIMIT
    assert not truncate("a" * RESULT_LIMIT).truncated
    assert truncate("a" * (RESULT_LIMIT + 1)).truncated


def test_a_list_shows_its_count_and_five_items() -> None:
    lines = truncate(ROWS).text.split("\n")
    assert lines[0] == "Found 10000 items:"
    assert lines[1:6] == [f' - {{"id": {n}, "name": "row {n}"}}' for n in range(5)]
    assert lines[6:] == [" + 9995 more."]


def test_items_are_shortened_so_that_the_whole_fits() -> None:
    text = truncate(json.dumps(["a" * 50_000] * 7 + ["short"])).text
    assert len(text) == RESULT_LIMIT
    lines = text.split("\n")
    assert lines[0] == "Found 8 items:"
    assert [line[:4] for line in lines[1:6]] == [' - "'] * 5
    assert all(line.endswith("...") for line in lines[1:6])
    assert lines[6] == " + 3 more."


def test_short_items_stay_whole_beside_long_ones() -> None:
    text = truncate(json.dumps(["a" * 50_000, "short", {"n": 1}])).text
    assert text.endswith('\n - "short"\n - {"n": 1}')
    assert len(text) == RESULT_LIMIT


def test_a_first_element_too_large_is_shortened_not_dropped() -> None:
    """E17: never presented as no rows."""
    text = truncate(json.dumps([{"blob": "x" * 50_000}])).text
    assert text.startswith('Found 1 items:\n - {"blob": "xxx')
    assert text.endswith("...")
    assert "more" not in text
    assert len(text) == RESULT_LIMIT


def test_an_object_shows_its_keys_and_a_sample() -> None:
    text = truncate(json.dumps({"columns": ["a", "b"], "rows": list(range(5_000))})).text
    start = 'Result keys: columns, rows. Values: columns: ["a", "b"], rows: [0, 1, 2, '
    assert text.startswith(start)
    assert text.endswith("...")
    assert len(text) <= RESULT_LIMIT


def test_one_large_value_is_cut_and_the_keys_stay() -> None:
    """E17."""
    text = truncate(json.dumps({"log": "x" * 50_000, "state": "done"})).text
    assert text.startswith("Result keys: log, state. Values: ")
    assert 'state: "done"' in text
    assert len(text) <= RESULT_LIMIT


def test_very_many_keys_leave_room_for_values() -> None:
    text = truncate(json.dumps({f"key_{n}": n for n in range(5_000)})).text
    assert "Values: key_0: 0, key_1: 1" in text
    assert len(text) <= RESULT_LIMIT


def test_text_ends_with_its_last_whole_sentence() -> None:
    sentence = "Это предложение. "
    text = truncate(sentence * 1000).text
    assert text.endswith("предложение....")
    assert len(text) > RESULT_LIMIT - len(sentence) - 3
    assert truncate("One. Two! Three is long", 16).text == "One. Two!..."
    assert truncate("「いい」。長い長い長い長い", 9).text == "「いい」。..."


def test_a_line_end_ends_a_sentence() -> None:
    assert truncate("first line\nsecond line", 18).text == "first line..."


def test_a_dot_inside_a_number_ends_nothing() -> None:
    assert truncate("The value is 3.14159265", 18).text == "The value is 3...."


def test_text_without_a_sentence_is_cut_at_the_limit() -> None:
    assert truncate("a" * 5000).text == "a" * (RESULT_LIMIT - 3) + "..."


@pytest.mark.parametrize("text", ["[1, 2" + "x" * 5000, '{"a": ' + "1" * 5000, "[" * 100_000])
def test_what_only_looks_like_json_is_text(text: str) -> None:
    found = truncate(text).text
    assert len(found) <= RESULT_LIMIT
    assert found.startswith(text[:5])


def test_an_emoji_at_the_limit_is_not_halved() -> None:
    """E16."""
    text = truncate("a" * 3999 + "🎉🎉").text
    assert len(text) <= RESULT_LIMIT
    text.encode()


def test_halves_of_a_pair_are_joined_or_replaced() -> None:
    """E16: json.loads lets a lone half through."""
    assert truncate(json.loads(r'"a\ud83d"')).text == "a\ufffd"
    assert truncate("\ud83c\udf89").text == "🎉"
    text = truncate(r'["\ud83d", "' + "a" * 5000 + '"]').text
    assert "\ufffd" in text
    text.encode()


@pytest.mark.parametrize("room", range(20, 40))
def test_a_cut_leaves_no_half_of_an_escape(room: int) -> None:
    r"""E16: an escaped pair is kept whole or dropped whole, also in text that is no JSON."""
    found = truncate(r"text \ud83c\udf89\ud83c\udf89\ud83c\udf89 and more of it", room).text
    assert found.endswith("...")
    assert found[:-3] in {
        r"text ",
        r"text \ud83c\udf89",
        r"text \ud83c\udf89\ud83c\udf89",
    }


def test_an_escaped_backslash_is_no_half() -> None:
    assert truncate("abc" + "\\" * 20, 10).text == "abc" + "\\" * 4 + "..."
    assert truncate("abcd" + "\\" * 20, 10).text == "abcd" + "\\" * 2 + "..."


@pytest.mark.parametrize("limit", [4000, 10, 3, 0])
@pytest.mark.parametrize(
    "text",
    [
        "Some text. " * 1000,
        ROWS,
        json.dumps({"value": "x" * 50_000}),
        "[" * 900 + "1" * 5000 + "]" * 900,
        json.dumps({"a": {"b": {"c": ["x" * 5000]}}}),
        json.dumps(["x" * 5000, 1]),
    ],
)
def test_no_limit_is_exceeded(text: str, limit: int) -> None:
    """E17."""
    found = truncate(text, limit)
    assert found.truncated
    assert len(found.text) <= limit


TEXTS = (
    st.text(st.characters())
    | st.text(st.sampled_from("a. \n\\ud83c\"'[]{},:1🎉\ud83d\udf89"))
    | st.recursive(
        st.text(st.characters()) | st.integers() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).map(json.dumps)
)


@given(TEXTS, st.integers(min_value=0, max_value=80))
@example('{"":""}' + " " * 80, 27)
def test_the_limit_holds_and_the_text_can_be_sent(text: str, limit: int) -> None:
    found = truncate(text, limit)
    assert len(found.text) <= limit
    found.text.encode()
    assert found.truncated or len(text) >= len(found.text)
