"""What needs no question: search, SQL, tables, and choices for what was not understood."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import Visitors
from e2e.serving import Serving

pytestmark = [pytest.mark.superset, pytest.mark.browser]

BY_STATUS = (
    "run select status, count(*) as orders, round(sum(revenue)) as revenue from orders"
    " group by status order by revenue desc on the retail database on ss-dev"
)


def test_dashboards_are_found_in_russian(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "viewer", "ru").open()
    turn = chat.ask("найди дашборды про выручку")
    link = turn.get_by_role("link", name="Выручка по магазинам").first
    expect(link).to_be_visible()
    expect(turn).not_to_contain_text("Customers")
    chat.looks_right("search")


def test_sql_is_run_sorted_and_downloaded(
    visit: Visitors, assistant: Serving, tmp_path: Path
) -> None:
    chat = visit(assistant, "analyst").open()
    turn = chat.ask(BY_STATUS)
    table = turn.get_by_role("group", name="Result").get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(["status", "orders", "revenue"])
    chat.looks_right("results")

    table.get_by_role("button", name="status").click()
    names = table.locator("tbody td:first-child")
    statuses = names.all_inner_texts()
    assert statuses == sorted(statuses)
    assert len(statuses) > 1
    table.get_by_role("button", name="status").click()
    expect(names).to_have_text(statuses[::-1])

    with chat.page.expect_download() as download:
        chat.button("result.csv").click()
    file = tmp_path / "result.csv"
    download.value.save_as(file)
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert sorted(row["status"] for row in rows) == statuses
    assert all(int(row["orders"]) > 0 for row in rows)


def test_tables_are_explored(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant, "analyst", "ru").open()
    turn = chat.ask("покажи таблицы в базе retail")
    for table in ("orders", "customers", "products", "stores"):
        expect(turn).to_contain_text(table)
    chat.looks_right("tables")


def test_a_choice_fills_the_composer_and_sends_nothing(visit: Visitors, assistant: Serving) -> None:
    chat = visit(assistant).open()
    turn = chat.ask("give John access to dashboard 12")
    choice = turn.locator("button.ask").first
    expect(choice).to_be_visible()
    expect(turn).to_contain_text("not a language model")
    chat.looks_right("choices")
    prompt = str(choice.get_attribute("data-ask"))
    sent: list[str] = []
    chat.page.on("request", lambda request: sent.append(request.method))
    choice.click()
    expect(chat.composer).to_have_value(prompt)
    expect(chat.composer).to_be_focused()
    expect(chat.turns).to_have_count(1)
    assert "POST" not in sent
