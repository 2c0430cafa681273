"""What the person was looking at: from the address, from another page, and cleared."""

import re

import pytest
from playwright.sync_api import expect

from e2e.chat import Language
from e2e.conftest import Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]

DEEP_LINK = "/agent?objectType=dashboard&objectId=42&envId=ss-dev"


@pytest.mark.parametrize(
    ("language", "pill", "cleared"),
    [
        ("en", "📋 dashboard #42 · ss-dev", "⚪ No context"),
        ("ru", "📋 Дашборд #42 · ss-dev", "⚪ Контекст не выбран"),
    ],
)
def test_a_deep_link_sets_the_context_and_it_can_be_cleared(
    visit: Visitors, assistant: Serving, language: Language, pill: str, cleared: str
) -> None:
    chat = visit(assistant, "analyst", language).open(DEEP_LINK)
    expect(chat.pill).to_have_text(pill)
    expect(chat.environment).to_have_value("ss-dev")
    expect(chat.turns).to_have_count(0)
    chat.looks_right("context")
    chat.button("context.clear").click()
    expect(chat.pill).to_have_text(cleared)
    expect(chat.page).to_have_url(f"{assistant.address}/agent")


def test_production_is_announced(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "analyst").open("/agent?envId=ss-prod")
    banner = chat.page.get_by_text(chat.text("prod.banner"))
    expect(banner).to_be_visible()
    chat.looks_right("production")
    chat.environment.select_option("ss-dev")
    expect(banner).to_have_count(0)
    chat.environment.select_option("ss-prod")
    expect(banner).to_be_visible()


def test_another_page_asks_the_agent_about_what_it_shows(
    visit: Visitors, assistant: Serving
) -> None:
    chat = visit(assistant, "analyst", "ru").open("/dashboards?env_id=ss-dev")
    expect(chat.page.get_by_text("Sales overview")).to_be_visible(timeout=20_000)
    chat.looks_right("dashboards")
    chat.page.get_by_role("link", name=f"{chat.text('page.ask')}: Sales overview").click()
    expect(chat.pill).to_have_text(re.compile(r"📋 Дашборд #\d+ · ss-dev"))
    expect(chat.turns).to_have_count(0)
