"""Where the suites' Supersets come from: one installation and template, shared by all."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from adapters.demo_supersets.home import Home, Release
from adapters.demo_supersets.model import Progress
from adapters.demo_supersets.provision import Provisioner
from adapters.demo_supersets.sample_objects import Sample
from adapters.demo_supersets.server import Leashes
from adapters.demo_supersets.supersets import SupersetCopy, start_copy

REPOSITORY = Path(__file__).parents[2]
LOCK_FILE = REPOSITORY / "requirements" / "superset.txt"
UV = Path(sys.executable).with_name("uv")


def shared_home() -> Path:
    """Kept from run to run; a fresh clone fills it once."""
    return Path(os.environ.get("AGENT_DEMO_HOME", REPOSITORY / "var")).absolute()


def fresh_superset(into: Path, env_id: str, sample: Sample | None = "dev") -> SupersetCopy:
    """A running, seeded Superset of the caller's own; the caller stops it."""
    return start_copy(shared_home(), into, env_id, sample, release=Release(LOCK_FILE), uv=UV)


def private_home(folder: Path, template: Path) -> Home:
    """A home whose environments are its own, with the shared installation and template."""
    folder.mkdir(parents=True, exist_ok=True)
    shared = Home(shared_home(), Release(LOCK_FILE))
    home = Home(folder, Release(LOCK_FILE))
    home.venv.symlink_to(shared.venv)
    (folder / template.name).symlink_to(template)
    return home


def provisioner(home: Home) -> Provisioner:
    return Provisioner(home, UV, say_nothing, Leashes())


def say_nothing(_progress: Progress) -> None:
    return


def processes_naming(folder: Path) -> list[str]:
    """The command lines of living processes that name the folder, supervisors included."""
    ps = subprocess.run(
        ["/bin/ps", "-axww", "-o", "stat=,pid=,command="],
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        line
        for line in ps.stdout.splitlines()
        if str(folder) in line and not line.lstrip().startswith("Z")
    ]


def eventually(fact: Callable[[], bool], within_s: float) -> bool:
    deadline = time.monotonic() + within_s
    while not fact():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True
