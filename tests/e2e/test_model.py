"""With a language model: what it may not do, and stopping it."""

import pytest
from playwright.sync_api import expect

from e2e.chat import Language
from e2e.conftest import Superset, Visitors
from e2e.serving import Serving
from model_server import ModelServer

pytestmark = [pytest.mark.superset, pytest.mark.browser]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_analyst_is_refused_what_the_model_proposes(
    visit: Visitors, modelled: Serving, superset: Superset, language: Language
) -> None:
    title = f"Not for analysts, {language}"
    number = superset.dashboard(title)
    chat = visit(modelled, "analyst", language).open()
    turn = chat.ask(f"delete {number}")
    denied = turn.locator("article[data-tone=permission_denied]")
    expect(denied).to_contain_text(chat.text("denied.title"))
    expect(denied).to_contain_text(chat.text("role.analyst"))
    expect(denied.get_by_role("button")).to_have_text([chat.text("denied.close")])
    expect(chat.card).to_have_count(0)
    chat.looks_right("not-allowed")
    chat.button("denied.close", denied).click()
    expect(denied).to_have_count(0)
    expect(turn.locator(".closed")).to_be_visible()
    assert title in superset.titles


def test_an_answer_is_stopped(visit: Visitors, modelled: Serving, model: ModelServer) -> None:
    model.left.clear()
    chat = visit(modelled).open()
    turn = chat.send("speak")
    expect(turn.locator(".markdown")).to_contain_text("word word")
    chat.is_in("streaming")
    chat.looks_right("streaming")
    chat.button("composer.stop").click()
    expect(turn).to_contain_text("Stopped.")
    chat.is_in("idle")
    assert model.left.wait(10)
    said = turn.locator(".markdown").inner_text()
    chat.looks_right("stopped")
    chat.page.reload()
    expect(chat.turns.last.locator(".markdown")).to_have_text(said)
    chat.ask("hello")
    expect(chat.turns.last).to_contain_text("Hello.")
