"""
The suites' own Supersets: one copy of each kind a session, never those of `make run`.

AGENT_TEST_SUPERSET_HOME names the folder with the installation and the template; they are made
there when they are missing, which takes minutes once.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.demo_supersets.home import Release
from adapters.demo_supersets.sample_objects import Sample
from adapters.demo_supersets.supersets import SupersetCopy, start_copy

_REPOSITORY = Path(__file__).parents[1]
_REQUIREMENTS = _REPOSITORY / "requirements"
CURRENT = Release(_REQUIREMENTS / "superset.txt")
OLDER = Release(_REQUIREMENTS / "superset-5.txt", "5.0.0")


def superset_home() -> Path:
    return Path(os.environ.get("AGENT_TEST_SUPERSET_HOME", _REPOSITORY / "var"))


@pytest.fixture(scope="session")
def superset_copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupersetCopy]:
    """A running Superset with the sample data of "ss-dev"; tests may change all of it."""
    copy = _started(tmp_path_factory.mktemp("superset"), "ss-test", "dev")
    yield copy
    copy.stop()


@pytest.fixture(scope="session")
def superset_prod_copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupersetCopy]:
    """A second one with the sample data of "ss-prod", for whatever goes from one to another."""
    copy = _started(tmp_path_factory.mktemp("superset-prod"), "ss-test-prod", "prod")
    yield copy
    copy.stop()


@pytest.fixture(scope="session")
def superset_5_copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupersetCopy]:
    """A running Superset of the release before, with nothing in it; tests may change all of it."""
    copy = _started(tmp_path_factory.mktemp("superset-5"), "ss-test-5", None, OLDER)
    yield copy
    copy.stop()


def _started(
    into: Path, env_id: str, sample: Sample | None, release: Release = CURRENT
) -> SupersetCopy:
    uv = Path(sys.executable).with_name("uv")
    return start_copy(superset_home(), into, env_id, sample, release=release, uv=uv)
