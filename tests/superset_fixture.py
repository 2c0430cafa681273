"""
The suites' own Superset: one seeded copy a session, never the one of `make run`.

AGENT_TEST_SUPERSET_HOME names the folder with the installation and the template; they are made
there when they are missing, which takes minutes once.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.demo_supersets.supersets import SupersetCopy, start_copy

_REPOSITORY = Path(__file__).parents[1]
_LOCK_FILE = _REPOSITORY / "requirements" / "superset.txt"


def superset_home() -> Path:
    return Path(os.environ.get("AGENT_TEST_SUPERSET_HOME", _REPOSITORY / "var"))


@pytest.fixture(scope="session")
def superset_copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupersetCopy]:
    """A running Superset with the sample data of "ss-dev"; tests may change all of it."""
    copy = start_copy(
        superset_home(),
        tmp_path_factory.mktemp("superset"),
        "ss-test",
        lock_file=_LOCK_FILE,
        uv=Path(sys.executable).with_name("uv"),
    )
    yield copy
    copy.stop()
