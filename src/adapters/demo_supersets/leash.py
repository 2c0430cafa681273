"""Child processes that never outlive us, however we end; see supervisor.py."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

_SUPERVISOR = Path(__file__).with_name("supervisor.py")


class Leash:
    """One running command with its supervisor. Close it to stop the command."""

    def __init__(self, process: subprocess.Popen[bytes], grace_s: float) -> None:
        self._process = process
        self._grace_s = grace_s

    @classmethod
    def start(
        cls,
        command: Sequence[str | Path],
        *,
        environ: Mapping[str, str],
        log: Path,
        lock: Path,
        grace_s: float = 3.0,
    ) -> Self:
        """Output is appended to `log`; `lock` is held while any process of the command lives."""
        supervisor = [sys.executable, "-I", "-S", str(_SUPERVISOR)]
        options = ["--parent", str(os.getpid()), "--lock", str(lock), "--grace", str(grace_s)]
        with log.open("ab") as output:
            process = subprocess.Popen(
                [*supervisor, *options, "--", *map(str, command)],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=dict(environ),
                start_new_session=True,
            )
        return cls(process, grace_s)

    @property
    def pid(self) -> int:
        return self._process.pid

    def exit_code(self) -> int | None:
        """Absent while the command runs."""
        return self._process.poll()

    def cut(self) -> None:
        """The command is asked to end; `close` waits for it."""
        # A process that we forked may hold the pipe open, so the signal says the same again.
        self._process.terminate()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def close(self) -> None:
        """Return when no process of the command is left."""
        self.cut()
        try:
            self._process.wait(self._grace_s + 5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
