"""`superset-agent` as a process of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import httpx
from click.testing import CliRunner, Result

from entrypoints import cli

SOURCES = Path(__file__).parents[2] / "src"
_PROGRAM = (
    sys.executable,
    "-c",
    "from entrypoints.cli import main; main(prog_name='superset-agent')",
)
ENVIRONMENT = """
[ss-dev]
url = "http://127.0.0.1:9"
[ss-dev.accounts.admin]
username = "agent-admin"
password_env = "SS_DEV_ADMIN_PASSWORD"
"""


@dataclass
class Home:
    """A folder with an environments file, and the variables that point at it."""

    folder: Path

    def __post_init__(self) -> None:
        self.file = self.folder / "environments.toml"
        self.file.write_text(ENVIRONMENT, "utf-8")
        self.port = free_port()
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("AGENT_", "LC_"))}
        self.variables = {
            **inherited,
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(SOURCES),
            "AGENT_DATA_DIR": str(self.folder / "data"),
            "AGENT_ENVIRONMENTS_FILE": str(self.file),
            "AGENT_PORT": str(self.port),
            "SS_DEV_ADMIN_PASSWORD": "canary-password",
        }

    def run(self, *words: str, **variables: str | None) -> Result:
        """A command inside this process; a variable that is None is not set."""
        runner = CliRunner()
        unset = {name: None for name in os.environ if name.startswith(("AGENT_", "LC_"))}
        merged = {**unset, **self.variables, **variables}
        with contextlib.chdir(self.folder), patch.object(cli, "configure_logs"):
            return runner.invoke(cli.main, words, env=merged, prog_name="superset-agent")

    def spawn(self, *words: str, **variables: str | None) -> "subprocess.CompletedProcess[str]":
        """A command in a process of its own, to its end."""
        return subprocess.run(
            [*_PROGRAM, *words],
            env=self._with(variables),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    @contextmanager
    def serving(
        self, variables: Mapping[str, str] | None = None, *, ignore_interrupt: bool = False
    ) -> Iterator["Serving"]:
        """`serve`, ready; killed at the end if it still runs."""
        log = self.folder / "serve.log"
        with log.open("a") as file:
            process = subprocess.Popen(
                [*_PROGRAM, "serve"],
                env=self._with(variables or {}),
                cwd=self.folder,
                stdout=file,
                stderr=subprocess.STDOUT,
                # As a shell does with what it starts in the background.
                preexec_fn=_ignore_interrupt if ignore_interrupt else None,  # noqa: PLW1509  # one thread
            )
        serving = Serving(process, f"http://127.0.0.1:{self.port}", log)
        try:
            serving.wait_for("/ready")
            yield serving
        finally:
            process.kill()
            process.wait()

    def _with(self, variables: Mapping[str, str | None] | Mapping[str, str]) -> dict[str, str]:
        merged = {**self.variables, **variables}
        return {name: value for name, value in merged.items() if value is not None}


@dataclass
class Serving:
    """A running service."""

    process: "subprocess.Popen[bytes]"
    url: str
    log: Path

    def wait_for(self, path: str, seconds: float = 60) -> float:
        """Until an address answers with 200; how long that took."""
        began = time.monotonic()
        while time.monotonic() < began + seconds:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"{self.url}{path}").status_code == httpx.codes.OK:
                    return time.monotonic() - began
            except httpx.TransportError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"{path} never answered: {self.log.read_text()}")

    def stop(self, number: signal.Signals) -> tuple[int, float]:
        """Send a signal and wait; the exit status, and the seconds it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(20), time.monotonic() - began


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
