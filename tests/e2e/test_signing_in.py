"""Sign-in links, who is signed in, and the language of the page."""

import re

import pytest
from playwright.sync_api import expect

from e2e.conftest import Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]

UNKNOWN_YET = r"status of 401 .*/api/auth/session"


def test_a_link_signs_in_once_and_its_code_leaves_the_address(
    visit: Visitors, assistant: Serving
) -> None:
    link = assistant.link("viewer")
    chat = visit.stranger(assistant, "ru")
    chat.page.goto(link)
    expect(chat.who).to_contain_text("наблюдатель")
    expect(chat.page).to_have_url(f"{assistant.address}/agent")
    assert "signin" not in chat.page.evaluate("JSON.stringify(localStorage) + location.href")
    chat.looks_right("begin")

    second = visit.stranger(assistant, "ru")
    second.watch.allow(UNKNOWN_YET)
    second.page.goto(link)
    expect(second.page.get_by_role("alert")).to_contain_text("уже использована")
    expect(second.page).to_have_url(f"{assistant.address}/agent")
    second.looks_right("sign-in")


def test_who_signs_out_is_asked_to_sign_in(visit: Visitors, assistant: Serving) -> None:
    chat = visit.stranger(assistant)
    chat.watch.allow(UNKNOWN_YET)
    chat.page.goto(assistant.link("analyst"))
    chat.button("session.sign_out").click()
    expect(chat.page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    chat.page.reload()
    expect(chat.page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    expect(chat.who).to_have_count(0)


def test_the_language_is_changed_at_once_and_kept(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "analyst").open()
    expect(chat.who).to_contain_text("analyst")
    chat.page.get_by_role("button", name="Русский").click()
    chat.language = "ru"
    expect(chat.who).to_contain_text("аналитик")
    expect(chat.page.locator("html")).to_have_attribute("lang", "ru")
    expect(chat.page.get_by_role("heading", name="Что сделаем в Superset?")).to_be_visible()
    expect(chat.page.locator("ul.examples button").first).to_have_text(re.compile("[а-я]{3}"))
    chat.page.reload()
    expect(chat.who).to_contain_text("аналитик")
    chat.looks_right("language")


@pytest.mark.parametrize("path", ["/agent", "/dashboards", "/datasets"])
def test_the_role_stands_on_every_page(visit: Visitors, assistant: Serving, path: str) -> None:
    chat = visit(assistant, "analyst").open(path)
    expect(chat.who.get_by_title("Your role")).to_have_text("analyst")
    expect(chat.who.get_by_title("Your role")).to_be_in_viewport()


def test_an_unknown_page_says_so_and_leads_back(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "analyst")
    chat.watch.allow("Not found: /agent/nowhere")
    chat.open("/agent/nowhere")
    expect(chat.who).to_contain_text("analyst")
    expect(chat.page.get_by_role("alert")).to_contain_text("There is no such page")
    chat.looks_right("unknown-page")
    chat.page.get_by_role("link", name="To the assistant").click()
    expect(chat.composer).to_be_visible()
