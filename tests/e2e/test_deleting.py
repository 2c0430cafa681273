"""A deletion and its card: approved, denied, reloaded, killed, interrupted, in two tabs."""

import time

import pytest
from playwright.sync_api import expect

from e2e.conftest import Superset, Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]


def test_approved_after_the_countdown_it_is_gone(
    visit: Visitors, assistant: Serving, superset: Superset
) -> None:
    superset.dashboard("Лишний дашборд")
    chat = visit(assistant, "admin", "ru").open()
    card = chat.delete("Лишний дашборд")
    began = time.monotonic()
    expect(card).to_contain_text("ss-dev")
    plan = card.get_by_role("region", name="Что произойдёт")
    expect(plan).to_contain_text("Лишний дашборд")
    approve = chat.button("confirm.approve_delete", card)
    expect(approve).to_be_disabled()
    expect(approve).to_have_text("Удалить(10)")
    expect(chat.button("confirm.deny", card)).to_be_focused()
    chat.looks_right("confirmation")
    expect(approve).to_have_text("Удалить", timeout=15_000)
    assert 9 < time.monotonic() - began < 20
    assert "Лишний дашборд" in superset.titles
    chat.approve()
    turn = chat.turns.last
    chat.is_over(turn)
    expect(turn).to_contain_text("Резервная копия")
    expect(chat.card).to_have_count(0)
    chat.looks_right("deleted")
    assert "Лишний дашборд" not in superset.titles
    kept = [file.stem for file in (assistant.data_dir / "backups").iterdir()]
    assert any(name in turn.inner_html() for name in kept)


def test_denied_nothing_changes(visit: Visitors, assistant: Serving, superset: Superset) -> None:
    superset.dashboard("Summer campaign 2024")
    before = superset.titles
    chat = visit(assistant).open()
    card = chat.delete("Summer campaign 2024")
    chat.looks_right("confirmation")
    card.get_by_label("Reason").fill("Still in use")
    chat.button("confirm.deny", card).click()
    turn = chat.turns.last
    expect(turn).to_contain_text("The operation was cancelled.")
    expect(turn).to_contain_text("Still in use")
    chat.is_in("idle")
    chat.looks_right("denied")
    assert superset.titles == before


def test_reloaded_the_card_still_waits(
    visit: Visitors, assistant: Serving, superset: Superset
) -> None:
    superset.dashboard("Reloaded")
    chat = visit(assistant).open()
    chat.delete("Reloaded")
    chat.page.reload()
    expect(chat.card).to_contain_text("Reloaded")
    chat.approve()
    chat.is_over(chat.turns.last)
    assert "Reloaded" not in superset.titles


def test_killed_and_started_again_the_card_is_decided(
    visit: Visitors, assistant: Serving, superset: Superset
) -> None:
    superset.dashboard("Outlives a kill")
    chat = visit(assistant).open()
    chat.watch.allow("ERR_CONNECTION_REFUSED")
    chat.delete("Outlives a kill")
    assistant.kill()
    assistant.start()
    chat.approve()
    chat.is_over(chat.turns.last)
    assert "Outlives a kill" not in superset.titles
    chat.page.reload()
    expect(chat.turns).to_have_count(1)
    expect(chat.turns.last).to_contain_text("Outlives a kill")
    expect(chat.card).to_have_count(0)


def test_a_message_cancels_what_waits_and_is_sent(
    visit: Visitors, assistant: Serving, superset: Superset
) -> None:
    superset.dashboard("Asked too early")
    chat = visit(assistant, "admin", "ru").open()
    chat.watch.allow("status of 409")
    chat.delete("Asked too early")
    chat.composer.fill("какие есть окружения?")
    chat.composer.press("Enter")
    chat.looks_right("blocked")
    expect(chat.turns).to_have_count(1)
    chat.button("blocked.cancel_and_send").click()
    expect(chat.turns).to_have_count(2)
    chat.is_over(chat.turns.last)
    expect(chat.turns.first).to_contain_text("Отменено")
    expect(chat.turns.last).to_contain_text("ss-prod")
    assert "Asked too early" in superset.titles


def test_a_second_tab_has_the_same_conversation(
    visit: Visitors, assistant: Serving, superset: Superset
) -> None:
    superset.dashboard("In two tabs")
    first = visit(assistant).open()
    first.delete("In two tabs")
    second = visit.second_tab(first)
    expect(second.card).to_contain_text("In two tabs")
    second.button("confirm.deny", second.card).click()
    second.is_in("idle")
    # Headless, both tabs count as the one in front, so coming back to one has to be said.
    first.page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(first.card).to_have_count(0)
    expect(first.turns.last).to_contain_text("The operation was cancelled.")
    assert "In two tabs" in superset.titles
