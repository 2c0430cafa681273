"""Fixtures that more than one suite needs."""

from contracts.superset_arranger import arranger, superset_5_arranger
from superset_fixture import superset_5_copy, superset_copy, superset_prod_copy

__all__ = [
    "arranger",
    "superset_5_arranger",
    "superset_5_copy",
    "superset_copy",
    "superset_prod_copy",
]

pytest_plugins = ["contract_report"]
