from datetime import timedelta

import pytest

from adapters.memory.clock import MemoryClock
from adapters.system.clock import SystemClock
from application.ports.clock import Clock
from contracts.clock import ClockContract


class TestMemoryClock(ClockContract):
    @pytest.fixture
    def clock(self) -> MemoryClock:
        return MemoryClock()

    async def test_it_stands_until_moved(self, clock: MemoryClock) -> None:
        before = clock.now()
        assert clock.now() == before
        clock.advance(timedelta(hours=1))
        await clock.sleep(2)
        assert clock.now() - before == timedelta(hours=1, seconds=2)
        assert clock.slept == [2]


class TestSystemClock(ClockContract):
    @pytest.fixture
    def clock(self) -> Clock:
        return SystemClock()

    async def test_ids_stay_in_order_when_the_clock_is_set_back(
        self, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = clock.new_id()
        monkeypatch.setattr("time.time_ns", lambda: 0)
        assert clock.new_id() > first
