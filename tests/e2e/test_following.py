"""The list follows what grows at its end, for a person who is at its end."""

import time

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Superset, Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]

_LIST = "document.querySelector('[role=log]')"
_IS_AT_END = f"{_LIST}.scrollHeight - {_LIST}.scrollTop - {_LIST}.clientHeight <= 64"


def until(page: Page, holds: str) -> None:
    """Wait for an expression; the page's policy forbids it to poll one by itself."""
    give_up = time.monotonic() + 15
    while not page.evaluate(holds):
        assert time.monotonic() < give_up, holds
        page.wait_for_timeout(50)


def grown(page: Page, by: int = 300) -> None:
    """Wait until the list is taller by some pixels."""
    height = page.evaluate(f"{_LIST}.scrollHeight")
    until(page, f"{_LIST}.scrollHeight > {height + by}")


def test_a_reader_above_is_left_alone(visit: Visitors, modelled: Serving) -> None:
    """V10."""
    chat = visit(modelled).open()
    page = chat.page
    chat.send("list")
    until(page, f"{_LIST}.scrollTop > 600")
    assert page.evaluate(_IS_AT_END)

    chat.page.get_by_role("log").hover()
    page.mouse.wheel(0, -300)
    expect(chat.button("list.to_end")).to_be_visible()
    grown(page)  # the wheel's own movement has ended by then
    place = page.evaluate(f"{_LIST}.scrollTop")
    grown(page)
    assert page.evaluate(f"{_LIST}.scrollTop") == place

    page.mouse.wheel(0, 100_000)
    expect(chat.button("list.to_end")).to_have_count(0)
    grown(page)
    assert page.evaluate(_IS_AT_END)

    page.set_viewport_size({"width": 900, "height": 500})
    grown(page)
    assert page.evaluate(_IS_AT_END)
    chat.button("composer.stop").click()
    chat.is_in("idle")


def test_a_question_below_is_announced(
    visit: Visitors, modelled: Serving, superset: Superset
) -> None:
    """V10: who reads above learns that something waits for them, and is led there."""
    number = superset.dashboard("Asked below")
    chat = visit(modelled).open()
    turn = chat.send("list")
    until(chat.page, f"{_LIST}.scrollHeight > 2000")
    chat.button("composer.stop").click()
    chat.is_over(turn)
    chat.send(f"delete {number}")
    chat.is_in("awaiting_confirmation")
    chat.page.get_by_role("log").hover()
    chat.page.mouse.wheel(0, -100_000)
    hint = chat.page.get_by_role("button", name=chat.text("list.confirmation_below"))
    expect(hint).to_be_visible()
    hint.click()
    expect(hint).to_have_count(0)
    expect(chat.card).to_be_in_viewport()
