"""The gallery that is committed shows every state that there is, in both languages."""

import re

from states.gallery import FOLDER, INDEX, index, pictures
from states.looking import LANGUAGES, STATES

LIMIT_BYTES = 6_000_000


def test_its_page_names_exactly_the_pictures_that_exist() -> None:
    named = re.findall(r'src="gallery/([^"]+)"', INDEX.read_text("utf-8"))
    assert sorted(named) == sorted(file.name for file in FOLDER.iterdir())


def test_every_state_is_in_it_in_both_languages() -> None:
    there = {file.name for file in FOLDER.iterdir()}
    assert {f"{state.name}-{language}.webp" for state in STATES for language in LANGUAGES} <= there
    assert {each.file(language) for each in pictures() for language in LANGUAGES} == there


def test_its_page_is_the_one_that_is_generated() -> None:
    assert INDEX.read_text("utf-8") == index(), "make pictures"


def test_it_is_small_enough_to_be_cloned() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= LIMIT_BYTES
