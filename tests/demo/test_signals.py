"""However `make run` is stopped, nothing of it stays: the real command over a fake Superset."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from adapters.demo_supersets.home import Home
from adapters.demo_supersets.processes import port_is_free
from adapters.demo_supersets.supersets import ENVIRONMENTS
from demo.fake_home import fake_home
from demo.own_superset import REPOSITORY, UV, eventually, processes_naming

MAKEFILE = """\
run:
\t@PYTHONPATH={source} {python} -m adapters.demo_supersets --home {home} \
--lock-file {lock} --uv {uv} --write {home}/environments.json
"""
_PROGRAM = "adapters.demo_supersets"


@dataclass(frozen=True)
class MadeRun:
    make: subprocess.Popen[bytes]
    home: Home

    @property
    def ours(self) -> int:
        """The pid of the program that make started."""
        lines = [line.split() for line in processes_naming(self.home.root)]
        [pid] = [int(words[1]) for words in lines if words[2:5:2] == [sys.executable, _PROGRAM]]
        return pid

    @property
    def ports(self) -> list[int]:
        written = json.loads((self.home.root / "environments.json").read_text())
        return [int(env["url"].rpartition(":")[2]) for env in written.values()]

    def is_up(self) -> bool:
        return (self.home.root / "environments.json").exists()

    def is_gone(self) -> bool:
        return not processes_naming(self.home.root) and all(map(port_is_free, self.ports))


def make_run(folder: Path, *, prefix: tuple[str, ...] = (), stubborn: bool = False) -> MadeRun:
    lock = folder / "lock.txt"
    lock.write_text("apache-superset==6.1.0\n")
    home = fake_home(folder, lock)
    if stubborn:
        for plan in ENVIRONMENTS:
            (home.environment(plan.env_id).root / "STUBBORN").touch()
    makefile = folder / "Makefile"
    makefile.write_text(
        MAKEFILE.format(
            source=REPOSITORY / "src",
            python=sys.executable,
            home=folder,
            lock=home.release.lock_file,
            uv=UV,
        )
    )
    # Under nohup the suite ignores hang-ups, and so would what it starts.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with (folder / "output").open("wb") as output:
        make = subprocess.Popen(
            [*prefix, "make", "-f", makefile, "run"],
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    signal.signal(signal.SIGHUP, before)
    run = MadeRun(make, home)
    assert eventually(run.is_up, within_s=20), (folder / "output").read_text()
    return run


@pytest.fixture
def run(tmp_path: Path) -> Iterator[MadeRun]:
    started = make_run(tmp_path)
    yield started
    end(started)


def end(run: MadeRun) -> None:
    for line in processes_naming(run.home.root):
        os.kill(int(line.split()[1]), signal.SIGKILL)
    run.make.wait(10)


def test_running_it_has_two_servers_with_a_supervisor_each(run: MadeRun) -> None:
    running = processes_naming(run.home.root)

    assert len([line for line in running if "supervisor.py" in line]) == 2
    assert not any(map(port_is_free, run.ports))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_signal_to_the_group_leaves_nothing(run: MadeRun, number: signal.Signals) -> None:
    os.killpg(run.make.pid, number)

    assert eventually(run.is_gone, within_s=10), processes_naming(run.home.root)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_to_make_alone_leaves_nothing(run: MadeRun, number: signal.Signals) -> None:
    run.make.send_signal(number)

    assert eventually(run.is_gone, within_s=10), processes_naming(run.home.root)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_to_the_program_alone_leaves_nothing(run: MadeRun, number: signal.Signals) -> None:
    os.kill(run.ours, number)

    assert eventually(run.is_gone, within_s=10), processes_naming(run.home.root)


def test_started_from_a_script_that_ignores_int_it_still_obeys_int(tmp_path: Path) -> None:
    run = make_run(tmp_path, prefix=("sh", "-c", 'trap "" INT; exec "$@"', "sh"))
    try:
        os.kill(run.ours, signal.SIGINT)

        assert eventually(run.is_gone, within_s=10), processes_naming(run.home.root)
    finally:
        end(run)


def test_a_server_that_ignores_the_polite_signals_is_made_to_end(tmp_path: Path) -> None:
    run = make_run(tmp_path, stubborn=True)
    try:
        os.killpg(run.make.pid, signal.SIGINT)

        assert eventually(run.is_gone, within_s=15), processes_naming(run.home.root)
    finally:
        end(run)
