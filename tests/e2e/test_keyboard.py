"""From sign-in to approval without a mouse; Esc; and an input method that composes."""

import pytest
from playwright.sync_api import Locator, expect

from adapters.demo_supersets.supersets import SupersetCopy
from e2e.chat import Chat
from e2e.conftest import Superset, Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]

UNKNOWN_YET = r"status of 401 .*/api/auth/session"
# More than any page has that can be reached.
PATIENCE = 60


def tab_to(chat: Chat, wanted: Locator, key: str = "Tab") -> None:
    """Press it until the wanted thing has the focus, which must be seen on each thing before."""
    for _ in range(PATIENCE):
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
        chat.page.keyboard.press(key)
        assert chat.page.evaluate(
            "document.activeElement === document.body || "
            "document.activeElement.matches(':focus-visible')"
        )
    raise AssertionError(f"the keyboard does not reach {wanted}")


def type_into(chat: Chat, field: Locator, text: str) -> None:
    tab_to(chat, field)
    chat.page.keyboard.type(text)


def test_from_sign_in_to_approval_with_the_keyboard_alone(
    visit: Visitors, assistant: Serving, superset: Superset, superset_copy: SupersetCopy
) -> None:
    superset.dashboard("By keyboard")
    account = superset_copy.environment.accounts["admin"]
    chat = visit.stranger(assistant)
    chat.watch.allow(UNKNOWN_YET)
    chat.page.goto(f"{assistant.address}/agent")
    type_into(chat, chat.page.get_by_label(chat.text("signin.environment")), "ss-dev")
    type_into(chat, chat.page.get_by_label(chat.text("signin.username")), account.username)
    type_into(chat, chat.page.get_by_label(chat.text("signin.password")), account.password)
    chat.page.keyboard.press("Enter")
    expect(chat.who).to_be_visible()

    skip = chat.page.get_by_role("link", name=chat.text("nav.skip"))
    tab_to(chat, skip)
    chat.page.keyboard.press("Enter")
    expect(chat.environment).to_have_value("ss-dev")
    type_into(chat, chat.composer, 'delete dashboard "By keyboard"')
    expect(chat.button("composer.send")).to_be_enabled(timeout=30_000)
    chat.page.keyboard.press("Enter")

    chat.is_in("awaiting_confirmation")
    deny, approve = (
        chat.button(key, chat.card) for key in ("confirm.deny", "confirm.approve_delete")
    )
    expect(deny).to_be_focused()
    expect(approve).to_be_disabled()
    reason = chat.card.get_by_label("Reason")
    tab_to(chat, reason, "Shift+Tab")
    chat.page.keyboard.type("No longer needed")
    expect(approve).to_be_enabled(timeout=15_000)
    tab_to(chat, approve)
    assert "By keyboard" in superset.titles
    chat.page.keyboard.press("Enter")
    chat.is_over(chat.turns.last)
    assert "By keyboard" not in superset.titles


def test_escape_stops_the_answer(visit: Visitors, modelled: Serving) -> None:
    chat = visit(modelled).open()
    expect(chat.environment).to_have_value("ss-dev")
    type_into(chat, chat.composer, "speak")
    chat.page.keyboard.press("Enter")
    expect(chat.turns.last.locator(".markdown")).to_contain_text("word word")
    expect(chat.composer).to_be_focused()
    chat.page.keyboard.press("Escape")
    expect(chat.turns.last).to_contain_text("Stopped.")
    chat.is_in("idle")


def test_escape_closes_what_was_opened(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant).open()
    type_into(chat, chat.composer, "/")
    commands = chat.page.get_by_role("listbox", name=chat.text("commands.title"))
    expect(commands).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(commands).to_have_count(0)
    expect(chat.composer).to_have_value("/")
    expect(chat.composer).to_be_focused()


def test_enter_belongs_to_an_input_method_that_composes(visit: Visitors, modelled: Serving) -> None:
    chat = visit(modelled).open()
    expect(chat.environment).to_have_value("ss-dev")
    tab_to(chat, chat.composer)
    method = chat.page.context.new_cdp_session(chat.page)
    composed = {"text": "にほん", "selectionStart": 3, "selectionEnd": 3}
    method.send("Input.imeSetComposition", composed)
    expect(chat.composer).to_have_value("にほん")
    # The method itself takes the key; the page hears of it as browsers tell it, with code 229.
    key = {"type": "rawKeyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
    method.send("Input.dispatchKeyEvent", key)
    expect(chat.composer).to_have_value("にほん")
    expect(chat.turns).to_have_count(0)
    method.send("Input.insertText", {"text": "日本"})
    expect(chat.composer).to_have_value("日本")
    chat.page.keyboard.press("Enter")
    expect(chat.turns).to_have_count(1)
    chat.is_over(chat.turns.last)
