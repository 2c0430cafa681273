"""What a chart on both sides says about a move."""

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest
from returns.result import Result, Success

from adapters.memory.superset.server import MemorySuperset
from application.ports.superset.charts import Charts
from application.toolkit.moving.proof_after import ChartProof, TimedRun, prove_after, worse
from application.toolkit.stock import Stock, take_stock
from domain.superset import ChartRun, SupersetError, SupersetFault
from moving_worlds import REGIONS, REVENUE, development
from tool_surroundings import Surroundings

FINE = ChartRun(3, ("a",), None)
BROKEN = ChartRun(0, (), "no such table")


@pytest.mark.parametrize(
    ("source", "target", "verdict"),
    [
        (FINE, FINE, "same"),
        (FINE, replace(FINE, row_count=1), "same"),
        (FINE, replace(FINE, row_count=0), "worse"),
        (FINE, replace(FINE, columns=("b",)), "worse"),
        (FINE, BROKEN, "worse"),
        (BROKEN, BROKEN, "same"),
        (BROKEN, FINE, "same"),
        (None, BROKEN, "worse"),
        (None, FINE, "same"),
        (FINE, None, "not_run"),
    ],
)
def test_verdict(source: ChartRun | None, target: ChartRun | None, verdict: str) -> None:
    sides = [None if run is None else TimedRun(run, 0.1) for run in (source, target)]
    assert ChartProof("Chart", "uuid", *sides).verdict == verdict


async def stock_of(server: MemorySuperset) -> Stock:
    here = Surroundings(dev=server)
    return (await take_stock("ss-dev", here.ctx().superset().unwrap())).unwrap()


class BusyOnce:
    """Errs at the first look, as a Superset does whose metadata is locked."""

    def __init__(self, charts: Charts) -> None:
        self.looks = 0
        self._charts = charts

    async def run(self, chart_id: str) -> Result[ChartRun, SupersetError]:
        self.looks += 1
        if self.looks == 1:
            return Success(ChartRun(0, (), "database is locked"))
        return await self._charts.run(chart_id)


async def test_what_looks_worse_is_looked_at_again() -> None:
    stock = await stock_of(development())
    busy = BusyOnce(stock.superset.charts)
    target = replace(stock, superset=replace(stock.superset, charts=busy))  # type: ignore[arg-type]
    proofs = await prove_after([REVENUE, REGIONS], target, stock, Surroundings().clock)
    assert worse(proofs) == []
    assert busy.looks == 3


async def test_side_that_does_not_answer_is_not_run() -> None:
    server = development()
    stock = await stock_of(server)
    server.fail_next(SupersetFault.GATEWAY, "charts.run", times=2)
    proofs = await prove_after([REVENUE, REGIONS, "gone"], stock, None, Surroundings().clock)
    assert [proof.verdict for proof in proofs] == ["not_run", "not_run"]


async def test_charts_that_take_too_long_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slow:
        async def run(self, _: str) -> Result[ChartRun, SupersetError]:
            await asyncio.sleep(60)
            raise AssertionError

    monkeypatch.setattr("application.toolkit.moving.proof_after.BUDGET_S", 0.05)
    stock = await stock_of(development())
    slow = replace(stock, superset=replace(stock.superset, charts=Slow()))  # type: ignore[arg-type]
    began = datetime.now().astimezone()
    (proof,) = await prove_after([REVENUE], slow, stock, Surroundings().clock)
    assert proof.verdict == "not_run"
    assert (datetime.now().astimezone() - began).total_seconds() < 5
