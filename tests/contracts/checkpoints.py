"""What every keeper of waiting turns promises."""

from collections.abc import Awaitable, Callable

from application.ports.checkpoints import Checkpoints

# Runs a turn of that id with the engine, until it waits for a person.
Wait = Callable[[str], Awaitable[None]]
# Lets a person answer, so that the turn goes on to its end.
Resume = Callable[[str], Awaitable[None]]


class CheckpointsContract:
    """Fixtures of the adapter: `checkpoints`, `wait` and `resume`."""

    async def test_unknown_turn_does_not_wait(self, checkpoints: Checkpoints) -> None:
        assert not await checkpoints.is_waiting("t1")
        assert await checkpoints.known() == ()

    async def test_forgetting_an_unknown_turn_is_a_no_op(
        self, checkpoints: Checkpoints, wait: Wait
    ) -> None:
        await wait("t1")
        await checkpoints.forget("t2")
        assert await checkpoints.known() == ("t1",)

    async def test_turn_that_waits_is_known(self, checkpoints: Checkpoints, wait: Wait) -> None:
        await wait("t1")
        assert await checkpoints.is_waiting("t1")
        assert not await checkpoints.is_waiting("t2")

    async def test_turns_are_kept_apart(self, checkpoints: Checkpoints, wait: Wait) -> None:
        await wait("t1")
        await wait("t2")
        assert sorted(await checkpoints.known()) == ["t1", "t2"]
        await checkpoints.forget("t1")
        assert await checkpoints.known() == ("t2",)
        assert await checkpoints.is_waiting("t2")

    async def test_forgotten_turn_cannot_be_resumed(
        self, checkpoints: Checkpoints, wait: Wait
    ) -> None:
        await wait("t1")
        await checkpoints.forget("t1")
        await checkpoints.forget("t1")
        assert not await checkpoints.is_waiting("t1")
        assert await checkpoints.known() == ()

    async def test_turn_that_went_on_waits_no_more(
        self, checkpoints: Checkpoints, wait: Wait, resume: Resume
    ) -> None:
        await wait("t1")
        await resume("t1")
        assert not await checkpoints.is_waiting("t1")
