"""What the demo Supersets give and take: environments, progress, and one kind of failure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Account:
    username: str
    password: str

    def __repr__(self) -> str:
        return f"Account({self.username!r})"


@dataclass(frozen=True)
class DemoEnvironment:
    """A running, seeded Superset. `accounts` has the keys admin, analyst and viewer."""

    env_id: str
    url: str
    tier: str | None
    accounts: Mapping[str, Account]


@dataclass(frozen=True)
class Progress:
    """`step` is one of STEPS; `env_id` is absent for what all environments share."""

    step: str
    done: int
    total: int
    env_id: str | None = None


STEPS = ("wait", "install", "template", "accounts", "start", "data", "ready")

Report = Callable[[Progress], None]


class DemoFailed(Exception):  # noqa: N818 - the name is the sentence's verb in the command line
    """
    Why there are no demo Supersets. `detail` is for people who debug: a path, a last line.

    Codes: python_missing, uv_missing, install_failed, template_failed, port_busy,
    superset_did_not_start, data_failed, home_busy, home_unusable, stopped.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
