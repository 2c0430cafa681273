"""Proof after a move: every chart is run where it came from and where it went."""

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from returns.result import Failure

from application.ports.clock import Clock
from application.ports.superset.gateway import Superset
from application.toolkit.stock import Stock
from domain.superset import ChartRun, ChartSummary, JsonValue

BUDGET_S: Final = 30.0
# A Superset serves people as well.
_AT_ONCE: Final = 4

Verdict = Literal["same", "worse", "not_run"]


@dataclass(frozen=True, slots=True)
class TimedRun:
    """What a chart gave, and how long it took in seconds."""

    run: ChartRun
    seconds: float


@dataclass(frozen=True, slots=True)
class ChartProof:
    """One chart on both sides; `source` is None where there is no such side, or it said nothing."""

    title: str
    uuid: str
    source: TimedRun | None
    target: TimedRun | None

    @property
    def verdict(self) -> Verdict:
        """
        Worse: an error that the source does not have, other columns, or no rows any more.

        Another number of rows is no fault: two environments rarely hold the same data.
        """
        if self.target is None:
            return "not_run"
        there = self.target.run
        here = self.source.run if self.source is not None else None
        if there.error is not None:
            return "same" if here is not None and here.error is not None else "worse"
        if here is None or here.error is not None:
            return "same"
        is_empty = there.row_count == 0 and here.row_count > 0
        return "worse" if is_empty or there.columns != here.columns else "same"

    @property
    def wire(self) -> dict[str, JsonValue]:
        """As results hold it."""
        return {
            "chart": self.title,
            "uuid": self.uuid,
            "verdict": self.verdict,
            "source": _wire(self.source),
            "target": _wire(self.target),
        }


async def prove_after(
    uuids: Iterable[str], target: Stock, source: Stock | None, clock: Clock
) -> tuple[ChartProof, ...]:
    """Run charts on both sides, a few at a time; after BUDGET_S the rest counts as not run."""
    known = sorted(
        (target.charts[uuid] for uuid in uuids if uuid in target.charts), key=lambda c: c.title
    )
    pairs = [(chart, source.charts.get(chart.uuid) if source else None) for chart in known]
    on_target = asyncio.Semaphore(_AT_ONCE)
    on_source = asyncio.Semaphore(_AT_ONCE)
    there = [_run(target.superset, chart, on_target, clock) for chart, _ in pairs]
    here = [_run(source.superset if source else None, twin, on_source, clock) for _, twin in pairs]
    runs = await _within_budget([*there, *here])
    half = len(pairs)
    proofs = [
        ChartProof(chart.title, chart.uuid, runs[half + index], runs[index])
        for index, (chart, _) in enumerate(pairs)
    ]
    return tuple(await _looked_again(proofs, target, clock))


async def _looked_again(proofs: list[ChartProof], target: Stock, clock: Clock) -> list[ChartProof]:
    """A busy Superset errs: what looks worse is run once more, alone, before anybody is told."""
    gate = asyncio.Semaphore(1)
    doubtful = [proof for proof in proofs if proof.verdict == "worse"]
    again = await _within_budget(
        [_run(target.superset, target.charts[p.uuid], gate, clock) for p in doubtful]
    )
    second = {p.uuid: run for p, run in zip(doubtful, again, strict=True) if run is not None}
    return [replace(p, target=second.get(p.uuid, p.target)) for p in proofs]


def worse(proofs: Iterable[ChartProof]) -> list[str]:
    """The titles of charts that got worse."""
    return [proof.title for proof in proofs if proof.verdict == "worse"]


async def _run(
    superset: Superset | None, chart: ChartSummary | None, gate: asyncio.Semaphore, clock: Clock
) -> TimedRun | None:
    if superset is None or chart is None:
        return None
    async with gate:
        began = clock.now()
        ran = await superset.charts.run(chart.id)
        took = _seconds(began, clock.now())
    return None if isinstance(ran, Failure) else TimedRun(ran.unwrap(), took)


async def _within_budget(
    runs: list[Coroutine[None, None, TimedRun | None]],
) -> list[TimedRun | None]:
    tasks = [asyncio.ensure_future(run) for run in runs]
    if not tasks:
        return []
    _, late = await asyncio.wait(tasks, timeout=BUDGET_S)
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late)
    return [None if task.cancelled() else task.result() for task in tasks]


def _seconds(began: datetime, ended: datetime) -> float:
    return round((ended - began).total_seconds(), 3)


def _wire(timed: TimedRun | None) -> JsonValue:
    if timed is None:
        return None
    return {
        "columns": list(timed.run.columns),
        "rows": timed.run.row_count,
        "error": timed.run.error,
        "seconds": timed.seconds,
    }
