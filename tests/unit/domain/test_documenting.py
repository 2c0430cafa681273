from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.documenting import draft_of_chart, draft_of_column, draft_of_dataset, words_of
from domain.superset import ChartSummary, Named

COLUMN = DescribedColumn("1", "region", "VARCHAR", None, is_time=False, expression=None)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("order_id", ["order", "id"]),
        ("orderDate", ["order", "date"]),
        ("Код товара", ["код", "товара"]),
        ("__", []),
    ],
)
def test_words_of_a_name(name: str, expected: list[str]) -> None:
    assert words_of(name) == expected


@pytest.mark.parametrize(
    ("name", "kind", "key", "words"),
    [
        ("order_id", "INT", "doc-column-id", "order"),
        ("id", "INT", "doc-column-id", "row"),
        ("revenue", "FLOAT", "doc-column-amount", "revenue"),
        ("quantity", "BIGINT", "doc-column-count", "quantity"),
        ("area", "REAL", "doc-column-number", "area"),
        ("is_active", "INT", "doc-column-flag", "active"),
        ("paid", "BOOLEAN", "doc-column-flag", "paid"),
        ("joined_on", "TIMESTAMP", "doc-column-time", "joined on"),
        ("note", "VARCHAR", "doc-column-text", "note"),
    ],
)
def test_column_by_name_and_type(name: str, kind: str, key: str, words: str) -> None:
    draft = draft_of_column(replace(COLUMN, name=name, type=kind), [])
    assert (draft.key, draft.params["words"]) == (key, words)


def test_few_values_are_examples() -> None:
    draft = draft_of_column(COLUMN, ["South", "North", None, "South", "East", "West"])
    assert draft.params["examples"] == "East, North, South"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("email", ["a@b.c"]),
        ("customer_name", ["Ann", "Bob"]),
        ("телефон", ["+7"]),
        ("contact", ["ann@example.com"]),
        ("note", ["x" * 31]),
        ("note", [f"note {number}" for number in range(13)]),
        ("note", ["", "  "]),
    ],
)
def test_values_that_may_be_of_people_stay_out(name: str, values: list[str]) -> None:
    draft = draft_of_column(replace(COLUMN, name=name), values)
    assert draft.key == "doc-column-text"
    assert not any(value and value in str(draft.params) for value in map(str.strip, values))


def test_virtual_dataset_names_its_tables_and_users() -> None:
    sql = 'SELECT * FROM orders AS o JOIN "shop"."stores" s ON 1 JOIN orders x ON 1'
    dataset = DescribedDataset("1", "u", "sales", sql, None, NOON, (COLUMN,))
    chart = ChartSummary("1", "u", "Revenue", "pie", "1", (Named("7", "Sales overview"),))
    draft = draft_of_dataset(dataset, [chart])
    assert draft.key == "doc-dataset-virtual"
    assert draft.params["columns"] == "region"
    assert str(draft.params["tables"]).startswith("orders, ")
    usage: Any = draft.params["usage"]
    assert usage.params == {"charts": 1, "dashboards": "Sales overview"}


def test_chart_says_what_it_shows() -> None:
    form: dict[str, Any] = {
        "metrics": [{"label": "Revenue"}, "count"],
        "x_axis": "order_date",
        "groupby": [],
    }
    chart = DescribedChart("1", "u", "C", "echarts_timeseries_bar", None, NOON, form)
    draft = draft_of_chart(chart, "sales")
    assert draft.params == {
        "kind": "timeseries bar",
        "measures": "Revenue, count",
        "by": "order_date",
        "dataset": "sales",
    }
    empty = draft_of_chart(replace(chart, form={"metrics": 7}), "sales")
    assert (empty.key, empty.params["shown"]) == ("doc-chart", "C")
