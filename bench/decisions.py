"""
How long one decision takes, in microseconds.

    python bench/decisions.py

Without SQL: the offered tools, the permission and the three axes of one call. With SQL: the same
and the judge, inline, on a SELECT of 40 lines. Aims: 50 and 1000.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from catalogue_file import load_declarations  # noqa: E402  # its folder is on the path only now
from domain.pipeline import check_permission, offered_tools  # noqa: E402  # likewise
from domain.risk import assess, risk_of_call  # noqa: E402  # likewise
from domain.roles import parse_role  # noqa: E402  # likewise
from domain.sql import is_quick, judge_sql  # noqa: E402  # likewise
from domain.tiers import environment_of_call, tier_of  # noqa: E402  # likewise

RUNS = 2_000
WARM_UP = 200
TOOLS = load_declarations()
SELECT_OF_40_LINES = """\
SELECT
    c.region,
    p.category,
    s.name AS store,
    date_trunc('month', o.ordered_at) AS month,
    COUNT(*) AS orders,
    COUNT(DISTINCT o.customer_id) AS customers,
    SUM(o.quantity * o.unit_price) AS revenue,
    SUM(o.quantity * o.unit_price * (1 - o.discount)) AS net_revenue,
    AVG(o.quantity * o.unit_price) AS average_order,
    SUM(CASE WHEN o.status = 'returned' THEN 1 ELSE 0 END) AS returned,
    SUM(CASE WHEN o.channel = 'online' THEN o.quantity ELSE 0 END) AS online,
    MIN(o.ordered_at) AS first_order,
    MAX(o.ordered_at) AS last_order,
    ROW_NUMBER() OVER (
        PARTITION BY c.region
        ORDER BY SUM(o.quantity * o.unit_price) DESC
    ) AS place
FROM orders AS o
JOIN customers AS c
    ON c.id = o.customer_id
JOIN products AS p
    ON p.id = o.product_id
LEFT JOIN stores AS s
    ON s.id = o.store_id
WHERE o.ordered_at >= '2025-01-01'
    AND o.ordered_at < '2026-01-01'
    AND c.country IN ('DE', 'FR', 'PL', 'ES')
    AND p.category <> 'gift cards'
    AND (o.status = 'paid' OR o.status = 'returned')
    AND s.opened_at IS NOT NULL
GROUP BY
    c.region,
    p.category,
    s.name,
    date_trunc('month', o.ordered_at)
HAVING COUNT(*) > 10
    AND SUM(o.quantity * o.unit_price) > 1000
ORDER BY revenue DESC, month
LIMIT 100
"""


def decide_without_sql() -> None:
    role = parse_role("admin")
    offered_tools(TOOLS.values(), role, "dashboard")
    place = environment_of_call("ss-prod", "ss-dev", None)
    arguments = {"dashboard_id": "1", "target_env": "ss-prod"}
    declaration = TOOLS["deploy_dashboard"]
    risk = risk_of_call(declaration, arguments, None)
    check_permission(TOOLS, declaration.name, role, risk)
    env_id = place.env_id if place else None
    assess(declaration, arguments, None, role, env_id, tier_of(env_id or "", None))


def decide_with_sql() -> None:
    role = parse_role("analyst")
    offered_tools(TOOLS.values(), role, "dataset")
    if not is_quick(SELECT_OF_40_LINES):
        raise SystemExit("the query is no longer judged inline")
    verdict = judge_sql(SELECT_OF_40_LINES, "postgres")
    arguments = {"database_id": "1", "sql": SELECT_OF_40_LINES}
    declaration = TOOLS["superset_execute_sql"]
    risk = risk_of_call(declaration, arguments, verdict)
    check_permission(TOOLS, declaration.name, role, risk)
    found = assess(declaration, arguments, verdict, role, "ss-dev", tier_of("ss-dev", None))
    if not found.permission_granted:
        raise SystemExit("the query is no longer a read")


def measure(decide: Callable[[], None]) -> tuple[float, float]:
    """The median and the 99th percentile, in microseconds."""
    for _ in range(WARM_UP):
        decide()
    taken: list[float] = []
    for _ in range(RUNS):
        before = time.perf_counter_ns()
        decide()
        taken.append((time.perf_counter_ns() - before) / 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=100)[98]


def main() -> None:
    print(f"{'decision':<24}{'p50 µs':>10}{'p99 µs':>10}{'aim µs':>10}")
    for name, decide, aim in (
        ("without SQL", decide_without_sql, 50),
        ("with a 40-line SELECT", decide_with_sql, 1000),
    ):
        p50, p99 = measure(decide)
        print(f"{name:<24}{p50:>10.1f}{p99:>10.1f}{aim:>10}")


if __name__ == "__main__":
    main()
