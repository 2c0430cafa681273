"""Fixtures that more than one suite needs."""

from contracts.superset_real_world import arranger
from superset_fixture import superset_copy, superset_prod_copy

__all__ = ["arranger", "superset_copy", "superset_prod_copy"]

pytest_plugins = ["contract_report"]
