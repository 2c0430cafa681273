"""Numbers over time and by category are drawn; the library comes only with the first drawing."""

import gzip
import re

import pytest
from playwright.sync_api import Locator, Response, expect

from e2e.chat import Language
from e2e.conftest import Superset, Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]

BY_MONTH = (
    "run select strftime('%Y-%m', order_date) as month, count(*) as orders,"
    " round(sum(revenue), 2) as revenue from orders group by 1 order by 1"
    " on the retail database on ss-dev"
)
BY_STATUS = (
    "run select status, count(*) as orders from orders group by 1 on the retail database on ss-dev"
)
FIRST_LOAD = 200_000
# What ECharts calls a thing of its own; Superset has types of charts that are called "echarts_…".
LIBRARY = b"__ec_inner"


def _words(figure: Locator) -> list[str]:
    return [text.replace("\xa0", " ") for text in figure.locator("svg text").all_text_contents()]


@pytest.mark.parametrize(
    ("language", "ticks", "month"),
    [
        ("en", {"2025", "Feb", "Dec"}, "Feb 2025"),
        ("ru", {"2025", "февр.", "дек."}, "февр. 2025 г."),
    ],
)
def test_a_series_in_time_is_drawn_and_stays_a_table(
    visit: Visitors, assistant: Serving, language: Language, ticks: set[str], month: str
) -> None:
    chat = visit(assistant, "analyst", language).open()
    turn = chat.ask(BY_MONTH)
    figure = turn.get_by_role("figure")
    # Orders and money are not of one size, so each has its own axis.
    expect(figure.locator("svg")).to_have_count(2)
    assert ticks <= set(_words(figure))
    expect(figure.locator("figcaption")).to_contain_text(month)
    chat.looks_right("chart")

    views = turn.get_by_role("group", name=chat.text("result.view"))
    table = views.get_by_role("button", name=chat.text("result.view.table"))
    expect(table).to_have_attribute("aria-pressed", "false")
    table.press("Enter")
    cells = turn.get_by_role("table").locator("tbody tr").nth(1).get_by_role("cell")
    expect(cells.nth(0)).to_have_text(month)
    expect(cells.nth(0)).to_have_attribute("title", "2025-02")
    expect(cells.nth(2)).to_have_text(re.compile({"en": r"\d,\d", "ru": r"\d\s\d"}[language]))
    expect(cells.nth(2)).to_have_css("text-align", "end")
    chat.looks_right("series")


def test_bars_are_asked_for_and_follow_the_theme(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "analyst").open()
    turn = chat.ask(BY_STATUS)
    expect(turn.get_by_role("table")).to_be_visible()
    chat.button("result.view.chart", turn).click()
    figure = turn.get_by_role("figure")
    expect(figure.locator("svg")).to_be_visible()
    assert {"completed", "returned", "cancelled"} <= set(_words(figure))
    bar = figure.locator("svg path[fill^='rgb']").first
    colours = {str(bar.get_attribute("fill"))}
    chat.button("theme.system").click()
    chat.button("theme.light").click()
    expect(bar).not_to_have_attribute("fill", colours.pop())
    chat.looks_right("bars-dark")


def test_the_page_loads_little_and_no_charts(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "analyst")
    scripts: list[Response] = []
    chat.page.on(
        "response",
        lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None,
    )
    chat.open()
    chat.page.wait_for_load_state("networkidle")
    bodies = [script.body() for script in scripts]
    assert bodies
    assert sum(len(gzip.compress(body)) for body in bodies) <= FIRST_LOAD
    assert not any(LIBRARY in body for body in bodies)
    turn = chat.ask(BY_MONTH)
    expect(turn.get_by_role("figure").locator("svg").first).to_be_visible()
    assert any(LIBRARY in script.body() for script in scripts[len(bodies) :])


def test_what_was_undone_says_so_everywhere(
    visit: Visitors, assistant: Serving, superset: Superset
) -> None:
    superset.dashboard("Deleted by mistake")
    chat = visit(assistant).open()
    chat.delete("Deleted by mistake")
    chat.approve()
    deletion = chat.turns.last
    chat.is_over(deletion)
    assert "Deleted by mistake" not in superset.titles
    other = visit.second_tab(chat)
    undo = chat.button("undo.button", deletion)
    expect(other.button("undo.button")).to_be_visible()
    undo.click()
    chat.is_in("awaiting_confirmation")
    chat.button("confirm.approve", chat.card).click()
    chat.is_over(chat.turns.last)
    assert "Deleted by mistake" in superset.titles
    for tab in (chat, other):
        if tab is other:
            tab.page.bring_to_front()
            tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(tab.page.get_by_text(tab.text("undo.done"), exact=True)).to_be_visible()
        expect(tab.button("undo.button")).to_have_count(0)
    chat.page.reload()
    expect(chat.page.get_by_text(chat.text("undo.done"), exact=True)).to_be_visible()
    expect(chat.button("undo.button")).to_have_count(0)
    chat.looks_right("undone")
