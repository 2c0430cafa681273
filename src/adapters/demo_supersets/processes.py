"""Is that process still the one we knew? Is that port free? And who watches our own parent."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

_ADDRESS = "127.0.0.1"
_PARENT_POLL_S = 0.5
_PS_WORDS = 8
_SHELLS = frozenset({"sh", "ash", "bash", "dash", "ksh", "zsh"})


@dataclass(frozen=True)
class Process:
    """One living process. `started` tells it from a later one with the same pid."""

    pid: int
    name: str
    parent: int
    group: int
    started: str

    def lives(self) -> bool:
        now = look_up(self.pid)
        return now is not None and now.started == self.started


def look_up(pid: int) -> Process | None:
    """Absent when there is no such process, or only a zombie that waits for its parent."""
    if sys.platform == "linux":
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return None
        # proc(5): the name stands in brackets and may hold spaces; the state follows.
        head, _, tail = stat.rpartition(")")
        fields = tail.split()
        if fields[0] in "ZX":
            return None
        return Process(pid, head.partition("(")[2], int(fields[1]), int(fields[2]), fields[19])
    ps = ["/bin/ps", "-o", "ppid=,pgid=,lstart=,comm=", "-p", str(pid)]
    words = subprocess.run(ps, capture_output=True, text=True, check=False).stdout.split()
    if len(words) < _PS_WORDS:
        return None
    name = Path(" ".join(words[7:])).name
    return Process(pid, name, int(words[0]), int(words[1]), " ".join(words[2:7]))


def port_is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        if probe.connect_ex((_ADDRESS, port)) == 0:
            return False
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_ADDRESS, port))
        except OSError:
            return False
    return True


def any_free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_ADDRESS, 0))
        return int(probe.getsockname()[1])


def end_with_parent() -> None:
    """Send ourselves TERM when whoever started us is gone: a killed make says nothing."""
    starters = _starters()

    def watch() -> None:
        while all(starter.lives() for starter in starters):
            time.sleep(_PARENT_POLL_S)
        os.kill(os.getpid(), signal.SIGTERM)

    if starters:
        threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def _starters() -> list[Process]:
    """
    The parent; and when that is a shell of our own job, as make puts one in between, its parent.

    The shell of a terminal leads another process group, so it is not looked behind. Process 1
    means that we were started to live on alone.
    """
    found: list[Process] = []
    parent = look_up(os.getppid())
    while parent is not None and parent.pid > 1:
        found.append(parent)
        if parent.name not in _SHELLS or parent.group != os.getpgrp():
            break
        parent = look_up(parent.parent)
    return found
