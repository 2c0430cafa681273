"""Installing and building the template, with stand-ins for uv and for Superset's Python."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.demo_supersets.bring_up import BringUp
from adapters.demo_supersets.home import Home, Release
from adapters.demo_supersets.model import DemoFailed, Progress
from adapters.demo_supersets.server import Leashes
from demo.own_superset import REPOSITORY, eventually, processes_naming, say_nothing

# Records each call; `venv` empties the folder as uv does; HANG makes `pip` and the template wait.
FAKE_UV = """\
#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
for venv; do :; done
if [ "$1" = venv ]; then rm -rf "$venv"; mkdir -p "$venv/bin"; exit 0; fi
venv="$here/superset-6.1.0"
echo half > "$venv/half"
[ -e "$here/HANG" ] && sleep 60
[ -e "$here/FAIL" ] && echo "no such package" && exit 2
mkdir -p "$venv/lib/python3/site-packages/superset.dist-info"
cp "$here/fake_python" "$venv/bin/python"
rm "$venv/half"
"""
FAKE_PYTHON = """\
#!/bin/sh
here=$(dirname "$0")/../..
echo template >> "$here/calls"
echo half > "$SUPERSET_HOME/superset.db"
[ -e "$here/HANG_TEMPLATE" ] && sleep 60
echo whole > "$SUPERSET_HOME/superset.db"
"""
PROVISIONING = """
import sys
from pathlib import Path
from demo.test_provision import provision
provision(Path(sys.argv[1]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("uv", FAKE_UV), ("fake_python", FAKE_PYTHON)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "lock.txt").write_text("apache-superset==6.1.0 \\\n    --hash=sha256:0\n")
    return tmp_path


def provision(folder: Path, seen: list[Progress] | None = None) -> Path:
    report = seen.append if seen is not None else say_nothing
    home = Home(folder, Release(folder / "lock.txt"))
    return BringUp(home, folder / "uv", Leashes(), report).provision()


def calls(folder: Path) -> list[str]:
    return [line.split()[0] for line in (folder / "calls").read_text().splitlines()]


def kill_while_it_hangs(folder: Path, flag: str, last_call: str) -> None:
    (folder / flag).touch()
    path = os.pathsep.join([str(REPOSITORY / "src"), str(REPOSITORY / "tests")])
    killed = subprocess.Popen(
        [sys.executable, "-c", PROVISIONING, folder], env=os.environ | {"PYTHONPATH": path}
    )
    record = folder / "calls"
    assert eventually(lambda: record.exists() and calls(folder)[-1] == last_call, within_s=20)
    killed.send_signal(signal.SIGKILL)
    killed.wait(10)
    (folder / flag).unlink()
    assert eventually(lambda: not processes_naming(folder), within_s=10)
    record.unlink()


def test_it_is_done_once(folder: Path) -> None:
    first = provision(folder)

    assert calls(folder) == ["venv", "pip", "template"]
    assert first.read_text() == "whole\n"
    assert provision(folder) == first
    assert calls(folder) == ["venv", "pip", "template"]


def test_hashes_are_required_of_every_package(folder: Path) -> None:
    provision(folder)

    assert "pip sync --require-hashes" in (folder / "calls").read_text()


def test_an_installation_that_was_killed_is_made_anew(folder: Path) -> None:
    kill_while_it_hangs(folder, "HANG", "pip")
    venv = folder / "superset-6.1.0"
    assert (venv / "half").exists()
    assert not (venv / "complete").exists()

    provision(folder)

    assert calls(folder) == ["venv", "pip", "template"]
    assert not (venv / "half").exists()


def test_a_template_that_was_killed_is_made_anew_and_nothing_is_installed_twice(
    folder: Path,
) -> None:
    kill_while_it_hangs(folder, "HANG_TEMPLATE", "template")
    assert not list(folder.glob("*-template-*.db"))

    assert provision(folder).read_text() == "whole\n"
    assert calls(folder) == ["template"]
    assert not list(folder.glob("*.tmp"))


def test_an_installation_of_which_something_was_deleted_is_made_anew(folder: Path) -> None:
    provision(folder)
    shutil.rmtree(folder / "superset-6.1.0" / "lib")

    provision(folder)

    assert calls(folder) == ["venv", "pip", "template", "venv", "pip"]


def test_another_lock_file_is_another_installation_and_template(folder: Path) -> None:
    first = provision(folder)
    (folder / "lock.txt").write_text("apache-superset==6.1.0 \\\n    --hash=sha256:1\n")

    assert provision(folder) != first
    assert calls(folder) == 2 * ["venv", "pip", "template"]


def test_a_failed_installation_says_where_its_log_is(folder: Path) -> None:
    (folder / "FAIL").touch()

    with pytest.raises(DemoFailed) as failed:
        provision(folder)

    assert failed.value.code == "install_failed"
    assert "no such package" in failed.value.detail
    assert str(folder) in failed.value.detail


def test_without_uv_there_is_a_code_for_it(folder: Path) -> None:
    (folder / "uv").unlink()

    with pytest.raises(DemoFailed) as failed:
        provision(folder)

    assert failed.value.code == "uv_missing"


def test_the_agent_s_keys_do_not_reach_the_installer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_LLM__API_KEY", "canary-1")
    monkeypatch.setenv("UV_INDEX_URL", "kept")
    (folder / "uv").write_text(f'#!/bin/sh\nenv > "{folder}/environ"\nexit 1\n')

    with pytest.raises(DemoFailed):
        provision(folder)

    environ = (folder / "environ").read_text()
    assert "canary-1" not in environ
    assert "UV_INDEX_URL=kept" in environ


def test_progress_names_the_steps(folder: Path) -> None:
    seen: list[Progress] = []

    provision(folder, seen)

    assert seen[0] == Progress("install", 0, 1)
    assert seen[-1] == Progress("template", 1, 1)
    assert {progress.step for progress in seen} == {"install", "template"}
