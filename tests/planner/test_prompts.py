"""What the assistant makes of the prompt sets."""

from collections import Counter

import pytest

from planner.asking import WRITES, Answer, Wish, wishes

SETS = list(wishes())
TO_ACT = [wish for wish in SETS if wish.tool is not None]
NOT_TO_ACT = [wish for wish in SETS if wish.tool is None]
TO_WRITE = [wish for wish in TO_ACT if wish.tool in WRITES]
AT_LEAST_RIGHT = 0.93


def judge(wish: Wish, answer: Answer) -> str:
    if answer.tool is None:
        return "abstained"
    right = answer.tool == wish.tool and wish.arguments.items() <= answer.arguments.items()
    return "right" if right else "wrong"


@pytest.mark.parametrize("wish", NOT_TO_ACT, ids=lambda wish: f"{wish.id}-{wish.kind}")
async def test_traps_opposites_and_foreign_wishes_call_nothing(wish: Wish) -> None:
    answer = await wish.person.asks(wish.prompt)

    assert answer.call is None, wish.prompt
    assert answer.text


@pytest.mark.parametrize("wish", TO_ACT, ids=lambda wish: f"{wish.id}-{wish.tool}")
async def test_no_other_tool_is_taken_for_the_one_meant(wish: Wish) -> None:
    assert judge(wish, await wish.person.asks(wish.prompt)) != "wrong", wish.prompt


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_nearly_all_wishes_are_understood(language: str) -> None:
    counts = Counter(
        [
            judge(wish, await wish.person.asks(wish.prompt))
            for wish in TO_ACT
            if wish.language == language
        ]
    )
    print(f"{language}: {dict(counts)}, and {len(NOT_TO_ACT)} wishes that call nothing")

    assert counts["right"] >= AT_LEAST_RIGHT * counts.total()


def test_every_tool_is_asked_for_in_both_languages() -> None:
    asked = {(wish.tool, wish.language) for wish in TO_ACT}

    assert {tool for tool, _ in asked} >= WRITES
    assert len(asked) == 2 * 22


_SPOILERS = {
    "en": ("banana", "don't", "never", "why", "yesterday I", "if possible", "who told you to"),
    "ru": ("банан", "не", "никогда не", "зачем", "вчера я", "если получится", "кто велел"),
}


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_word_too_many_stops_every_write(language: str) -> None:
    """A write is proposed only when each word is understood."""
    taken = []
    for wish in TO_WRITE:
        if wish.language != language:
            continue
        for spoiler in _SPOILERS[wish.language]:
            answer = await wish.person.asks(f"{spoiler} {wish.prompt}")
            taken += [(spoiler, wish.prompt, answer.tool)] if answer.tool in WRITES else []

    assert taken == []


@pytest.mark.parametrize("wish", TO_WRITE, ids=lambda wish: wish.id)
async def test_a_question_is_no_order(wish: Wish) -> None:
    if any(word in wish.prompt.lower() for word in ("please", "пожалуйста", "could", "можешь")):
        return
    answer = await wish.person.asks(f"{wish.prompt.rstrip('.!?')}?")

    assert answer.tool not in WRITES
