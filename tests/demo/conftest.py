from pathlib import Path

import pytest

from adapters.demo_supersets.bring_up import BringUp
from adapters.demo_supersets.home import Home, Release
from adapters.demo_supersets.server import Leashes
from demo.own_superset import LOCK_FILE, UV, say_nothing, shared_home


@pytest.fixture(scope="session")
def template() -> Path:
    home = Home(shared_home(), Release(LOCK_FILE))
    return BringUp(home, UV, Leashes(), say_nothing).provision()
