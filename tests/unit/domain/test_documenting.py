from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from domain.descriptions import DescribedChart, DescribedColumn, DescribedDataset
from domain.documenting import draft_of_chart, draft_of_dataset
from domain.superset import ChartSummary, Named

COLUMN = DescribedColumn("1", "region", "VARCHAR", None, is_time=False, expression=None)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


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
