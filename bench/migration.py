"""
How long 30 charts over 12 datasets take from one local Superset to another, proof included.

Two Supersets of its own are started, and the whole service moves the dashboards: planned, approved
and carried out as a task. Aim: 20 s. Prints seconds and requests of each part, and the machine's
load, since both Supersets share its processors with whatever else runs.
"""

import asyncio
import itertools
import os
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import httpx
import structlog
from dependency_injector import providers

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy, start_copy
from adapters.memory.clock import MemoryClock
from adapters.superset_httpx.gateway import HttpSupersets
from domain.environments import Environment, Environments
from domain.tasks import TaskState
from superset.two_supersets import Json, Side
from superset_fixture import CURRENT, superset_home
from turns.world import World, call, only, types

DATASETS, CHARTS, DASHBOARDS, AIM_S = 12, 30, 3, 20.0
MIGRATE = call("execute_migration", source_env="ss-dev", target_env="ss-prod")


class Counting(httpx.AsyncBaseTransport):
    """Counts what is asked of the Supersets, by method and kind of address."""

    def __init__(self) -> None:
        self._inner = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=20))
        self.asked: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        parts = ("#" if part.isdecimal() else part for part in request.url.path.split("/")[3:])
        name = f"{request.method} {'/'.join(parts)}"
        begun = time.perf_counter()
        answer = await self._inner.handle_async_request(request)
        self.asked[name] += 1
        self.seconds[name] += time.perf_counter() - begun  # type: ignore[assignment]  # a sum
        return answer

    async def aclose(self) -> None:
        await self._inner.aclose()


def arrange(side: Side) -> None:
    """Three dashboards of ten charts each, and nothing else on the source."""
    for number in [row["id"] for row in side.api.all_rows("dashboard", ["id"], "dashboard_title")]:
        side.api.call("DELETE", f"/api/v1/dashboard/{number}")
    sql = "SELECT id, revenue, {} AS n FROM orders"
    datasets = [side.dataset(f"Bench {n}", sql.format(n)) for n in range(DATASETS)]
    charts = [
        side.chart(f"Bench chart {n}", dataset, ("id", "revenue"))
        for n, dataset in zip(range(CHARTS), itertools.cycle(datasets), strict=False)
    ]
    each = CHARTS // DASHBOARDS
    for n in range(DASHBOARDS):
        side.dashboard(f"Bench {n}", charts[n * each : (n + 1) * each])


def service(sides: list[Side], transport: Counting) -> World:
    environments = [Environment(side.env_id, side.copy.environment.url) for side in sides]
    accounts = {side.env_id: side.accounts for side in sides}
    door = HttpSupersets(Environments(environments), accounts, transport=transport)
    return World(
        [[MIGRATE], "It runs.", [MIGRATE], "Nothing."],
        clock=MemoryClock(datetime.now(UTC)),
        environments=environments,
        adjust=lambda container: container.supersets.override(providers.Object(door)),
    )


async def measure(sides: list[Side]) -> dict[str, float]:
    """Seconds of the parts."""
    transport = Counting()
    here = service(sides, transport)
    await here.tasks.serve(here.container.task_worker().work)
    seconds: dict[str, float] = {}
    begun = time.perf_counter()
    planned = await here.send("migrate")
    expect("confirm_required" in types(planned), planned)
    seconds["plan"] = time.perf_counter() - begun
    report("plan", seconds["plan"], transport)
    begun = time.perf_counter()
    decided = await here.decide()
    expect("tool_end" in types(decided), decided)
    ended = only(decided, "tool_end")
    task = await here.tasks.wait(ended["action_id"], 120)
    seconds["task"] = time.perf_counter() - begun
    report("approval to the end of the task", seconds["task"], transport)
    expect(task is not None and task.state is TaskState.SUCCEEDED, task)
    result: Json = None if task is None else task.result
    verdicts = [proof["verdict"] for line in result["dashboards"] for proof in line["proof"]]
    expect(verdicts == ["same"] * CHARTS, result)
    begun = time.perf_counter()
    again = await here.send("again")
    expect("confirm_required" not in types(again), again)
    seconds["again"] = time.perf_counter() - begun
    report("once more, no change", seconds["again"], transport)
    await transport.aclose()
    return seconds


def expect(is_so: bool, told: object) -> None:  # noqa: FBT001  # reads like an assertion
    if not is_so:
        raise RuntimeError(f"the service did something else: {told}")


def report(part: str, seconds: float, transport: Counting) -> None:
    print(f"{part}: {seconds:.1f} s, {sum(transport.asked.values())} requests")
    for name, taken in transport.seconds.most_common(8):
        print(f"    {taken:6.1f} s in {transport.asked[name]:3d} {name}")
    transport.asked.clear()
    transport.seconds.clear()


def started(folder: Path, env_id: str, tier: str) -> SupersetCopy:
    uv = Path(sys.executable).with_name("uv")
    sample = "prod" if tier == "prod" else "dev"
    return start_copy(superset_home(), folder / tier, env_id, sample, release=CURRENT, uv=uv)


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with tempfile.TemporaryDirectory() as folder:
        copies = [started(Path(folder), f"ss-bench-{tier}", tier) for tier in ("dev", "prod")]
        try:
            sides: list[Side] = []
            for env_id, copy in zip(("ss-dev", "ss-prod"), copies, strict=True):
                api = SupersetApi(copy.environment.url)
                api.sign_in(copy.environment.accounts["admin"])
                sides.append(Side(env_id, copy, api))
            arrange(sides[0])
            load, cores = os.getloadavg()[0], os.cpu_count()
            print(f"load {load:.1f} on {cores} cores before the measurement")
            seconds = asyncio.run(measure(sides))
            whole = seconds["plan"] + seconds["task"]
            print(f"{CHARTS} charts over {DATASETS} datasets: {whole:.1f} s (aim {AIM_S:.0f})")
            print(f"load {os.getloadavg()[0]:.1f} after it")
        finally:
            for copy in copies:
                copy.stop()


if __name__ == "__main__":
    main()
