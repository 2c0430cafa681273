"""`make setup` says what is missing, and takes no half or foreign environment for a whole one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from demo.own_superset import REPOSITORY

_NEEDED = ("Makefile", "pyproject.toml", "requirements", "frontend/package-lock.json")
_TOOLS = ("make", "sh", "rm", "find", "touch", "echo")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a clone as the first steps look at, and a PATH with next to nothing in it."""
    folder = tmp_path / "clone"
    for name in _NEEDED:
        source, target = REPOSITORY / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in _TOOLS:
        (tools / name).symlink_to(str(shutil.which(name)))
    return folder


def make(clone: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [clone.parent / "bin" / "make", *words],
        cwd=clone,
        env={"PATH": str(clone.parent / "bin"), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )


def install(clone: Path, name: str, script: str) -> None:
    program = clone.parent / "bin" / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def made_environment(clone: Path, of: Path) -> None:
    """A `.venv` that was whole when its folder was called `of`."""
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (clone / ".venv" / ".ready").write_text(str(of))


def test_without_a_python_that_serves_it_names_those_that_do(clone: Path) -> None:
    install(clone, "python3", "exit 1")
    failed = make(clone, "setup")
    assert failed.returncode != 0
    assert failed.stderr.startswith("Python 3.11 or 3.12 is needed")
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("node", [None, "v18.20.0", "v20.18.3"])
def test_without_a_node_that_serves_it_names_those_that_do(clone: Path, node: str | None) -> None:
    made_environment(clone, clone)
    if node:
        real = shutil.which("node")
        assert real
        version = f"Object.defineProperty(process.versions, 'node', {{value: '{node[1:]}'}});"
        install(clone, "node", f'[ "$1" = -e ] && exec {real} -e "{version} $2"')
        install(clone, "npm", "exit 1")
    failed = make(clone, "setup")
    assert failed.returncode != 0
    assert failed.stderr.startswith("Node.js 20.19 or newer with npm is needed")


def test_an_environment_that_was_made_here_is_kept(clone: Path) -> None:
    made_environment(clone, clone)
    assert "is up to date" in make(clone, "-n", ".venv/.ready").stdout


def test_an_environment_of_another_folder_is_made_anew(clone: Path) -> None:
    made_environment(clone, clone.parent / "before")
    assert "venv --clear" in make(clone, "-n", ".venv/.ready").stdout


def test_an_environment_whose_python_is_gone_is_made_anew(clone: Path) -> None:
    made_environment(clone, clone)
    (clone / ".venv" / "bin" / "python").unlink()
    assert "venv --clear" in make(clone, "-n", ".venv/.ready").stdout


def test_an_environment_that_was_cut_off_is_made_anew(clone: Path) -> None:
    made_environment(clone, clone)
    (clone / ".venv" / ".ready").unlink()
    assert "venv --clear" in make(clone, "-n", ".venv/.ready").stdout


def test_a_path_of_any_letters_is_a_place_of_its_own(clone: Path) -> None:
    moved = clone.rename(clone.with_name("Мой проект (копия)"))
    made_environment(moved, moved)
    assert "is up to date" in make(moved, "-n", ".venv/.ready").stdout
