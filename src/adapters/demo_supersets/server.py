"""Start one Superset on its own files, or find the one that runs on them already."""

import fcntl
import json
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

import httpx

from adapters.demo_supersets.home import (
    EnvironmentHome,
    Home,
    last_words,
    superset_environ,
    write_whole,
)
from adapters.demo_supersets.leash import Leash
from adapters.demo_supersets.model import DemoFailed
from adapters.demo_supersets.processes import any_free_port, look_up, port_is_free
from adapters.demo_supersets.supervisor import LOCK_TAKEN

_START_S = 180.0
_POLL_S = 0.25
_LEAVING_S = 15.0
_PORT_ATTEMPTS = 3


@dataclass(frozen=True)
class Server:
    """`leash` is absent for a Superset that another living process of ours started."""

    url: str
    leash: Leash | None


@dataclass(frozen=True)
class _Known:
    """What server.json says. Without an owner the server has been told to end."""

    port: int
    owner: int | None
    owner_started: str | None

    def owner_lives(self) -> bool:
        return self.owner is not None and _started(self.owner) == self.owner_started


@dataclass
class Leashes:
    """Everything we run. After `stop` nothing new starts, and nothing runs."""

    stopped: threading.Event = field(default_factory=threading.Event)
    _running: list[Leash] = field(default_factory=list)
    _owned: list[EnvironmentHome] = field(default_factory=list)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def start(self, start: Callable[[], Leash]) -> Leash:
        with self._guard:
            self.check()
            leash = start()
            self._running.append(leash)
            return leash

    def own(self, env: EnvironmentHome, port: int) -> None:
        """Other processes may use this server until we stop."""
        with self._guard:
            self.check()
            _remember(env, port)
            self._owned.append(env)

    def check(self) -> None:
        if self.stopped.is_set():
            raise DemoFailed("stopped", "")

    def stop(self) -> None:
        """Cut all leashes first and wait after that, so that they end side by side."""
        with self._guard:
            self.stopped.set()
            for env in self._owned:
                _forget_owner(env)
            for leash in self._running:
                leash.cut()
            for leash in self._running:
                leash.close()
            self._running.clear()


def start_server(home: Home, env: EnvironmentHome, usual_port: int, leashes: Leashes) -> Server:
    """Blocks until /health answers."""
    for _ in range(_PORT_ATTEMPTS):
        port = _choose_port(env, usual_port)
        url = f"http://127.0.0.1:{port}"
        with suppress(FileNotFoundError):
            env.log.replace(env.log.with_suffix(".old.log"))
        command = _gunicorn(home, env, port)
        leash = leashes.start(partial(_leash, env, command))
        leashes.own(env, port)
        if _comes_up(env, leash, url, leashes):
            return Server(url, leash)
        leash.close()
        leashes.check()
        if leash.exit_code() == LOCK_TAKEN:
            raise DemoFailed("home_busy", str(env.root))
        if not _has_said(env, "Connection in use"):
            raise DemoFailed("superset_did_not_start", last_words(env.log))
    raise DemoFailed("port_busy", str(usual_port))


def _leash(env: EnvironmentHome, command: list[str | Path]) -> Leash:
    environ = superset_environ(env.root, env.config)
    return Leash.start(command, environ=environ, log=env.log, lock=env.server_lock)


def find_living(env: EnvironmentHome, leashes: Leashes) -> Server | None:
    """The server of another process of ours. One that is about to end is waited for."""
    if not _is_locked(env.server_lock):
        return None
    known = _recall(env)
    if known is not None and known.owner_lives():
        url = f"http://127.0.0.1:{known.port}"
        if answers(url):
            return Server(url, None)
    deadline = time.monotonic() + _LEAVING_S
    while _is_locked(env.server_lock):
        leashes.check()
        if time.monotonic() > deadline:
            raise DemoFailed("home_busy", str(env.root))
        time.sleep(_POLL_S)
    return None


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=5, trust_env=False).is_success
    except httpx.HTTPError:
        return False


def _gunicorn(home: Home, env: EnvironmentHome, port: int) -> list[str | Path]:
    """Several gunicorns of one user would share one control socket, so there is none."""
    return [
        *(home.python, "-I", "-m", "gunicorn", "superset.app:create_app()"),
        *("--workers", "1", "--worker-class", "gthread", "--threads", "8"),
        *("--bind", f"127.0.0.1:{port}", "--timeout", "120", "--graceful-timeout", "2"),
        *("--no-control-socket", "--chdir", env.root),
    ]


def _choose_port(env: EnvironmentHome, usual_port: int) -> int:
    known = _recall(env)
    remembered = [known.port] if known is not None else []
    for port in [*remembered, usual_port]:
        if port and port_is_free(port):
            return port
    return any_free_port()


def _comes_up(env: EnvironmentHome, leash: Leash, url: str, leashes: Leashes) -> bool:
    """
    False when the server ended by itself, or took too long.

    An answer alone may be that of a stranger who took the port a moment before us.
    """
    deadline = time.monotonic() + _START_S
    while leash.exit_code() is None and time.monotonic() < deadline:
        leashes.check()
        if _has_said(env, f"Listening at: {url}") and answers(url):
            return leash.exit_code() is None
        time.sleep(_POLL_S)
    return False


def _has_said(env: EnvironmentHome, words: str) -> bool:
    return words in env.log.read_text(encoding="utf-8", errors="replace")


def _forget_owner(env: EnvironmentHome) -> None:
    """Only the port is kept: who starts now must wait for this server's end."""
    known = _recall(env)
    if known is not None:
        write_whole(env.server, json.dumps(asdict(_Known(known.port, None, None))))


def _remember(env: EnvironmentHome, port: int) -> None:
    owner = os.getpid()
    write_whole(env.server, json.dumps(asdict(_Known(port, owner, _started(owner)))))


def _started(pid: int) -> str | None:
    process = look_up(pid)
    return process.started if process is not None else None


def _recall(env: EnvironmentHome) -> _Known | None:
    try:
        return _Known(**json.loads(env.server.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        # Absent, or written by another version of this program.
        return None


def _is_locked(path: Path) -> bool:
    """Whether a process of some server lives: the lock ends with the last of them."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return False
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False
