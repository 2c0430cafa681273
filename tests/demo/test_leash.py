import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.demo_supersets.leash import Leash
from adapters.demo_supersets.supervisor import LOCK_TAKEN
from demo.own_superset import eventually, processes_naming

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.fork()
print("up", flush=True)
time.sleep(60)
"""
ENVIRON = {"PATH": os.environ["PATH"]}


def start(folder: Path, program: str, grace_s: float = 3.0) -> Leash:
    script = folder / "program.py"
    script.write_text(program)
    return Leash.start(
        [sys.executable, script],
        environ=ENVIRON,
        log=folder / "log",
        lock=folder / "lock",
        grace_s=grace_s,
    )


def said(folder: Path, text: str) -> Callable[[], bool]:
    return lambda: text in (folder / "log").read_text()


def gone(folder: Path) -> bool:
    return not processes_naming(folder)


def is_locked(path: Path) -> bool:
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def test_the_exit_code_of_the_command_is_ours(tmp_path: Path) -> None:
    leash = start(tmp_path, "raise SystemExit(7)")

    assert eventually(lambda: leash.exit_code() is not None, within_s=10)
    assert leash.exit_code() == 7
    leash.close()


def test_close_leaves_no_process_even_of_those_that_ignore_term(tmp_path: Path) -> None:
    leash = start(tmp_path, STUBBORN, grace_s=0.5)
    assert eventually(said(tmp_path, "up\nup"), within_s=10)

    leash.close()

    assert gone(tmp_path)


def test_what_a_command_left_behind_goes_with_it(tmp_path: Path) -> None:
    leash = start(tmp_path, "import os, time\nif os.fork() == 0:\n    time.sleep(60)\n")

    assert eventually(lambda: leash.exit_code() is not None, within_s=10)
    assert eventually(lambda: gone(tmp_path), within_s=2)
    leash.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
def test_a_killed_supervisor_takes_its_command_along(tmp_path: Path) -> None:
    leash = start(tmp_path, "import time\nprint('up', flush=True)\ntime.sleep(60)")
    assert eventually(said(tmp_path, "up"), within_s=10)

    os.kill(leash.pid, signal.SIGKILL)

    assert eventually(lambda: gone(tmp_path), within_s=3)
    leash.close()


def test_a_second_command_waits_until_the_first_is_gone(tmp_path: Path) -> None:
    order = "import time\nprint('in', flush=True)\ntime.sleep({})\nprint('out', flush=True)"
    first = start(tmp_path, order.format(1))
    assert eventually(said(tmp_path, "in"), within_s=10)

    second = start(tmp_path, order.format(0))

    assert eventually(lambda: second.exit_code() is not None, within_s=10)
    assert (tmp_path / "log").read_text() == "in\nout\nin\nout\n"
    first.close()
    second.close()


def test_the_lock_is_held_by_the_command_itself(tmp_path: Path) -> None:
    leash = start(tmp_path, "import time\nprint('up', flush=True)\ntime.sleep(60)")
    assert eventually(said(tmp_path, "up"), within_s=10)

    assert is_locked(tmp_path / "lock")

    leash.close()
    assert not is_locked(tmp_path / "lock")
    assert LOCK_TAKEN == os.EX_TEMPFAIL


def test_a_forked_process_that_holds_the_pipe_does_not_keep_the_command(tmp_path: Path) -> None:
    parent = f"""
import os, sys, time
from pathlib import Path
sys.path[:0] = {sys.path!r}
from demo.test_leash import start
start(Path({str(tmp_path)!r}), "import time; print('up', flush=True); time.sleep(60)")
if os.fork() == 0:
    time.sleep(8)
os._exit(0)
"""

    subprocess.run([sys.executable, "-c", parent], check=True)

    assert eventually(
        lambda: not any("program.py" in line for line in processes_naming(tmp_path)), within_s=5
    )
    assert any("time.sleep(8)" in line for line in processes_naming(tmp_path))
