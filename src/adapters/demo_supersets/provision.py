"""Install Superset once, and build once the metadata file that every environment starts from."""

import hashlib
import json
import re
import secrets
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adapters.demo_supersets.home import (
    ACCOUNTS,
    Home,
    installer_environ,
    last_words,
    python_is_supported,
    superset_environ,
    write_whole,
)
from adapters.demo_supersets.leash import Leash
from adapters.demo_supersets.model import DemoFailed, Progress, Report
from adapters.demo_supersets.server import Leashes
from adapters.demo_supersets.superset_config import config_text
from adapters.demo_supersets.supervisor import LOCK_TAKEN

_SCRIPT = Path(__file__).with_name("make_template.py")
_VIEWER_ROLE = "agent_viewer_data"
_ROLES = {
    "admin": ["Admin"],
    "analyst": ["Alpha", "sql_lab"],
    # A bare Gamma sees no dashboard.
    "viewer": ["Gamma", _VIEWER_ROLE],
}
_POLL_S = 0.2


@dataclass(frozen=True)
class Provisioner:
    """Both steps end with one rename or one marker, so a killed one starts from nothing."""

    home: Home
    uv: Path
    report: Report
    leashes: Leashes

    def install(self) -> None:
        """Superset in a virtual environment of its own. At once when it is complete already."""
        lock = self.home.release.lock_file.read_bytes()
        digest = hashlib.sha256(lock).hexdigest()
        total = len(re.findall(rb"^\S+==", lock, re.MULTILINE))
        marker = self.home.venv / "complete"
        if _reads(marker, _whole(digest, self.home.venv)) and self.home.python.exists():
            self.report(Progress("install", total, total))
            return
        if not python_is_supported():
            raise DemoFailed("python_missing", sys.version.split()[0])
        if not self.uv.is_file():
            raise DemoFailed("uv_missing", str(self.uv))
        marker.unlink(missing_ok=True)
        self.report(Progress("install", 0, total))
        log = self.home.root / f"superset-{self.home.release.version}-install.log"
        for command in self._install_commands():
            code = self._run(
                command,
                environ=installer_environ(),
                log=log,
                on_poll=lambda: self.report(
                    Progress("install", min(_installed(self.home.venv), total), total)
                ),
            )
            if code != 0:
                raise DemoFailed("install_failed", last_words(log))
        write_whole(marker, _whole(digest, self.home.venv))
        self.report(Progress("install", total, total))

    @property
    def template_path(self) -> Path:
        """Another lock file, script, role or user means another template."""
        made_from = self.home.release.lock_file.read_bytes() + _SCRIPT.read_bytes()
        tag = hashlib.sha256(made_from + _wanted().encode()).hexdigest()[:12]
        return self.home.root / f"superset-{self.home.release.version}-template-{tag}.db"

    def template(self) -> Path:
        """A Superset metadata file with roles, permissions and three users without passwords."""
        template = self.template_path
        if template.is_file():
            self.report(Progress("template", 1, 1))
            return template
        self.report(Progress("template", 0, 1))
        folder = self.home.root / f"superset-{self.home.release.version}-template.tmp"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        unfinished, config = folder / "superset.db", folder / "superset_config.py"
        write_whole(config, config_text("template", secrets.token_urlsafe(48), unfinished))
        log = self.home.root / f"superset-{self.home.release.version}-template.log"
        code = self._run(
            [self.home.python, "-I", _SCRIPT, _wanted()],
            environ=superset_environ(folder, config),
            log=log,
            on_poll=lambda: None,
        )
        if code != 0:
            raise DemoFailed("template_failed", last_words(log))
        unfinished.replace(template)
        shutil.rmtree(folder, ignore_errors=True)
        self.report(Progress("template", 1, 1))
        return template

    def _install_commands(self) -> list[list[str | Path]]:
        """Without its marker an environment may be half written, so it is made anew."""
        sync: list[str | Path] = [self.uv, "pip", "sync", "--require-hashes"]
        return [
            [self.uv, "venv", "--clear", "--force", "--python", sys.executable, self.home.venv],
            [*sync, "--python", self.home.python, self.home.release.lock_file],
        ]

    def _run(
        self,
        command: list[str | Path],
        *,
        environ: dict[str, str],
        log: Path,
        on_poll: Callable[[], None],
    ) -> int:
        leash = self.leashes.start(
            lambda: Leash.start(command, environ=environ, log=log, lock=self.home.child_lock)
        )
        while (code := leash.exit_code()) is None:
            self.leashes.check()
            on_poll()
            time.sleep(_POLL_S)
        self.leashes.check()
        if code == LOCK_TAKEN:
            raise DemoFailed("home_busy", str(self.home.root))
        return code


def _reads(marker: Path, expected: str) -> bool:
    return marker.is_file() and marker.read_text(encoding="utf-8") == expected


def _whole(digest: str, venv: Path) -> str:
    """What marks an installation of that lock file from which nothing was deleted."""
    return f"{digest} {_installed(venv)}"


def _installed(venv: Path) -> int:
    return sum(1 for _ in venv.glob("lib/python*/site-packages/*.dist-info"))


def _wanted() -> str:
    """The argument of make_template.py."""
    every_dataset = "all_datasource_access"
    users = [{"username": ACCOUNTS[role], "roles": roles} for role, roles in _ROLES.items()]
    grants = {_VIEWER_ROLE: [[every_dataset, every_dataset]]}
    return json.dumps({"users": users, "grants": grants})
