"""What every store of run facts promises."""

from application.ports.run_facts import RunFacts
from contracts.samples import NOON, later
from domain.quality_facts import KeptFacts

FIRST = KeptFacts("chart-1", NOON, {"rows": 5, "nulls": {"имя": 0.25}, "newest": None})
SECOND = KeptFacts("chart-2", NOON, {"rows": 0})


class RunFactsContract:
    async def test_what_never_ran_is_left_out(self, run_facts: RunFacts) -> None:
        assert await run_facts.last("ss-dev", ["chart-1"]) == ()
        await run_facts.keep("ss-dev", [FIRST])
        assert await run_facts.last("ss-dev", ["chart-2", "chart-1"]) == (FIRST,)

    async def test_facts_come_back_as_they_were(self, run_facts: RunFacts) -> None:
        await run_facts.keep("ss-dev", [FIRST, SECOND])
        kept = await run_facts.last("ss-dev", ["chart-2", "chart-1", "chart-2"])
        assert kept == (SECOND, FIRST)

    async def test_new_run_replaces_the_last(self, run_facts: RunFacts) -> None:
        again = KeptFacts("chart-1", later(days=1), {"rows": 6})
        await run_facts.keep("ss-dev", [FIRST, SECOND])
        await run_facts.keep("ss-dev", [again])
        assert await run_facts.last("ss-dev", ["chart-1", "chart-2"]) == (again, SECOND)

    async def test_environments_are_told_apart(self, run_facts: RunFacts) -> None:
        await run_facts.keep("ss-dev", [FIRST])
        assert await run_facts.last("ss-prod", ["chart-1"]) == ()
