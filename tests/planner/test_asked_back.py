"""Sentences of a second review: what is understood, and what is only asked back."""

from typing import Any

import pytest

from planner.asking import WRITES, Person

ROWS = {"sql": "SELECT * FROM orders", "database_id": "1"}


@pytest.mark.parametrize(
    ("prompt", "tool", "arguments"),
    [
        ("customers dashboard", "search_dashboards", {"query": "customers"}),
        ("Sales dashboards", "search_dashboards", {"query": "Sales"}),
        ("дашборд customers", "search_dashboards", {"query": "customers"}),
        ("charts that don't work", "get_health_summary", {}),
        ("charts that don’t work", "get_health_summary", {}),
        ("графики, которые не работают", "get_health_summary", {}),
        ("первые 5 строк таблицы orders", "superset_execute_sql", {**ROWS, "limit": 5}),
        ("покажи первые 10 строк orders", "superset_execute_sql", {**ROWS, "limit": 10}),
        ("first 5 rows of orders", "superset_execute_sql", {**ROWS, "limit": 5}),
        ("show 10 rows of the orders table", "superset_execute_sql", {**ROWS, "limit": 10}),
        ("создай ветку новая-ветка", "create_branch", {"name": "новая-ветка"}),
        ("создай ветку релиз/2 от main", "create_branch", {"name": "релиз/2", "from": "main"}),
        ("branch off main as x", "create_branch", {"name": "x", "from": "main"}),
        ("branch off main as fix/1", "create_branch", {"name": "fix/1", "from": "main"}),
        ("create a branch x off main", "create_branch", {"name": "x", "from": "main"}),
    ],
)
async def test_is_understood(prompt: str, tool: str, arguments: dict[str, Any]) -> None:
    answer = await Person().asks(prompt)
    assert (answer.tool, answer.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    ("prompt", "sentence", "tool"),
    [
        ("задеплой Customers на прод", "задеплой дашборд «Customers» на прод", "deploy_dashboard"),
        ("deploy Customers to prod", "deploy dashboard “Customers” to prod", "deploy_dashboard"),
        (
            "выкати Sales overview на прод",
            "выкати дашборд «Sales overview» на прод",
            "deploy_dashboard",
        ),
        ("back up Sales overview", "back up dashboard “Sales overview”", "run_backup"),
        ("удали Customers", "удали дашборд «Customers»", "delete_dashboard"),
        ("delet dashboard Customers", "delete dashboard Customers", "delete_dashboard"),
        ("delet dashboard 7", "delete dashboard 7", "delete_dashboard"),
        ("проверь Customers", "проверь дашборд «Customers»", "run_llm_validation"),
    ],
)
async def test_an_uncertain_reading_is_asked_back(prompt: str, sentence: str, tool: str) -> None:
    """Nothing is called; the sentence that is offered is surely understood."""
    answer = await Person().asks(prompt)
    assert answer.call is None
    assert sentence in [offered for _, offered in answer.links]
    assert (await Person().asks(sentence)).tool == tool


@pytest.mark.parametrize(
    "prompt",
    [
        "don't delete Customers",
        "I deleted dashboard “X”",
        "deleted dashboard Customers",
        "удалил дашборд Customers",
        "не удаляй Customers",
        "who deleted Customers?",
        "delete Customers?",
        "deploy the weather to prod",
    ],
)
async def test_what_is_no_order_is_not_offered_as_one(prompt: str) -> None:
    answer = await Person().asks(prompt)
    assert answer.tool not in WRITES
    assert [
        offered for _, offered in answer.links if "Customers" in offered or "X" in offered
    ] == []


@pytest.mark.parametrize("table", ["a.b.c", "orders;drop", "orders--", "заказы", "(select"])
async def test_rows_are_asked_of_plain_names_alone(table: str) -> None:
    answer = await Person().asks(f"first 5 rows of table {table}")
    sql = answer.arguments.get("sql", "") if answer.call else ""
    assert set(sql) <= set("SELECT *FROM abcdefghijklmnopqrstuvwxyz_.")


@pytest.mark.parametrize("prompt", ["sing", "удолил Customers", "x" * 500, "A " * 60, "« »"])
async def test_odd_sentences_are_offered_no_search(prompt: str) -> None:
    answer = await Person().asks(prompt)
    assert answer.call is None
    assert [offered for _, offered in answer.links if prompt in offered] == []
