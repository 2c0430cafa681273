"""Two Supersets in memory between which one dashboard moves."""

from adapters.memory.superset.objects import (
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
)
from adapters.memory.superset.server import MemorySuperset
from domain.superset import JsonValue
from tool_surroundings import SHOP

SALES = "11111111-1111-4111-8111-111111111111"
REVENUE = "22222222-2222-4222-8222-222222222222"
REGIONS = "33333333-3333-4333-8333-333333333333"
ORDERS = "44444444-4444-4444-8444-444444444444"
BIG = "55555555-5555-4555-8555-555555555555"
LAYOUT: dict[str, JsonValue] = {
    "ROOT_ID": {"type": "ROOT", "id": "ROOT_ID", "children": ["C1", "C2"]},
    "C1": {"type": "CHART", "id": "C1", "meta": {"uuid": REVENUE, "chartId": 1}},
    "C2": {"type": "CHART", "id": "C2", "meta": {"uuid": REGIONS, "chartId": 2}},
}
METADATA: dict[str, JsonValue] = {
    "refresh_frequency": 60,
    "timed_refresh_immune_slices": [2],
    "chart_configuration": {
        "1": {"id": 1, "crossFilters": {"scope": {"excluded": [2]}, "chartsInScope": [2]}}
    },
    "native_filter_configuration": [
        {
            "id": "F1",
            "name": "Region",
            "scope": {"rootPath": ["ROOT_ID"], "excluded": [1]},
            "targets": [{"datasetUuid": ORDERS, "column": {"name": "region"}}],
        }
    ],
}


def development() -> MemorySuperset:
    return MemorySuperset(
        "ss-dev",
        [
            MemoryDatabase("1", "retail", SHOP),
            MemoryDataset("1", "orders", "1", uuid=ORDERS),
            MemoryChart("1", "Revenue", "1", "SELECT revenue FROM orders", uuid=REVENUE),
            MemoryChart("2", "Regions", "1", "SELECT region FROM orders", uuid=REGIONS),
            MemoryDashboard(
                "1",
                "Sales",
                ("1", "2"),
                tags=("finance",),
                uuid=SALES,
                slug="sales",
                rest={"position": LAYOUT, "metadata": METADATA, "css": ".a {}"},
            ),
        ],
    )


def production() -> MemorySuperset:
    """Empty but for its own connection, and numbers that mean something else."""
    return MemorySuperset(
        "ss-prod",
        [
            MemoryDatabase("7", "retail", SHOP),
            MemoryDataset("1", "customers", "7"),
            MemoryChart("1", "Payroll", "1"),
            MemoryChart("2", "Salaries", "1"),
            MemoryDashboard("1", "Secret payroll", ("1", "2")),
        ],
    )


def stored(server: MemorySuperset, uuid: str = SALES) -> MemoryDashboard:
    (found,) = [each for each in server.dashboards.values() if each.uuid == uuid]
    return found
