"""Fixtures that more than one suite needs."""

from superset_fixture import superset_copy

__all__ = ["superset_copy"]
