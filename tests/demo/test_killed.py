"""`kill -9` in the middle of a real bring-up, again and again, and then one that may finish."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.demo_supersets.bring_up import BringUp, Planned
from adapters.demo_supersets.home import EnvironmentHome, Home, Release
from adapters.demo_supersets.model import Report
from adapters.demo_supersets.server import Leashes
from adapters.demo_supersets.supersets import SupersetCopy
from demo.own_superset import (
    LOCK_FILE,
    REPOSITORY,
    UV,
    eventually,
    fresh_superset,
    processes_naming,
    shared_home,
)
from demo.snapshot import snapshot_of

pytestmark = [pytest.mark.superset, pytest.mark.timeout(240)]

PLAN = Planned("ss-killed", "prod", "prod", usual_port=0)
# (step, done, seconds after it): before and after the copy, in mid-start, in mid-data.
KILLS = (("accounts", 0, 0.0), ("accounts", 1, 0.0), ("start", 0, 3.0), ("data", 9, 0.02))

KILLED = """
import os, signal, sys, threading
from pathlib import Path
from demo.test_killed import bring_up
step, done, delay = sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
def report(progress):
    if (progress.step, progress.done) == (step, done):
        threading.Timer(delay, os.kill, (os.getpid(), signal.SIGKILL)).start()
bring_up(Path(sys.argv[1]), report)
"""


def bring_up(folder: Path, report: Report) -> None:
    work = BringUp(Home(shared_home(), Release(LOCK_FILE)), UV, Leashes(), report)
    work.one(PLAN, EnvironmentHome(folder, PLAN.env_id), work.provision())


@pytest.fixture
def copies() -> Iterator[list[SupersetCopy]]:
    started: list[SupersetCopy] = []
    yield started
    for copy in started:
        copy.stop()


def test_whatever_step_is_killed_the_next_run_ends_in_the_same_objects(
    tmp_path: Path, template: Path, copies: list[SupersetCopy]
) -> None:
    files = EnvironmentHome(tmp_path, PLAN.env_id)
    path = os.pathsep.join([str(REPOSITORY / "src"), str(REPOSITORY / "tests")])
    keys = set()
    for step, done, delay in KILLS:
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, tmp_path, step, str(done), str(delay)],
            env=os.environ | {"PYTHONPATH": path},
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL, (step, done)
        assert eventually(lambda: not processes_naming(tmp_path), within_s=10), (step, done)
        if files.accounts.exists():
            keys.add((files.accounts.read_text(), (tmp_path / "secret_key").read_text()))

    copies.append(fresh_superset(tmp_path, PLAN.env_id, PLAN.sample))

    assert len(keys) == 1
    assert snapshot_of(copies[0].environment).counts == (1, 6, 11, 4)
    assert not list(tmp_path.glob("*.tmp"))
