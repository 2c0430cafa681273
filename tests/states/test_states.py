"""
Axe finds nothing in any state of any page, in both themes and widths; nothing scrolls sideways.

In Russian, whose words are the longer ones; `make pictures` holds it in English, too.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue

import pytest
from playwright.sync_api import Error, Page, sync_playwright

from states.looking import STATES, faults, launched, looker
from states.ordinary import ordinary
from states.stage import Playing, Stage, tells
from states.telling import Scene, State

pytestmark = pytest.mark.browser

# Of the two cores of a small machine.
BROWSERS = 2
_BROKEN = """() => {
  const [heading, cell] = document.querySelectorAll('main h1, main td');
  heading.innerHTML += '<img src="/favicon.svg">';
  cell.style.color = 'light-dark(#ddd, #333)';
  document.querySelector('main table').parentElement.style.minWidth = '1000px';
}"""


@pytest.fixture(scope="module")
def found(request: pytest.FixtureRequest) -> Iterator[dict[str, "Future[list[str]]"]]:
    """What stands against each state that is to be tested, found by browsers side by side."""
    chosen = {item.callspec.id for item in request.session.items if _is_of_a_state(item)}  # type: ignore[attr-defined]
    answers: dict[str, Future[list[str]]] = {state.name: Future() for state in STATES}
    left: SimpleQueue[State] = SimpleQueue()
    for state in STATES:
        if state.name in chosen:
            left.put(state)
    with Stage(ordinary()) as stage, ThreadPoolExecutor(BROWSERS) as threads:
        over = [threads.submit(_look, stage, left, answers) for _ in range(BROWSERS)]
        yield answers
        for each in over:
            each.result()


def _is_of_a_state(item: pytest.Item) -> bool:
    return item.originalname == "test_a_state_is_for_everyone"  # type: ignore[attr-defined,no-any-return]


def _look(
    stage: Stage, left: "SimpleQueue[State]", answers: dict[str, "Future[list[str]]"]
) -> None:
    """In a thread of its own: playwright's loop runs in it."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        with looker(browser, stage, "ru") as person:
            while True:
                try:
                    state = left.get_nowait()
                except Empty:
                    break
                try:
                    answers[state.name].set_result(faults(person.look(state)))
                except Error as unreached:
                    answers[state.name].set_exception(unreached)
        browser.close()


@pytest.mark.parametrize("name", [state.name for state in STATES])
def test_a_state_is_for_everyone(name: str, found: dict[str, "Future[list[str]]"]) -> None:
    assert found[name].result(timeout=100) == []


def _break(page: Page) -> None:
    page.locator("main td").first.wait_for()
    page.evaluate(_BROKEN)


def test_no_name_stands_for_two_states() -> None:
    assert len({state.name for state in STATES}) == len(STATES)


def test_what_is_not_for_everyone_is_found() -> None:
    """The looking itself: a picture without words, pale text, and a line that is too long."""
    state = State(
        "broken",
        "A page that is not for everyone",
        lambda _: Scene("/audit", "main img", acts=_break),
    )
    said: list[str] = []

    def look() -> None:
        with (
            Stage(ordinary()) as stage,
            sync_playwright() as playwright,
            looker(launched(playwright), stage, "en") as person,
        ):
            said.extend(faults(person.look(state)))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join(60)
    for fault in (
        "light 1280: image-alt",
        "dark 360: image-alt",
        "light 1280: color-contrast",
        "dark 1280: color-contrast",
        "dark 360: main scrolls sideways",
        "zoomed: main scrolls sideways",
    ):
        assert any(each.startswith(fault) for each in said), (fault, said)


def test_the_stage_says_what_a_scene_says_one_after_another() -> None:
    """The answers of a scene come in order, and its last one stays."""
    first, second = tells(1), tells(2)
    playing = Playing({"GET /api/x": (first, second)}, "admin")
    assert [playing.answer("GET /api/x") for _ in range(3)] == [first, second, second]
    assert playing.answer("GET /api/y") is None
