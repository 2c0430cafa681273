"""The page as a person uses it: one tab, with everything watched that must not happen."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from kills.running import REPOSITORY

Language: TypeAlias = Literal["en", "ru"]

FRONTEND = REPOSITORY / "frontend"
AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ANSWER_MS = 30_000
_VIOLATIONS = """async () => (await axe.run()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html + ' ' + node.failureSummary)}`
)"""


def messages(language: Language) -> dict[str, Any]:
    """The page's own texts."""
    text = (FRONTEND / "messages" / f"{language}.json").read_text(encoding="utf-8")
    catalogue: dict[str, Any] = json.loads(text)
    return catalogue


@dataclass
class Watch:
    """
    What a browser context did that no test wants: errors, policy violations, foreign hosts.

    Args:
        address: the only origin that may be asked.
        allowed: what a test expects, such as the status of a refusal that it provokes.

    """

    address: str
    allowed: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.seen.append(str(error.error)))
        context.on("request", self._follow)

    def allow(self, *patterns: str) -> None:
        self.allowed.extend(patterns)

    @property
    def faults(self) -> list[str]:
        return [
            each for each in self.seen if not any(re.search(known, each) for known in self.allowed)
        ]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "assert"}:
            self.seen.append(f"{message.text} ({message.location['url']})")

    def _follow(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "blob:", "data:")):
            self.seen.append(f"asked a foreign host: {request.url}")


@dataclass
class Chat:
    """One tab on `/agent`."""

    page: Page
    watch: Watch
    language: Language
    pictures: Path

    def text(self, key: str, **params: str) -> str:
        """A text of the page in its language."""
        return str(messages(self.language)[key]).format(**params)

    def open(self, path: str = "/agent") -> "Chat":
        """Load a page of the service and wait until it knows who this is."""
        self.page.goto(self.watch.address + path)
        expect(self.who).to_be_visible()
        return self

    @property
    def who(self) -> Locator:
        return self.page.get_by_test_id("who")

    @property
    def composer(self) -> Locator:
        return self.page.get_by_label(self.text("composer.label"))

    @property
    def environment(self) -> Locator:
        return self.page.get_by_label(self.text("env.label"))

    @property
    def pill(self) -> Locator:
        return self.page.get_by_test_id("context-pill")

    @property
    def turns(self) -> Locator:
        return self.page.locator("section.turn")

    @property
    def card(self) -> Locator:
        """The confirmation that waits."""
        return self.page.locator("article.card[data-open=true]")

    def button(self, key: str, within: Locator | None = None) -> Locator:
        place = self.page if within is None else within
        return place.get_by_role("button", name=self.text(key))

    def is_in(self, state: str) -> None:
        """Wait until the screen model says so."""
        chat = self.page.locator("section.chat")
        expect(chat).to_have_attribute("data-state", state, timeout=ANSWER_MS)

    def send(self, message: str) -> Locator:
        """Type and press Enter; the turn that begins."""
        before = self.turns.count()
        expect(self.environment).not_to_have_value("")
        self.composer.fill(message)
        expect(self.button("composer.send")).to_be_enabled(timeout=ANSWER_MS)
        self.composer.press("Enter")
        expect(self.turns).to_have_count(before + 1)
        return self.turns.nth(before)

    def ask(self, message: str) -> Locator:
        """Send it and wait until its turn is over."""
        turn = self.send(message)
        self.is_over(turn)
        return turn

    def is_over(self, turn: Locator) -> None:
        expect(turn.locator("li.facts")).to_be_visible(timeout=ANSWER_MS)

    def delete(self, title: str) -> Locator:
        """Ask to delete a dashboard; its card."""
        order = {
            "en": f'delete dashboard "{title}" on ss-dev',
            "ru": f"удали дашборд «{title}» на ss-dev",
        }
        self.send(order[self.language])
        self.is_in("awaiting_confirmation")
        expect(self.card).to_be_visible()
        return self.card

    def approve(self) -> None:
        """Wait until the countdown opens approval, and give it."""
        button = self.button("confirm.approve_delete", self.card)
        expect(button).to_be_enabled(timeout=15_000)
        button.click()

    def looks_right(self, state: str) -> None:
        """Axe finds nothing; a picture of the state is kept."""
        violations = self.page.evaluate(_VIOLATIONS)
        self.page.screenshot(path=self.pictures / f"{state}-{self.language}.png")
        assert not violations, "\n".join([state, *violations])
