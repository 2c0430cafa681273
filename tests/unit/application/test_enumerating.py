"""What happens is said; what does not is not counted out as zero."""

import pytest

from application.toolkit.enumerating import counted, happening, in_a_row, named
from domain.texts import Language, Text, text
from tool_surroundings import TEXTS

CHART = ("chart", "Revenue")


def said(what: Text | str, language: Language = "en") -> str:
    return what if isinstance(what, str) else TEXTS.say(what, language)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "chart “Revenue” is created, 4 objects are changed"),
        ("ru", "создаётся график «Revenue», меняются 4 объекта"),
    ],
)
def test_few_are_named_and_many_are_counted(language: Language, sentence: str) -> None:
    once, often, never = [CHART], [CHART] * 4, list[tuple[str, str]]()
    parts = (("created", once), ("changed", often), ("leaving", never))
    assert said(happening(parts), language) == sentence


def test_every_part_can_be_said_in_both_languages() -> None:
    for what in ("created", "changed", "leaving", "restored", "deleted"):
        for objects in ([CHART], [CHART] * 2, [CHART] * 5):
            for language in ("en", "ru"):
                sentence = said(happening(((what, objects),)), language)
                assert ("Revenue" in sentence) == (len(objects) < 4)
                assert ("5" in sentence) == (len(objects) == 5)


def test_nothing_is_nothing() -> None:
    assert (in_a_row([]), named([]), counted([("migration-count-equal", 0)])) == (
        None,
        "none",
        "none",
    )


def test_counts_of_zero_are_left_out() -> None:
    counts = (("migration-count-moved", 2), ("migration-count-equal", 0))
    assert said(counted(counts)) == TEXTS.say(text("migration-count-moved", count=2), "en")
