"""The two real Supersets of `superset-agent demo`, apart: nothing else pays for their import."""

from pathlib import Path

from adapters.demo_supersets.model import DemoEnvironment, DemoFailed, Progress, Report
from adapters.demo_supersets.processes import end_with_parent
from adapters.demo_supersets.supersets import DemoSupersets

__all__ = ["DemoEnvironment", "DemoFailed", "Progress", "demo_supersets", "end_with_parent"]


def demo_supersets(home: Path, report: Report, *, lock_file: Path, uv: Path) -> DemoSupersets:
    """The two Supersets, not started yet."""
    return DemoSupersets(home, report, lock_file=lock_file, uv=uv)
