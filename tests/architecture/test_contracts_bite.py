"""Every contract of .importlinter fails when it is violated: planted in a copy, all at once."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# By contract: files of a violation, each with what it says. The names appear in the report.
PLANTS: dict[str, dict[str, str]] = {
    "inward": {"domain/planted_outward.py": "from application.ports.clock import Clock"},
    "inside-application": {
        "application/ports/planted_upward.py": "from application.toolkit.tool import Tool"
    },
    "pure-domain": {
        "domain/planted_framework.py": (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pydantic"
        )
    },
    "free-application": {"application/toolkit/planted_transport.py": "import httpx"},
    "strangers-adapters": {
        "adapters/memory/planted_stranger.py": "from adapters.system.clock import SystemClock"
    },
    "strangers-tools": {
        "application/tools/planted_tool.py": "from application.tools.list_environments import TOOL"
    },
    "one-driver": {"adapters/system/planted_driver.py": "from application.turn.guard import Guard"},
    "one-composition-root": {
        "entrypoints/http/planted_root.py": "from adapters.system.clock import SystemClock"
    },
    "one-langgraph": {"adapters/system/planted_graph.py": "import langgraph.graph"},
    "few-httpx": {"adapters/system/planted_client.py": "import httpx"},
    "one-gradio": {"entrypoints/http/planted_blocks.py": "import gradio"},
    "no-cycles": {
        "domain/planted_hen.py": "import domain.planted_egg",
        "domain/planted_egg.py": "import domain.planted_hen",
    },
}


def contracts() -> dict[str, str]:
    """The name of every contract by its id."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter")
    prefix = "importlinter:contract:"
    return {
        section.removeprefix(prefix): parser[section]["name"]
        for section in parser.sections()
        if section.startswith(prefix)
    }


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said of each broken contract, by its name."""
    copy = tmp_path_factory.mktemp("planted")
    shutil.copytree(
        ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.ftl")
    )
    shutil.copy(ROOT / ".importlinter", copy)
    for files in PLANTS.values():
        for name, text in files.items():
            (copy / "src" / name).write_text(f"{text}\n")
    linted = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode == 1, linted.stderr or linted.stdout
    _, _, broken = linted.stdout.partition("Broken contracts\n")
    parts = re.split(r"^(.+)\n-{3,}\n", broken, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_contract_has_a_violation_planted() -> None:
    assert set(PLANTS) == set(contracts())


@pytest.mark.parametrize("contract", PLANTS)
def test_a_planted_violation_is_caught(contract: str, reports: dict[str, str]) -> None:
    said = reports.get(contracts()[contract], "")
    for name in PLANTS[contract]:
        assert Path(name).stem in said
