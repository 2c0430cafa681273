import json

import pytest

from application.toolkit.model_text import lines_within_limit, on_one_line
from domain.truncation import truncate


@pytest.mark.parametrize(
    "value", ["a\nb", "a\r\nb", {"a": "x\ny"}, ["\n\n"], "\u2028x", "\x85\u2029"]
)
def test_a_value_stays_on_its_line(value: object) -> None:
    written = on_one_line(value)
    assert len(written.splitlines()) == 1
    assert json.loads(written) == value


@pytest.mark.parametrize("length", [1, 50, 599, 5000, 100_000])
@pytest.mark.parametrize("number", [0, 1, 7, 3000])
def test_what_fits_is_never_truncated_again(length: int, number: int) -> None:
    told = lines_within_limit("Head.", ["x" * length] * number)
    assert not truncate(told.text).truncated


def test_what_does_not_fit_is_counted() -> None:
    told = lines_within_limit("Head.", [f"line {n}" for n in range(1000)], limit=200)
    text = told.text
    shown = [line for line in text.splitlines() if line.startswith("line")]
    assert text.splitlines()[-1] == f"... and {1000 - len(shown)} more."
    assert told.truncated


@pytest.mark.parametrize(("length", "is_shorter"), [(600, False), (601, True)])
def test_a_line_that_is_cut_is_told_of_too(*, length: int, is_shorter: bool) -> None:
    told = lines_within_limit("Head.", ["x" * length])
    assert told.truncated == is_shorter
