"""Brings the page into a state, and looks at it as people do: light, dark, wide, narrow."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Literal

from playwright.sync_api import Browser, Page, Playwright, ViewportSize

from e2e.chat import ARGUMENTS, AXE, CHROMIUM, Language
from states import calls, cards, chats, pages
from states.ordinary import NOW
from states.stage import SCENE_HEADER, Answer, Playing, Stage
from states.telling import Scene, State, Words

STATES: Final = (*chats.STATES, *calls.STATES, *cards.STATES, *pages.STATES)
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")
WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
NARROW: Final[ViewportSize] = {"width": 360, "height": 720}
# A zoom of 200 % leaves a window of 1280 x 800 half of its CSS pixels.
ZOOMED: Final[ViewportSize] = {"width": 640, "height": 400}
_FRESH = "localStorage.clear(); sessionStorage.clear();"
# A chart is drawn anew some frames after its colours and its width have changed.
_DRAWN = (
    """() => new Promise((done) => setTimeout(done, document.querySelector('figure') ? 200 : 0))"""
)
_VIOLATIONS = """async (rules) => {
  const only = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const options = { ...only, resultTypes: ['violations'], preload: false };
  return (await axe.run(options)).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html + ' ' + node.failureSummary)}`
  );
}"""
# What may be wider than the screen, such as a table, scrolls in a frame of its own.
_TOO_WIDE = """() => ['html', 'body', 'main', '[role=log]', 'article', 'footer'].filter((name) =>
  [...document.querySelectorAll(name)].some(({ scrollWidth, clientWidth }) =>
    clientWidth > 0 && scrollWidth > clientWidth + 1)
)"""


def launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


@dataclass
class Looker:
    """One tab of somebody before a stage; states are looked at in turn."""

    page: Page
    stage: Stage
    language: Language

    def look(self, state: State) -> Page:
        """The page in that state, wide and light."""
        scene = state.scene(Words(self.language))
        key = f"{state.name}-{self.language}"
        self.stage.scenes[key] = _playing(scene)
        shown(self.page, "light", WIDE)
        self.page.set_extra_http_headers({SCENE_HEADER: key, "Accept-Language": self.language})
        self.page.clock.install(time=NOW)
        self.page.goto(self.stage.address + scene.path)
        if scene.acts:
            scene.acts(self.page)
        self.page.locator(scene.until).first.wait_for()
        return self.page


@contextmanager
def looker(browser: Browser, stage: Stage, language: Language) -> Iterator[Looker]:
    """Somebody who reads that language."""
    context = browser.new_context(
        locale={"en": "en-GB", "ru": "ru-RU"}[language],
        timezone_id="UTC",
        viewport=WIDE,
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    context.add_init_script(path=AXE)
    context.add_init_script(_FRESH)
    yield Looker(context.new_page(), stage, language)
    context.close()


def _playing(scene: Scene) -> Playing:
    answers = {
        route: (given,) if isinstance(given, Answer) else given
        for route, given in scene.answers.items()
    }
    return Playing(answers, scene.role)


def shown(page: Page, theme: Literal["light", "dark"], size: ViewportSize) -> None:
    """The same state in another light, on another screen."""
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(size)
    page.evaluate(_DRAWN)


def faults(page: Page) -> list[str]:
    """What axe finds in both themes and widths, and whether the page scrolls sideways."""
    found: list[str] = []
    for theme, size, rules in (
        ("light", WIDE, None),
        ("dark", WIDE, ["color-contrast"]),
        ("dark", NARROW, None),
        ("light", NARROW, ["color-contrast"]),
    ):
        shown(page, theme, size)  # type: ignore[arg-type]
        where = f"{theme} {size['width']}"
        found += [f"{where}: {each}" for each in page.evaluate(_VIOLATIONS, rules)]
        found += [f"{where}: {each} scrolls sideways" for each in page.evaluate(_TOO_WIDE)]
    shown(page, "light", ZOOMED)
    found += [f"zoomed: {each} scrolls sideways" for each in page.evaluate(_TOO_WIDE)]
    return found


def picture(page: Page, quality: int = 40) -> bytes:
    """WebP, which Chromium writes itself and Playwright does not offer; without the caret."""
    page.evaluate("document.documentElement.style.caretColor = 'transparent'")
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    session.detach()
    return base64.b64decode(taken["data"])
