"""A suite that ran on nothing must not look green."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SUITE = """
import pytest

class PortContract:
    def test_one(self): {body}
    def test_two(self): {body}

class TestHttpPort(PortContract): ...
"""


@pytest.mark.parametrize(
    ("body", "options", "exit_code", "line"),
    [
        ("pass", [], 0, "Port  HttpPort     2 ran"),
        ("pytest.skip('no server')", [], 1, "Port  HttpPort     0 ran, 2 skipped, NOTHING RAN"),
        ("assert False", [], 1, "Port  HttpPort     2 ran, 2 failed"),
        ("pass", ["-k", "one"], 0, "Port  HttpPort     1 ran, 1 deselected"),
        ("pass", ["--every-adapter", "-k", "one"], 1, "HttpPort  .* 1 ran, 1 deselected$"),
        ("pytest.skip('x')", ["--every-adapter"], 1, "HttpPort  .* 2 skipped, NOTHING RAN"),
        ("pass", ["--every-adapter"], 1, "Turns .* SqliteTurns .* 0 ran, NOTHING RAN"),
    ],
)
def test_table_tells_what_ran(
    tmp_path: Path, body: str, options: list[str], exit_code: int, line: str
) -> None:
    (tmp_path / "test_port.py").write_text(SUITE.format(body=body))
    environment = os.environ | {"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "contract_report", "-p", "no:cacheprovider"),
            *("--rootdir", str(tmp_path), "-c", os.devnull, *options, str(tmp_path)),
        ],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == exit_code, done.stdout
    table = done.stdout.split("tests per port and adapter")[1]
    assert re.search(line, table, re.MULTILINE), table
