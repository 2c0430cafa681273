"""From an empty folder to a running, seeded Superset; each step keeps what is done already."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from adapters.demo_supersets.environment import prepare, read_accounts
from adapters.demo_supersets.home import EnvironmentHome, Home, write_whole
from adapters.demo_supersets.model import Account, DemoEnvironment, DemoFailed, Progress, Report
from adapters.demo_supersets.provision import Provisioner
from adapters.demo_supersets.retail import write_retail
from adapters.demo_supersets.sample_data import Seeder
from adapters.demo_supersets.sample_objects import Sample
from adapters.demo_supersets.server import Leashes, find_living, start_server
from adapters.demo_supersets.superset_api import SupersetApi

_LOCK_POLL_S = 0.5
_RETAIL_SEED: Mapping[Sample, int] = {"dev": 11, "prod": 29}


@dataclass(frozen=True)
class Planned:
    """One environment to be. Port 0 means any free one, no sample an empty Superset."""

    env_id: str
    tier: str | None
    sample: Sample | None
    usual_port: int


@dataclass(frozen=True)
class BringUp:
    home: Home
    uv: Path
    leashes: Leashes
    report: Report

    def provision(self) -> Path:
        """The installation and the template, whose path is returned."""
        with self.locked(self.home.provisioning_lock):
            provisioner = Provisioner(self.home, self.uv, self.report, self.leashes)
            provisioner.install()
            return provisioner.template()

    def side_by_side(
        self, planned: Sequence[tuple[Planned, EnvironmentHome]], template: Path
    ) -> list[DemoEnvironment]:
        """All at once; the first failure ends the others and is the one that is raised."""
        with ThreadPoolExecutor(max_workers=len(planned)) as pool:
            try:
                futures = [pool.submit(self.one, plan, env, template) for plan, env in planned]
                for future in as_completed(futures):
                    future.result()
            except BaseException:
                # Also a signal: the pool waits for its threads, and they for our Supersets.
                self.leashes.stop()
                raise
        return [future.result() for future in futures]

    def one(self, plan: Planned, env: EnvironmentHome, template: Path) -> DemoEnvironment:
        living = find_living(env, self.leashes)
        if living is None:
            self.report(Progress("accounts", 0, 1, plan.env_id))
            prepare(env, self.home, template)
            self.report(Progress("accounts", 1, 1, plan.env_id))
        accounts = read_accounts(env)
        if plan.sample is not None:
            write_retail(env.retail, _RETAIL_SEED[plan.sample])
        self.report(Progress("start", 0, 1, plan.env_id))
        server = living or start_server(self.home, env, plan.usual_port, self.leashes)
        self.report(Progress("start", 1, 1, plan.env_id))
        if plan.sample is not None:
            self._seed(plan.sample, env, server.url, accounts["admin"])
        self.report(Progress("ready", 1, 1, plan.env_id))
        return DemoEnvironment(plan.env_id, server.url, plan.tier, accounts)

    def _seed(self, sample: Sample, env: EnvironmentHome, url: str, admin: Account) -> None:
        """Once and never again: what people delete or change later stays as they left it."""
        wanted = json.dumps({"sample": sample, "retail": str(env.retail)})
        written = env.seeded.read_text(encoding="utf-8") if env.seeded.is_file() else None
        if written == wanted:
            return

        def on_step(done: int, total: int) -> None:
            self.leashes.check()
            self.report(Progress("data", done, total, env.env_id))

        try:
            with SupersetApi(url) as api:
                api.sign_in(admin)
                seeder = Seeder(api, sample, env.retail, on_step)
                if written is None:
                    seeder.seed()
                else:
                    seeder.repoint()
        except DemoFailed:
            # A server that we are stopping answers nothing any more.
            self.leashes.check()
            raise
        write_whole(env.seeded, wanted)

    @contextmanager
    def locked(self, path: Path) -> Iterator[None]:
        """Another process of ours may be at it; wait as long as it takes, or until stopped."""
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        while True:
            self.leashes.check()
            try:
                lock.acquire(timeout=_LOCK_POLL_S)
            except Timeout:
                self.report(Progress("wait", 0, 1))
            else:
                break
        try:
            yield
        finally:
            lock.release()


def one_at_a_time(report: Report) -> Report:
    """The same callback, never called twice at once and never twice with the same news."""
    guard = threading.Lock()
    last: dict[tuple[str, str | None], Progress] = {}

    def guarded(progress: Progress) -> None:
        with guard:
            if last.get((progress.step, progress.env_id)) != progress:
                last[progress.step, progress.env_id] = progress
                report(progress)

    return guarded
