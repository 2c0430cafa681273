"""What a real Superset is given by the suites: layouts, reports and tokens."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import jwt


def layout(charts: Sequence[str]) -> dict[str, Any]:
    """A dashboard's position_json: one row of charts."""
    root, row = "ROOT_ID", "ROW-1"
    nodes: dict[str, Any] = {
        "DASHBOARD_VERSION_KEY": "v2",
        root: {"type": "ROOT", "id": root, "children": ["GRID_ID"]},
        "GRID_ID": {"type": "GRID", "id": "GRID_ID", "children": [row], "parents": [root]},
        row: {
            "type": "ROW",
            "id": row,
            "children": [f"CHART-{chart}" for chart in charts],
            "parents": [root, "GRID_ID"],
            "meta": {"background": "BACKGROUND_TRANSPARENT"},
        },
    }
    for chart in charts:
        nodes[f"CHART-{chart}"] = {
            "type": "CHART",
            "id": f"CHART-{chart}",
            "children": [],
            "parents": [root, "GRID_ID", row],
            "meta": {"chartId": int(chart), "width": 4, "height": 50},
        }
    return nodes


def report(name: str, dashboard: str) -> dict[str, Any]:
    """The body of `POST /api/v1/report/`."""
    return {
        "type": "Report",
        "name": name,
        "crontab": "0 9 * * 1",
        "dashboard": int(dashboard),
        "recipients": [
            {"type": "Email", "recipient_config_json": {"target": "a@example.com"}},
        ],
        "active": False,
        "creation_method": "alerts_reports",
        "report_format": "PNG",
        "timezone": "UTC",
    }


def token(key: str) -> str:
    """As Superset writes them, over for a year."""
    then = datetime.now(UTC) - timedelta(days=365)
    claims = {
        "fresh": True,
        "iat": then,
        "jti": str(uuid4()),
        "type": "access",
        "sub": "1",
        "nbf": then,
        "csrf": str(uuid4()),
        "exp": then + timedelta(minutes=15),
    }
    return jwt.encode(claims, key, algorithm="HS256")
