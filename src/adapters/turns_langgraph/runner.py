"""Drives turns through the graph, each as a task of its own."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import structlog
from langgraph.types import Command
from returns.result import Failure, Result, Success

from adapters.turns_langgraph.drive import Drive, Durability
from adapters.turns_langgraph.graph import Steps, build
from adapters.turns_langgraph.runs import Beginnings, Ports, Runs
from adapters.turns_langgraph.savers import SaverCheckpoints, thread
from application.ports.turn_runner import (
    DecisionRefused,
    DigestMissing,
    Message,
    MessageRefused,
    Session,
    TurnHandle,
    TurnRunner,
    UndoRefused,
)
from application.turn.finish import Finish
from application.turn.recover import Recover
from application.turn.state import CallState, TurnRun
from domain.confirmation import ClaimRefused, Confirmation, Decision, Verdict
from domain.conversation import ConversationUnknown, Turn
from domain.conversation import TurnState as Phase
from domain.superset import JsonValue
from domain.texts import Language

log = structlog.get_logger()


@dataclass(slots=True)
class _Running:
    task: asyncio.Task[None]
    run: TurnRun


class LangGraphTurnRunner(TurnRunner):
    """
    One process's turns.

    Requests of one conversation are taken one after the other. Between processes it is the atomic
    steps of the stores (`Turns.begin`, `Confirmations.claim`) that keep two of them apart.
    """

    def __init__(  # the constructor is the list of what it drives
        self,
        *,
        steps: Steps,
        beginnings: Beginnings,
        finish: Finish,
        recover: Recover,
        checkpoints: SaverCheckpoints,
        ports: Ports,
    ) -> None:
        self._graph = build(steps, checkpoints.saver)
        self._drive = Drive(self._graph, finish, recover, checkpoints)
        self._beginnings = beginnings
        self._finish = finish
        self._recover = recover
        self._checkpoints = checkpoints
        self._ports = ports
        self._runs = Runs(self._graph, ports)
        self._running: dict[str, _Running] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def start(self, message: Message, session: Session) -> Result[TurnHandle, MessageRefused]:
        async with self._lock(message.conversation_id):
            return await self._start(message, session)

    async def undo(
        self, action_id: str, session: Session
    ) -> Result[TurnHandle, UndoRefused | MessageRefused]:
        asked = await self._beginnings.undo(action_id, session)
        if isinstance(asked, Failure):
            return Failure(asked.failure())
        request = asked.unwrap()
        async with self._lock(request.message.conversation_id):
            return await self._start(request.message, session, request.call)

    async def decide(
        self, conversation_id: str, confirmation_id: str, decision: Decision, session: Session
    ) -> Result[TurnHandle, DecisionRefused]:
        owned = await self._ports.conversations.get(conversation_id, session.caller.user)
        if isinstance(owned, Failure):
            return Failure(owned.failure())
        if decision.verdict is Verdict.APPROVE and decision.digest is None:
            return Failure(DigestMissing())
        async with self._lock(conversation_id):
            return await self._decide(conversation_id, confirmation_id, decision, session)

    async def cancel(
        self, conversation_id: str, session: Session
    ) -> Result[None, ConversationUnknown]:
        owned = await self._ports.conversations.get(conversation_id, session.caller.user)
        if isinstance(owned, Failure):
            return Failure(owned.failure())
        async with self._lock(conversation_id):
            await self._cancel(conversation_id, session)
        return Success(None)

    async def remove(
        self, conversation_id: str, session: Session
    ) -> Result[None, ConversationUnknown]:
        user = session.caller.user
        owned = await self._ports.conversations.get(conversation_id, user)
        if isinstance(owned, Failure):
            return Failure(owned.failure())
        async with self._lock(conversation_id):
            await self._cancel(conversation_id, session)
            return await self._ports.conversations.remove(conversation_id, user)

    async def recover(self) -> None:
        await self._recover()

    async def drain(self, seconds: float) -> None:
        tasks = {running.task for running in self._running.values()}
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=seconds)

    def running(self) -> Mapping[str, JsonValue]:
        return {"turns": len(self._running)}

    def _lock(self, conversation_id: str | None) -> asyncio.Lock:
        lock = asyncio.Lock()
        return lock if conversation_id is None else self._locks.setdefault(conversation_id, lock)

    async def _start(
        self, message: Message, session: Session, call: CallState | None = None
    ) -> Result[TurnHandle, MessageRefused]:
        if message.conversation_id is not None:
            await self._let_end(message.conversation_id)
            await self._expire_if_due(message.conversation_id, session)
        accepted = await self._beginnings.accept(message, session)
        if isinstance(accepted, Failure):
            return Failure(await self._runs.explained(accepted.failure(), message))
        turn = accepted.unwrap()
        if turn.is_repeated:
            return Success(await self._runs.handle_of(turn))
        after = await self._ports.sink.last_seq(turn.conversation_id)
        language = await self._runs.language(turn, session)
        run = self._runs.fresh(turn, session)
        state = await self._runs.opening(turn, language, call)
        self._launch(turn, run, language, state, "exit")
        return Success(TurnHandle(turn.conversation_id, turn.id, after))

    async def _decide(
        self, conversation_id: str, confirmation_id: str, decision: Decision, session: Session
    ) -> Result[TurnHandle, DecisionRefused]:
        await self._let_end(conversation_id, confirmation_id)
        known = await self._ports.confirmations.get(confirmation_id)
        if known is None or known.conversation_id != conversation_id:
            return Failure(ClaimRefused("confirmation_unknown"))
        claimed = await self._ports.confirmations.claim(
            confirmation_id, decision, self._ports.clock.now()
        )
        if isinstance(claimed, Failure):
            if claimed.failure().code == "confirmation_expired":
                await self._expire_if_due(conversation_id, session)
            return Failure(claimed.failure())
        return Success(await self._resume(claimed.unwrap(), decision, session))

    async def _cancel(self, conversation_id: str, session: Session) -> None:
        running = self._running.get(conversation_id)
        if running is not None and not running.run.is_ending:
            running.run.is_cancelled = True
            await running.run.no_write.wait()
            running.task.cancel()
            await asyncio.wait({running.task})
            if not (running.run.is_ending or running.run.is_broken):
                # The task was stopped before its first step.
                await self._drive.cancelled(running.run)
        await self._let_end(conversation_id)
        turns = await self._ports.turns.of_conversation(conversation_id)
        if not turns or turns[-1].state is Phase.OVER:
            return
        if turns[-1].state is Phase.RUNNING:
            # The store failed before its task began, or when it was to end.
            await self._recover.mend(turns[-1].id)
            return
        # With nothing that waits, the decision was taken and its turn never went on.
        await self._drive.cancelled(await self._runs.waiting(turns[-1], session))

    async def _resume(
        self, confirmation: Confirmation, decision: Decision, session: Session
    ) -> TurnHandle:
        after = await self._ports.sink.last_seq(confirmation.conversation_id)
        turn = await self._ports.turns.get(confirmation.turn_id)
        if turn is None:
            raise AssertionError("a confirmation outlived its turn")
        run = await self._runs.waiting(turn, session)
        await self._ports.turns.move(turn.id, Phase.RUNNING, None, self._ports.clock.now())
        state = await self._graph.aget_state(thread(turn.id))
        if state.interrupts:
            answer = {
                "verdict": decision.verdict.value,
                "reason": decision.reason,
                "arguments": None if decision.arguments is None else dict(decision.arguments),
            }
            resume: Command[Any] = Command(resume={state.interrupts[0].id: answer})
            self._launch(turn, run, state.values["language"], resume, "sync")
        else:
            log.error("checkpoint_lost", turn_id=turn.id)
            await self._drive.break_off(run, await self._runs.language(turn, session))
        return TurnHandle(confirmation.conversation_id, confirmation.turn_id, after)

    def _launch(
        self,
        turn: Turn,
        run: TurnRun,
        language: Language,
        graph_input: Any,  # noqa: ANN401  # a TurnState or LangGraph's Command
        durability: Durability,
    ) -> None:
        task = asyncio.create_task(
            self._drive(run, language, graph_input, durability), name=f"turn-{turn.id}"
        )
        running = _Running(task, run)
        self._running[turn.conversation_id] = running
        task.add_done_callback(lambda _: self._over(running))

    def _over(self, running: _Running) -> None:
        conversation_id = running.run.conversation_id
        if self._running.get(conversation_id) is running:
            del self._running[conversation_id]

    async def _let_end(self, conversation_id: str, confirmation_id: str | None = None) -> None:
        """
        Wait for the last moments of a turn that has said its last word, or has asked already.

        Its question is seen before its checkpoint is written; a quick answer waits here.
        """
        running = self._running.get(conversation_id)
        if running is None:
            return
        if running.run.is_ending:
            await asyncio.wait({running.task})
            return
        if confirmation_id is not None:
            waiting = await self._ports.confirmations.waiting(conversation_id)
            if waiting is not None and waiting.id == confirmation_id:
                await asyncio.wait({running.task})

    async def _expire_if_due(self, conversation_id: str, session: Session) -> None:
        waiting = await self._ports.confirmations.waiting(conversation_id)
        is_theirs = waiting is not None and waiting.user == session.caller.user
        if waiting is None or not is_theirs or self._ports.clock.now() < waiting.expires_at:
            return
        turn = await self._ports.turns.get(waiting.turn_id)
        if turn is None:
            raise AssertionError("a confirmation outlived its turn")
        await self._finish.expire(await self._runs.waiting(turn, session), waiting)
        await self._checkpoints.forget(turn.id)
