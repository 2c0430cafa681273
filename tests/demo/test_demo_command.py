"""`superset-agent demo` as people meet it: what it prints, and when. The Supersets are fakes."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from adapters.demo_supersets.supersets import ENVIRONMENTS
from demo.fake_home import fake_home
from demo.own_superset import REPOSITORY, eventually, processes_naming

_PROGRAM = (sys.executable, "-c", "from entrypoints.cli import main; main()")


@dataclass
class Demo:
    """A running command."""

    process: "subprocess.Popen[str]"
    folder: Path

    def says(self, pattern: str) -> str:
        """The next line like that; the test is at that moment when it is printed."""
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if re.search(pattern, line):
                return line.strip()
        raise AssertionError(said)

    def link(self, role: str = "admin") -> str:
        return self.says(f"^{role}: ").removeprefix(f"{role}: ")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fake_home(tmp_path / "Моя папка").root


def command(folder: Path, *words: str, **variables: str) -> "subprocess.Popen[str]":
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("AGENT_", "LC_"))}
    ours = {"LANG": "C.UTF-8", "PYTHONPATH": str(REPOSITORY / "src"), "AGENT_DATA_DIR": str(folder)}
    return subprocess.Popen(
        [*_PROGRAM, *words],
        env=inherited | ours | variables,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def running(folder: Path, **variables: str) -> Iterator[Demo]:
    demo = Demo(command(folder, "demo", **variables), folder)
    try:
        yield demo
    finally:
        demo.process.kill()
        demo.process.communicate()
        assert eventually(lambda: not processes_naming(folder), within_s=10)


def sign_in(link: str) -> int:
    address = urlsplit(link)
    origin = f"{address.scheme}://{address.netloc}"
    return httpx.post(
        f"{origin}/api/auth/session",
        json={"code": address.fragment.removeprefix("signin=")},
        headers={"Origin": origin, "X-Agent-Client": "test"},
    ).status_code


def test_a_link_signs_in_from_the_moment_it_is_printed(folder: Path) -> None:
    with running(folder) as demo:
        for role in ("admin", "analyst", "viewer"):
            assert sign_in(demo.link(role)) == httpx.codes.OK


def test_when_the_usual_port_is_busy_links_name_another(folder: Path) -> None:
    with ExitStack() as stack:
        # Taken by us, or by somebody else already.
        with suppress(OSError):
            stack.enter_context(socket.create_server(("127.0.0.1", 8000)))
        demo = stack.enter_context(running(folder))
        assert "8000" in demo.says("is in use")
        link = demo.link()
        assert urlsplit(link).port != 8000
        assert sign_in(link) == httpx.codes.OK
        later, _ = command(folder, "link", "--role", "viewer").communicate(timeout=30)
        assert later.startswith(link.partition("#")[0])
        assert sign_in(later.strip()) == httpx.codes.OK


def test_a_port_that_was_asked_for_and_is_busy_is_said_before_anything_starts(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        said, _ = command(folder, "demo", AGENT_PORT=port).communicate(timeout=30)
    assert port in said
    assert said.count("\n") == 1


def test_a_second_one_on_the_same_folder_names_the_page_of_the_first(folder: Path) -> None:
    with running(folder) as demo:
        page = demo.link().partition("#")[0]
        second = command(folder, "demo")
        said, _ = second.communicate(timeout=60)
        assert second.returncode == 1
        assert page in said.splitlines()[-1]
        assert demo.process.poll() is None


def test_one_that_starts_while_the_last_one_ends_waits_for_it(folder: Path) -> None:
    for plan in ENVIRONMENTS:
        (folder / "demo" / plan.env_id / "STUBBORN").touch()
    with running(folder) as first:
        first.link()
        first.process.send_signal(signal.SIGINT)
        with running(folder) as second:
            assert sign_in(second.link()) == httpx.codes.OK


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_the_supersets_start_is_obeyed_at_once(
    folder: Path, number: signal.Signals
) -> None:
    for plan in ENVIRONMENTS:
        (folder / "demo" / plan.env_id / "SILENT").touch()
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with running(folder) as demo:
        signal.signal(signal.SIGHUP, before)
        demo.says("ss-dev: starting")
        began = time.monotonic()
        demo.process.send_signal(number)
        demo.says("Stopped")
        assert demo.process.wait(20) == 128 + number
        assert time.monotonic() - began < 10, "3 s on an idle machine"


def test_accounts_that_somebody_damaged_are_made_anew(folder: Path) -> None:
    accounts = folder / "demo" / "ss-dev" / "accounts.json"
    accounts.write_text("{")
    with running(folder) as demo:
        demo.link()
        assert set(json.loads(accounts.read_text())) == {"admin", "analyst", "viewer"}


def test_what_cannot_be_made_anew_is_one_sentence(folder: Path) -> None:
    """The fake's template is empty."""
    (folder / "demo" / "ss-dev" / "superset.db").write_text("no database at all" * 100)
    said, _ = command(folder, "demo").communicate(timeout=60)
    assert "Traceback" not in said
    assert str(folder) in said.splitlines()[-1]
