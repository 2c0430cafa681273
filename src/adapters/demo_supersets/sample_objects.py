"""
What the two sample environments hold, as data: datasets, charts and dashboards.

Production looks as if it had been promoted from development some time ago: what both have
carries the same uuid, and production is behind (one chart missing, one older title).
"""

from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID, uuid5

Sample = Literal["dev", "prod"]
Visual = Literal["big_number_total", "pie", "table", "echarts_timeseries_bar"]

DATABASE = "retail"
_NAMESPACE = UUID("5b0b9d0e-6f0c-4c58-9d5c-0d8f6a3a2f11")


def sample_uuid(kind: str, key: str) -> str:
    return str(uuid5(_NAMESPACE, f"{kind}/{key}"))


@dataclass(frozen=True)
class DatasetSpec:
    """Physical when `sql` is absent. `time` is the column that a time axis may use."""

    table: str
    time: str | None = None
    sql: str | None = None


@dataclass(frozen=True)
class Metric:
    aggregate: Literal["SUM", "COUNT", "AVG", "COUNT_DISTINCT"]
    column: str
    label: str


@dataclass(frozen=True)
class ChartSpec:
    key: str
    title: str
    dataset: str
    visual: Visual
    metric: Metric
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class DashboardSpec:
    """`tabs` maps a tab's title to its rows of chart keys; a single unnamed tab means no tabs."""

    slug: str
    title: str
    tabs: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
    tags: tuple[str, ...] = ()
    region_filter_on: str | None = None


_SALES = """\
SELECT o.id AS order_id, o.order_date, o.quantity, o.revenue, o.status,
       p.name AS product, p.category, s.name AS store, s.city, s.region
FROM orders AS o
JOIN products AS p ON p.id = o.product_id
JOIN stores AS s ON s.id = o.store_id"""

_CUSTOMER_ORDERS = """\
SELECT c.id AS customer_id, c.segment, o.order_date, o.revenue
FROM orders AS o
JOIN customers AS c ON c.id = o.customer_id
WHERE o.status = 'completed'"""

DATASETS = (
    DatasetSpec("orders", time="order_date"),
    DatasetSpec("customers", time="joined_on"),
    DatasetSpec("products"),
    DatasetSpec("stores"),
    DatasetSpec("sales", time="order_date", sql=_SALES),
    DatasetSpec("customer_orders", time="order_date", sql=_CUSTOMER_ORDERS),
)

_REVENUE = Metric("SUM", "revenue", "Revenue")
_ORDERS = Metric("COUNT", "id", "Orders")
_BAR: Visual = "echarts_timeseries_bar"

_CHARTS = (
    ChartSpec("total-revenue", "Total revenue", "orders", "big_number_total", _REVENUE),
    ChartSpec("total-orders", "Orders", "orders", "big_number_total", _ORDERS),
    ChartSpec("revenue-by-month", "Revenue by month", "sales", _BAR, _REVENUE, ("order_date",)),
    ChartSpec("revenue-by-region", "Revenue by region", "sales", "pie", _REVENUE, ("region",)),
    ChartSpec("top-products", "Top products", "sales", "table", _REVENUE, ("product", "category")),
    ChartSpec("orders-by-status", "Orders by status", "orders", "pie", _ORDERS, ("status",)),
    ChartSpec(
        "average-order",
        "Average order value by store",
        "sales",
        "table",
        Metric("AVG", "revenue", "Average order"),
        ("store",),
    ),
    ChartSpec(
        "customers-by-segment",
        "Customers by segment",
        "customers",
        "pie",
        Metric("COUNT", "id", "Customers"),
        ("segment",),
    ),
    ChartSpec(
        "revenue-by-segment",
        "Revenue by customer segment",
        "customer_orders",
        "table",
        _REVENUE,
        ("segment",),
    ),
    ChartSpec(
        "active-customers",
        "Active customers by month",
        "customer_orders",
        _BAR,
        Metric("COUNT_DISTINCT", "customer_id", "Customers"),
        ("order_date",),
    ),
    ChartSpec(
        "revenue-by-category",
        "Выручка по категориям",
        "sales",
        "pie",
        Metric("SUM", "revenue", "Выручка"),
        ("category",),
    ),
    ChartSpec(
        "revenue-by-city",
        "Выручка по городам",
        "sales",
        "table",
        Metric("SUM", "revenue", "Выручка"),
        ("city", "region"),
    ),
)

_DASHBOARDS = (
    DashboardSpec(
        "sales-overview",
        "Sales overview",
        (
            (
                "",
                (
                    ("total-revenue", "total-orders"),
                    ("revenue-by-month", "revenue-by-region"),
                    ("top-products",),
                ),
            ),
        ),
        tags=("finance", "sales"),
        region_filter_on="sales",
    ),
    DashboardSpec(
        "customers",
        "Customers",
        (
            (
                "",
                (
                    ("customers-by-segment", "revenue-by-segment"),
                    ("active-customers",),
                ),
            ),
        ),
        tags=("marketing",),
    ),
    DashboardSpec(
        "store-revenue",
        "Выручка по магазинам",
        (("", (("revenue-by-category", "revenue-by-city"), ("average-order",))),),
        tags=("finance",),
    ),
    DashboardSpec(
        "executive",
        "Обзор для руководителя",
        (
            ("Выручка", (("total-revenue", "revenue-by-month"),)),
            ("Заказы", (("orders-by-status",),)),
        ),
    ),
)

_ONLY_IN_DEV = "active-customers"
_OLDER_TITLE = ("average-order", "Average check")
_BROKEN_IN_DEV = ("orders-by-status", "order_status")


def charts(sample: Sample) -> tuple[ChartSpec, ...]:
    """Twelve in dev, of which one names a column that does not exist; eleven in prod."""
    return tuple(
        _as_in(sample, chart) for chart in _CHARTS if sample == "dev" or chart.key != _ONLY_IN_DEV
    )


def dashboards(sample: Sample) -> tuple[DashboardSpec, ...]:
    """The same four; a chart that the sample lacks is left out of their layout."""
    known = {chart.key for chart in charts(sample)}
    return tuple(_with_known(dashboard, known) for dashboard in _DASHBOARDS)


def _as_in(sample: Sample, chart: ChartSpec) -> ChartSpec:
    key, odd = _BROKEN_IN_DEV if sample == "dev" else _OLDER_TITLE
    if chart.key != key:
        return chart
    return replace(chart, by=(odd,)) if sample == "dev" else replace(chart, title=odd)


def _with_known(dashboard: DashboardSpec, known: set[str]) -> DashboardSpec:
    return replace(
        dashboard,
        tabs=tuple((title, _known_rows(rows, known)) for title, rows in dashboard.tabs),
    )


def _known_rows(rows: tuple[tuple[str, ...], ...], known: set[str]) -> tuple[tuple[str, ...], ...]:
    kept = (tuple(key for key in row if key in known) for row in rows)
    return tuple(row for row in kept if row)
