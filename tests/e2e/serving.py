"""The service in front of the suite's Superset, as its own process, with sign-in links."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from adapters.demo_supersets.model import DemoEnvironment
from kills.running import LAUNCHER, Running

ROLES = ("admin", "analyst", "viewer")
ENVIRONMENTS = ("ss-dev", "ss-prod")


@dataclass
class Serving(Running):
    """`superset-agent serve`; both of its environments are the one Superset of the suite."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def link(self, role: str) -> str:
        """A new sign-in link, as `superset-agent link` prints it."""
        command = [*LAUNCHER, "link", "--role", role]
        said = subprocess.run(command, env=self._variables, capture_output=True, check=True)
        return said.stdout.decode().strip()


def serving(folder: Path, superset: DemoEnvironment, **variables: str) -> Serving:
    """A service that is ready; whoever asked for it stops it."""
    file = folder / "environments.toml"
    lines = [line for env_id in ENVIRONMENTS for line in _environment(env_id, superset)]
    file.write_text("\n".join(lines))
    passwords = {_password(role): superset.accounts[role].password for role in ROLES}
    environment = {"AGENT_ENVIRONMENTS_FILE": str(file), **passwords, **variables}
    service = Serving(folder, environment)
    service.start()
    return service


def _environment(env_id: str, superset: DemoEnvironment) -> list[str]:
    lines = [f"[{env_id}]", f'url = "{superset.url}"']
    for role in ROLES:
        lines += [
            f"[{env_id}.accounts.{role}]",
            f'username = "{superset.accounts[role].username}"',
            f'password_env = "{_password(role)}"',
        ]
    return lines


def _password(role: str) -> str:
    return f"SUITE_{role.upper()}_PASSWORD"
