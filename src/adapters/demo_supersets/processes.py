"""Is that process still the one we knew? Is that port free? And who watches our own parent."""

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

_ADDRESS = "127.0.0.1"
_PARENT_POLL_S = 0.5


def started_at(pid: int) -> str | None:
    """A text that tells this process from a later one with the same pid; absent when dead."""
    if sys.platform == "linux":
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        # proc(5): state is the third field of the file, starttime the twenty-second.
        return None if fields[0] in "ZX" else fields[19]
    ps = ["/bin/ps", "-o", "lstart=", "-p", str(pid)]
    shown = subprocess.run(ps, capture_output=True, text=True, check=False)
    return shown.stdout.strip() or None


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
    """Send ourselves TERM when the process that started us is gone (make was killed)."""
    parent = os.getppid()
    never = threading.Event()

    def watch() -> None:
        while os.getppid() == parent:
            never.wait(_PARENT_POLL_S)
        with suppress(ProcessLookupError):
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
