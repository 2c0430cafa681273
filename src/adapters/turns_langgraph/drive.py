"""Drives one turn through the graph, up to its end or to its next question."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import structlog

from adapters.turns_langgraph.graph import TurnGraph
from adapters.turns_langgraph.savers import SaverCheckpoints, thread
from application.ports.store import StoreUnavailable
from application.turn.finish import Finish
from application.turn.recover import Recover
from application.turn.state import TurnRun
from domain.conversation import FinishReason
from domain.texts import Language

Durability = Literal["exit", "sync"]

# Twelve model calls, each with a batch of calls that are asked for one by one.
_MAX_STEPS: Final = 500
# How often a turn whose end could not be written is tried to be ended again.
_MEND_PAUSE_S: Final = 1.0

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Drive:
    """Whatever happens to a turn on the way, it ends, and says so."""

    graph: TurnGraph
    finish: Finish
    recover: Recover
    checkpoints: SaverCheckpoints

    async def __call__(
        self,
        run: TurnRun,
        language: Language,
        graph_input: Any,  # noqa: ANN401  # a TurnState or LangGraph's Command
        durability: Durability,
    ) -> None:
        structlog.contextvars.bind_contextvars(
            conversation_id=run.conversation_id, turn_id=run.turn_id
        )
        try:
            await self._to_its_end(run, language, graph_input, durability)
        except StoreUnavailable as reason:
            log.warning("turn_not_ended", reason=str(reason))
            await self._mend(run)

    async def cancelled(self, run: TurnRun) -> None:
        """End a turn that its person stopped."""
        run.answered |= await self.recover.settle(run.turn_id)
        waiting = await self.finish.confirmations.waiting(run.conversation_id)
        await self.finish.cancel(run, waiting)
        await self.checkpoints.forget(run.turn_id)

    async def break_off(self, run: TurnRun, language: Language) -> None:
        """End a turn that a bug broke."""
        run.answered |= await self.recover.settle(run.turn_id)
        await self.finish.break_off(run, language)
        await self.checkpoints.forget(run.turn_id)

    async def _to_its_end(
        self,
        run: TurnRun,
        language: Language,
        graph_input: Any,  # noqa: ANN401  # as above
        durability: Durability,
    ) -> None:
        config: Any = {**thread(run.turn_id), "recursion_limit": _MAX_STEPS}
        try:
            ended = await self.graph.ainvoke(
                graph_input, config, context=run, durability=durability
            )
            await self._end(run, ended)
        except asyncio.CancelledError:
            if not run.is_cancelled:
                # The service stops: the turn is told so by the recovery of the next start.
                raise
            await self.cancelled(run)
        except Exception as broken:
            # The one place where a bug becomes an event: the person must see an end.
            log.exception("turn_broke")
            if run.is_ending and isinstance(broken, StoreUnavailable):
                # It may have said its last word already.
                raise
            await self.break_off(run, language)

    async def _end(self, run: TurnRun, ended: Mapping[str, Any]) -> None:
        if ended.get("__interrupt__"):
            await self.finish(run, FinishReason.AWAITING_CONFIRMATION)
            return
        await self.finish(run, FinishReason(ended["finish"] or FinishReason.STOP))
        await self.checkpoints.forget(run.turn_id)

    async def _mend(self, run: TurnRun) -> None:
        """The end of a turn could not be written: it is, as soon as the store takes it."""
        run.is_broken, run.is_ending = True, False
        while True:
            await self.finish.clock.sleep(_MEND_PAUSE_S)
            try:
                await self.recover.mend(run.turn_id)
            except StoreUnavailable:
                continue
            return
