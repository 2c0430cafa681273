"""The demo's two Supersets, and single copies for test suites."""

import sqlite3
from pathlib import Path

from adapters.demo_supersets.bring_up import BringUp, Planned, one_at_a_time
from adapters.demo_supersets.home import EnvironmentHome, Home, Release
from adapters.demo_supersets.model import DemoEnvironment, DemoFailed, Progress, Report
from adapters.demo_supersets.sample_objects import Sample
from adapters.demo_supersets.server import Leashes

ENVIRONMENTS = (
    Planned("ss-dev", "dev", "dev", 8091),
    Planned("ss-prod", "prod", "prod", 8092),
)


class DemoSupersets:
    """
    Two real Supersets that live as long as this process does.

    `home` is kept from run to run. `report` is called from several threads, one at a time.
    """

    def __init__(self, home: Path, report: Report, *, lock_file: Path, uv: Path) -> None:
        self._home = Home(home.absolute(), Release(lock_file.absolute()))
        self._planned = [(plan, self._home.environment(plan.env_id)) for plan in ENVIRONMENTS]
        self._leashes = Leashes()
        self._bring_up = BringUp(self._home, uv, self._leashes, one_at_a_time(report))

    def start(self) -> list[DemoEnvironment]:
        """Install, seed and start whatever is missing; blocks. Raises DemoFailed."""
        try:
            with self._bring_up.locked(self._home.root / "demo" / "start.lock"):
                return self._bring_up.side_by_side(self._planned, self._bring_up.provision())
        except (OSError, sqlite3.Error) as error:
            self.stop()
            raise DemoFailed("home_unusable", f"{self._home.root}: {_reason(error)}") from error
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Return when no process of ours is left. Safe from any thread, also during start."""
        self._leashes.stop()


class SupersetCopy:
    """One fresh, seeded Superset in a folder of its own."""

    def __init__(
        self, environment: DemoEnvironment, files: EnvironmentHome, leashes: Leashes
    ) -> None:
        self.environment = environment
        self.files = files
        self._leashes = leashes

    def stop(self) -> None:
        self._leashes.stop()


def _reason(error: OSError | sqlite3.Error) -> str:
    if isinstance(error, sqlite3.Error) or error.strerror is None:
        return str(error)
    return error.strerror


def _say_nothing(_progress: Progress) -> None:
    return


def start_copy(
    home: Path,
    into: Path,
    env_id: str,
    sample: Sample | None = "dev",
    *,
    release: Release,
    uv: Path,
) -> SupersetCopy:
    """
    A Superset for one test suite: installation and template from `home`, all else `into`.

    It has a key, a cookie name, accounts and a port of its own; `sample` None leaves it without
    sample data, which releases before 6 would not take. Raises DemoFailed.
    """
    leashes = Leashes()
    bring_up = BringUp(Home(home.absolute(), release), uv, leashes, _say_nothing)
    files = EnvironmentHome(into.absolute(), env_id)
    plan = Planned(env_id, tier=sample, sample=sample, usual_port=0)
    try:
        environment = bring_up.one(plan, files, bring_up.provision())
    except BaseException:
        leashes.stop()
        raise
    return SupersetCopy(environment, files, leashes)
