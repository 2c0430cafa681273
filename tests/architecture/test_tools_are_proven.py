"""No tool without a test on a real Superset, on two where it goes from one to another."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from catalogue_file import load_declarations
from superset.proven_tools import OF_TWO, PROVEN

TESTS = Path(__file__).parents[1]
Collected: TypeAlias = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def collected() -> Collected:
    """Every test of tests/superset as pytest collects it, with its marks and fixtures."""
    collecting = "architecture.collecting"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", collecting]
    ran = subprocess.run(
        [*command, str(TESTS / "superset")],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=True,
    )
    line = next(line for line in ran.stdout.splitlines() if line.startswith("COLLECTED "))
    found: Collected = json.loads(line.removeprefix("COLLECTED "))
    return found


def test_every_tool_names_its_proof() -> None:
    assert PROVEN.keys() == load_declarations().keys()


@pytest.mark.parametrize("tool", PROVEN)
def test_proof_is_a_test_on_a_real_superset(tool: str, collected: Collected) -> None:
    test = collected[f"tests/superset/{PROVEN[tool]}"]
    assert "superset" in test["marks"]
    assert not {"skip", "skipif", "xfail"} & set(test["marks"])
    needed = {"superset_copy", "superset_prod_copy"} if tool in OF_TWO else {"superset_copy"}
    assert needed <= set(test["fixtures"])
    # That it runs the tool is seen to while it runs.
    assert "_proven_tools_run" in test["fixtures"]


def test_what_moves_between_environments_is_proven_on_two() -> None:
    moving = {
        name
        for name, tool in load_declarations().items()
        if {"source", "source_env", "target", "target_env"} & set(tool.arguments)
    }
    assert moving == OF_TWO
