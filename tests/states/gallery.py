"""
Takes a picture of every state of the page in both languages, and writes the page that shows them.

Run as `make pictures`, which fails where axe finds something or the page scrolls sideways; with
names of states, as `python -m states.gallery begin`, only their pictures are taken anew.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page, ViewportSize, sync_playwright

from e2e.chat import Language
from kills.running import REPOSITORY
from states import calls, cards, chats, pages
from states.looking import LANGUAGES, NARROW, STATES, WIDE, faults, launched, looker, picture, shown
from states.ordinary import ordinary
from states.stage import Stage
from states.telling import State

FOLDER: Final = REPOSITORY / "docs" / "gallery"
INDEX: Final = REPOSITORY / "docs" / "gallery.md"
_AS_IT_IS = ""
_LOOKS: Final[Mapping[str, tuple[Literal["light", "dark"], ViewportSize]]] = {
    "-dark": ("dark", WIDE),
    "-narrow": ("light", NARROW),
    "-narrow-dark": ("dark", NARROW),
}
# What shows most of the colours and of the layout is shown in every look.
_IN_EVERY_LOOK = (
    "begin",
    "answered",
    "chart",
    "result",
    "card-countdown",
    "not-allowed",
    "risks",
    "tasks",
)
_GROUPS = {
    "The chat": chats.STATES,
    "Calls and results": calls.STATES,
    "Confirmations": cards.STATES,
    "The other pages": pages.STATES,
}
_ABOUT = """\
# Gallery

Every state of the page in English and Russian. The pictures and this page are made by
`make pictures` from recorded answers of the service (`tests/states`); in each state axe finds
nothing, in both themes, at 1280 and at 360 pixels.
"""


@dataclass(frozen=True, slots=True)
class Picture:
    state: State
    look: str

    def file(self, language: Language) -> str:
        return f"{self.state.name}{self.look}-{language}.webp"


def pictures(states: Sequence[State] = STATES) -> Iterator[Picture]:
    """In the order of the index."""
    for state in states:
        yield Picture(state, _AS_IT_IS)
        if state.name in _IN_EVERY_LOOK:
            yield from (Picture(state, look) for look in _LOOKS)


def index() -> str:
    """The page as it is committed."""
    parts = [_ABOUT]
    for title, states in _GROUPS.items():
        parts.append(f"\n## {title}\n")
        for state, taken in groupby(pictures(states), key=lambda each: each.state):
            parts.append(f"\n### {state.title}\n\n")
            parts.extend(_row(each) for each in taken)
    return "".join(parts)


def _row(taken: Picture) -> str:
    width = 240 if "narrow" in taken.look else 440
    said = {"en": "in English", "ru": "in Russian"}
    looks = taken.look.replace("-", " ").strip()
    images = (
        f'<img src="gallery/{taken.file(language)}" width="{width}" '
        f'alt="{" ".join(filter(None, (taken.state.title, looks, said[language])))}">'
        for language in LANGUAGES
    )
    return f"{' '.join(images)}\n"


def take(folder: Path, states: Sequence[State]) -> list[str]:
    """Take the pictures of these states; what stands against each."""
    found: list[str] = []
    with Stage(ordinary()) as stage, sync_playwright() as playwright:
        browser = launched(playwright)
        for language in LANGUAGES:
            with looker(browser, stage, language) as person:
                for state in states:
                    page = person.look(state)
                    _take(page, state, language, folder)
                    found += [f"{state.name} in {language}: {each}" for each in faults(page)]
        browser.close()
    return found


def _take(page: Page, state: State, language: Language, folder: Path) -> None:
    for each in pictures([state]):
        if each.look:
            shown(page, *_LOOKS[each.look])
        (folder / each.file(language)).write_bytes(picture(page))


def main() -> None:
    """Make the gallery anew, or the named part of it."""
    names = sys.argv[1:]
    FOLDER.mkdir(exist_ok=True)
    for old in () if names else FOLDER.iterdir():
        old.unlink()
    found = take(FOLDER, [state for state in STATES if not names or state.name in names])
    INDEX.write_text(index(), encoding="utf-8")
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
