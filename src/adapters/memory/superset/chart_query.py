"""
The saved query of a chart in memory: its SQL, in the place of Superset's query context.

What else stands in a query context is kept beside it, because bundles carry it along.
"""

import json
from dataclasses import replace

from adapters.memory.superset.objects import MemoryChart

_OTHERS = "query_context"


def query_of(chart: MemoryChart) -> str:
    """As its file in a bundle holds it."""
    others = chart.rest.get(_OTHERS)
    kept = json.loads(others) if isinstance(others, str) else {}
    own = {"sql": chart.sql, "dropped_filters": list(chart.dropped_filters)}
    return json.dumps({**kept, **own}, ensure_ascii=False)


def with_query(chart: MemoryChart, query_context: str | None) -> MemoryChart:
    """The chart with the query that such a file holds."""
    read = json.loads(query_context or "{}")
    sql, dropped = read.pop("sql", None), read.pop("dropped_filters", [])
    rest = {**chart.rest, _OTHERS: json.dumps(read, ensure_ascii=False)}
    return replace(chart, sql=sql, dropped_filters=tuple(dropped), rest=rest)
