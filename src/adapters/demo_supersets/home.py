"""Where things lie in the demo's home folder, and the few files that are ours to write."""

import os
import re
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

ACCOUNTS: Mapping[str, str] = {
    "admin": "agent-admin",
    "analyst": "agent-analyst",
    "viewer": "agent-viewer",
}

_LONGEST_LINE = 300
_REASON = re.compile(r"[\w.]*(Error|Exception)\b.*: |error: ")
_SUPERSET_NEEDS = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")


@dataclass(frozen=True)
class Release:
    """Which Superset: its version, and the lock file that says what to install."""

    lock_file: Path
    version: str = "6.1.0"


@dataclass(frozen=True)
class Home:
    """What all demo Supersets of one release share: the installation and the template."""

    root: Path
    release: Release

    @property
    def venv(self) -> Path:
        return self.root / f"superset-{self.release.version}"

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    @property
    def provisioning_lock(self) -> Path:
        return self.root / f"superset-{self.release.version}.lock"

    @property
    def child_lock(self) -> Path:
        """Held by a running installer or template process itself, not by us."""
        return self.root / f"superset-{self.release.version}.child.lock"

    def environment(self, env_id: str) -> "EnvironmentHome":
        return EnvironmentHome(self.root / "demo" / env_id, env_id)


@dataclass(frozen=True)
class EnvironmentHome:
    """What one Superset owns alone."""

    root: Path
    env_id: str

    @property
    def metadata(self) -> Path:
        return self.root / "superset.db"

    @property
    def config(self) -> Path:
        return self.root / "superset_config.py"

    @property
    def accounts(self) -> Path:
        return self.root / "accounts.json"

    @property
    def retail(self) -> Path:
        return self.root / "retail.db"

    @property
    def seeded(self) -> Path:
        return self.root / "seeded.json"

    @property
    def server(self) -> Path:
        return self.root / "server.json"

    @property
    def server_lock(self) -> Path:
        return self.root / "server.lock"

    @property
    def log(self) -> Path:
        return self.root / "superset.log"


def write_whole(path: Path, text: str) -> None:
    """Readable by us alone, and never half written."""
    unfinished = path.with_name(path.name + ".tmp")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(
        os.open(unfinished, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def last_words(log: Path) -> str:
    """The last line of a log that gives a reason, else the last one, and where the others are."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        lines = []
    said = [line.strip() for line in lines if line.strip()] or ["-"]
    reasons = [line for line in said if _REASON.match(line)]
    return f"{(reasons or said)[-1][:_LONGEST_LINE]} ({log})"


def holds(file: Path, table: str) -> bool:
    """Whether a file is a database with that table; an emptied or damaged one is not."""
    if not file.is_file():
        return False
    wanted = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    try:
        with closing(sqlite3.connect(file)) as db:
            return db.execute(wanted, (table,)).fetchone() is not None
    except sqlite3.DatabaseError:
        return False


def put_database(unfinished: Path, file: Path) -> None:
    """Put a whole database in its place; what SQLite left of the one before is not of this one."""
    for rest in ("-journal", "-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    unfinished.replace(file)


def superset_environ(root: Path, config: Path) -> dict[str, str]:
    """Nothing of ours reaches Superset: not our import path, not the agent's keys."""
    inherited = {name: os.environ[name] for name in _SUPERSET_NEEDS if name in os.environ}
    return inherited | {
        "SUPERSET_CONFIG_PATH": str(config),
        "SUPERSET_HOME": str(root),
        "FLASK_APP": "superset",
        "PYTHONUNBUFFERED": "1",
    }


def installer_environ() -> dict[str, str]:
    """The person's own package index and proxy count; our import path and keys do not."""
    ours = ("AGENT_", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return inherited | {"UV_NO_PROGRESS": "1", "UV_PYTHON_DOWNLOADS": "never"}


def python_is_supported() -> bool:
    """Superset 6.1 resolves on these; on 3.13 it does not."""
    return (3, 11) <= sys.version_info[:2] <= (3, 12)
