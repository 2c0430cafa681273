"""What a person does on a page to bring it into a state."""

from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import Page

Act: TypeAlias = Callable[[Page], None]

# A message is not sent while its conversation is being opened or answered.
_READY = (
    "section.chat:not([data-state=streaming]) [role=log][aria-busy=false] .column > :not(.skeleton)"
)


def written(text: str) -> Act:
    """Somebody writes into the message field."""

    def act(page: Page) -> None:
        page.locator("textarea").first.fill(text)

    return act


def sent(text: str) -> Act:
    """Somebody sends a message."""

    def act(page: Page) -> None:
        page.locator(_READY).first.wait_for()
        field = page.locator("form:has(textarea) textarea").last
        field.fill(text)
        field.press("Enter")

    return act


def pressed(selector: str) -> Act:
    def act(page: Page) -> None:
        page.locator(selector).first.click()

    return act
