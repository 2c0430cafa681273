"""What every clock promises."""

import asyncio
from datetime import UTC, timedelta

from application.ports.clock import Clock


class ClockContract:
    async def test_time_is_utc(self, clock: Clock) -> None:
        assert clock.now().tzinfo is UTC

    async def test_sleeping_takes_at_least_that_long(self, clock: Clock) -> None:
        before = clock.now()
        await clock.sleep(0.02)
        # A timer may fire a hair early, by its resolution.
        assert clock.now() - before >= timedelta(milliseconds=19)

    async def test_others_run_while_one_sleeps(self, clock: Clock) -> None:
        ran = []

        async def other() -> None:
            ran.append("other")

        task = asyncio.create_task(other())
        await clock.sleep(0.001)
        assert ran == ["other"]
        await task

    async def test_ids_are_26_letters_and_digits(self, clock: Clock) -> None:
        new_id = clock.new_id()
        assert len(new_id) == 26
        assert new_id.isascii()
        assert new_id.isalnum()

    async def test_ids_sort_by_time_of_making(self, clock: Clock) -> None:
        made = [clock.new_id() for _ in range(5_000)]
        assert made == sorted(set(made))

    async def test_ids_of_several_threads_are_unique(self, clock: Clock) -> None:
        def make() -> list[str]:
            return [clock.new_id() for _ in range(500)]

        batches = await asyncio.gather(*(asyncio.to_thread(make) for _ in range(8)))
        assert len({new_id for batch in batches for new_id in batch}) == 4_000
