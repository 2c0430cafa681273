"""
A leash, run as a script of its own: its command ends when the process that started it ends.

`python supervisor.py --parent PID --lock FILE --grace SECONDS -- COMMAND...`

Standard input is a pipe that nobody writes to: its end means that the parent is gone or wants
the command stopped. The parent's pid is watched too, because a process that the parent forks
may keep the pipe open. The lock file stays locked while any process of the command lives, so a
second command on the same files waits for it. Exits with the command's code; 75 if the lock
did not come free.
"""

import argparse
import ctypes
import fcntl
import os
import select
import signal
import subprocess
import sys
import time
from types import FrameType

LOCK_TAKEN = 75
_LOCK_WAIT_S = 20.0
_PARENT_POLL_S = 0.5
_PR_SET_PDEATHSIG = 1


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--parent", type=int, required=True)
    parser.add_argument("--lock", required=True)
    parser.add_argument("--grace", type=float, required=True)
    parser.add_argument("command", nargs="+")
    args = parser.parse_args()
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    leash = _Leash(parent=args.parent, wake=wake)
    lock = _lock(args.lock, leash)
    if lock is None:
        return LOCK_TAKEN
    child = subprocess.Popen(
        args.command,
        stdin=subprocess.DEVNULL,
        process_group=0,
        pass_fds=(lock,),
        preexec_fn=_die_with_supervisor,  # noqa: PLW1509 - this script has one thread
    )
    while child.poll() is None and not leash.is_cut():
        leash.wait()
    return _end(child, args.grace)


class _Leash:
    def __init__(self, *, parent: int, wake: int) -> None:
        self._parent = parent
        self._wake = wake
        self._cut = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_stop)
        # A handler must exist, else the end of the child would not interrupt wait().
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    def is_cut(self) -> bool:
        return self._cut or os.getppid() != self._parent

    def wait(self) -> None:
        """Until something may have happened, half a second at most."""
        stdin = sys.stdin.fileno()
        ready, _, _ = select.select([stdin, self._wake], [], [], _PARENT_POLL_S)
        if self._wake in ready:
            os.read(self._wake, 512)
        if stdin in ready and not os.read(stdin, 512):
            self._cut = True

    def _on_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._cut = True


def _lock(path: str, leash: _Leash) -> int | None:
    """The open, locked file, or nothing if it stays taken or the leash is cut."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + _LOCK_WAIT_S
    while not leash.is_cut() and time.monotonic() < deadline:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            leash.wait()
        else:
            return lock
    return None


def _die_with_supervisor() -> None:
    """Linux alone can do this; elsewhere only a KILL of this very script leaves the command."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _end(child: subprocess.Popen[bytes], grace: float) -> int:
    """Ask the whole group, wait, then insist; what the command left behind goes too."""
    _signal_group(child.pid, signal.SIGTERM)
    try:
        code = child.wait(grace)
    except subprocess.TimeoutExpired:
        _signal_group(child.pid, signal.SIGKILL)
        code = child.wait()
    _signal_group(child.pid, signal.SIGKILL)
    return code if code >= 0 else 128 - code


def _signal_group(group: int, number: signal.Signals) -> None:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        # Gone already; macOS says the latter of a group of zombies.
        return


if __name__ == "__main__":
    sys.exit(main())
