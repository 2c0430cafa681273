"""What an undo is called, and what it answers."""

import pytest

from domain.confirmation import Verdict
from domain.texts import Language
from turns.undo_world import DEPLOY, deployed, undo, world
from turns.world import only


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Undo: Deploy a dashboard on ss-prod"),
        ("ru", "Отменить сделанное: Развёртывание дашборда на ss-prod"),
    ],
)
async def test_the_wish_to_undo_stands_in_the_conversation_in_words(
    language: Language, message: str
) -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    await undo(here, action, here.session(language=language))
    turns = await here.container.turns().of_conversation(str(here.conversation_id))
    assert turns[-1].message == message


async def test_a_refused_undo_says_so_to_whoever_reads_the_answer_alone() -> None:
    here = world([DEPLOY], "Done.")
    action = await deployed(here)
    await undo(here, action)
    events = await here.decide(Verdict.DENY)
    assert only(events, "done")["text"] == "You refused this call; nothing ran."
