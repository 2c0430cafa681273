"""Drives turns through the graph, each as a task of its own."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import structlog
from langgraph.types import Command
from returns.result import Failure, Result, Success

from adapters.turns_langgraph.graph import Steps, build
from adapters.turns_langgraph.savers import SaverCheckpoints, thread
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.event_sink import EventSink
from application.ports.turn_runner import (
    ConfirmationWaits,
    DecisionRefused,
    DigestMissing,
    Message,
    MessageRefused,
    Session,
    TurnHandle,
    TurnRunner,
)
from application.ports.turns import Turns
from application.turn.accept import Accept
from application.turn.finish import Finish
from application.turn.recover import Recover
from application.turn.state import TurnRun, TurnState, usage_dict, usage_from
from domain.confirmation import Confirmation, Decision, Verdict
from domain.conversation import (
    Conversation,
    ConversationUnknown,
    FinishReason,
    Turn,
    TurnRefused,
    Usage,
)
from domain.conversation import TurnState as Phase
from domain.superset import JsonValue
from domain.texts import Language

Durability = Literal["exit", "sync"]

# Twelve model calls, each with a batch of calls that are asked for one by one.
_MAX_STEPS = 500

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Ports:
    """What the runner itself reads and writes; the steps bring their own."""

    turns: Turns
    conversations: Conversations
    confirmations: Confirmations
    sink: EventSink
    clock: Clock


@dataclass(slots=True)
class _Running:
    task: asyncio.Task[None]
    run: TurnRun
    is_cancelled: bool = False


class LangGraphTurnRunner(TurnRunner):
    """
    One process's turns.

    What keeps two requests of a conversation apart are the atomic steps of the stores
    (`Turns.begin`, `Confirmations.claim`); the tasks here only serve cancel and drain.
    """

    def __init__(  # the constructor is the list of what it drives
        self,
        *,
        steps: Steps,
        accept: Accept,
        finish: Finish,
        recover: Recover,
        checkpoints: SaverCheckpoints,
        ports: Ports,
    ) -> None:
        self._graph = build(steps, checkpoints.saver)
        self._accept = accept
        self._finish = finish
        self._recover = recover
        self._checkpoints = checkpoints
        self._ports = ports
        self._running: dict[str, _Running] = {}

    async def start(self, message: Message, session: Session) -> Result[TurnHandle, MessageRefused]:
        if message.conversation_id is not None:
            await self._let_end(message.conversation_id)
            await self._expire_if_due(message.conversation_id, session)
        accepted = await self._accept(message, session)
        if isinstance(accepted, Failure):
            return Failure(await self._explained(accepted.failure(), message))
        turn = accepted.unwrap()
        if turn.is_repeated:
            return Success(await self._handle_of(turn))
        after = await self._ports.sink.last_seq(turn.conversation_id)
        language = await self._language(turn, session)
        self._launch(turn, self._run(turn, session), language, _first_state(turn, language), "exit")
        return Success(TurnHandle(turn.conversation_id, turn.id, after))

    async def decide(
        self, conversation_id: str, confirmation_id: str, decision: Decision, session: Session
    ) -> Result[TurnHandle, DecisionRefused]:
        owned = await self._ports.conversations.get(conversation_id, session.caller.user)
        if isinstance(owned, Failure):
            return Failure(owned.failure())
        if decision.verdict is Verdict.APPROVE and decision.digest is None:
            return Failure(DigestMissing())
        await self._let_end(conversation_id, confirmation_id)
        known = await self._ports.confirmations.get(confirmation_id)
        if known is None or known.conversation_id != conversation_id:
            return Failure(ConversationUnknown(conversation_id))
        claimed = await self._ports.confirmations.claim(
            confirmation_id, decision, self._ports.clock.now()
        )
        if isinstance(claimed, Failure):
            if claimed.failure().code == "confirmation_expired":
                await self._expire_if_due(conversation_id, session)
            return Failure(claimed.failure())
        return Success(await self._resume(claimed.unwrap(), decision, session))

    async def cancel(
        self, conversation_id: str, session: Session
    ) -> Result[None, ConversationUnknown]:
        owned = await self._ports.conversations.get(conversation_id, session.caller.user)
        if isinstance(owned, Failure):
            return Failure(owned.failure())
        running = self._running.get(conversation_id)
        if running is not None and not running.run.is_ending:
            running.is_cancelled = True
            await running.run.no_write.wait()
            running.task.cancel()
            await asyncio.wait({running.task})
            return Success(None)
        await self._let_end(conversation_id)
        waiting = await self._ports.confirmations.waiting(conversation_id)
        if waiting is not None:
            run = await self._run_of(waiting, session)
            await self._finish.cancel(run, waiting)
            await self._checkpoints.forget(waiting.turn_id)
        return Success(None)

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

    async def _resume(
        self, confirmation: Confirmation, decision: Decision, session: Session
    ) -> TurnHandle:
        after = await self._ports.sink.last_seq(confirmation.conversation_id)
        run = await self._run_of(confirmation, session)
        now = self._ports.clock.now()
        await self._ports.turns.move(confirmation.turn_id, Phase.RUNNING, None, now)
        state = await self._graph.aget_state(thread(confirmation.turn_id))
        answer = {
            "verdict": decision.verdict.value,
            "reason": decision.reason,
            "arguments": None if decision.arguments is None else dict(decision.arguments),
        }
        resume: Command[Any] = Command(resume={state.interrupts[0].id: answer})
        turn = await self._ports.turns.get(confirmation.turn_id)
        if turn is None:
            raise AssertionError("a confirmation outlived its turn")
        self._launch(turn, run, state.values["language"], resume, "sync")
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
            self._drive(turn, run, language, graph_input, durability), name=f"turn-{turn.id}"
        )
        self._running[turn.conversation_id] = _Running(task, run)

    async def _drive(
        self,
        turn: Turn,
        run: TurnRun,
        language: Language,
        graph_input: Any,  # noqa: ANN401  # as above
        durability: Durability,
    ) -> None:
        structlog.contextvars.bind_contextvars(
            conversation_id=turn.conversation_id, turn_id=turn.id
        )
        config: Any = {**thread(turn.id), "recursion_limit": _MAX_STEPS}
        try:
            ended = await self._graph.ainvoke(
                graph_input, config, context=run, durability=durability
            )
            await self._end(run, ended)
        except asyncio.CancelledError:
            if not self._running[turn.conversation_id].is_cancelled:
                # The service stops: the turn is told so by the recovery of the next start.
                raise
            await self._cancelled(turn, run)
        except Exception:
            # The one place where a bug becomes an event: the person must see an end.
            log.exception("turn_broke")
            await self._finish.break_off(run, language)
            await self._checkpoints.forget(turn.id)
        finally:
            self._running.pop(turn.conversation_id, None)

    async def _end(self, run: TurnRun, ended: Mapping[str, Any]) -> None:
        if ended.get("__interrupt__"):
            await self._finish(run, FinishReason.AWAITING_CONFIRMATION)
            return
        await self._finish(run, FinishReason(ended["finish"] or FinishReason.STOP))
        await self._checkpoints.forget(run.turn_id)

    async def _cancelled(self, turn: Turn, run: TurnRun) -> None:
        waiting = await self._ports.confirmations.waiting(turn.conversation_id)
        await self._finish.cancel(run, waiting)
        await self._checkpoints.forget(turn.id)

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
        if waiting is None or waiting.user != session.caller.user:
            return
        if self._ports.clock.now() < waiting.expires_at:
            return
        run = await self._run_of(waiting, session)
        await self._finish.expire(run, waiting)
        await self._checkpoints.forget(waiting.turn_id)

    async def _explained(self, refused: MessageRefused, message: Message) -> MessageRefused:
        """A message that meets a waiting confirmation is told which one."""
        is_waiting = isinstance(refused, TurnRefused) and refused.code == "confirmation_pending"
        if not is_waiting or message.conversation_id is None:
            return refused
        waiting = await self._ports.confirmations.waiting(message.conversation_id)
        return refused if waiting is None else ConfirmationWaits(waiting)

    async def _handle_of(self, turn: Turn) -> TurnHandle:
        """Where the events of an earlier turn begin, and where they end for now."""
        events = await self._ports.sink.replay(turn.conversation_id)
        numbers = [event.seq for event in events if event.turn_id == turn.id] or [1]
        is_running = turn.state is Phase.RUNNING
        until = numbers[-1] + 1 if is_running else numbers[-1]
        return TurnHandle(turn.conversation_id, turn.id, numbers[0] - 1, until)

    async def _language(self, turn: Turn, session: Session) -> Language:
        if session.language is not None:
            return session.language
        found: Result[Conversation, ConversationUnknown] = await self._ports.conversations.get(
            turn.conversation_id, turn.user
        )
        return found.map(lambda conversation: conversation.language).value_or("en")

    def _run(self, turn: Turn, session: Session) -> TurnRun:
        ports = self._ports
        return TurnRun(session, turn.conversation_id, turn.id, ports.sink, ports.turns, ports.clock)

    async def _run_of(self, confirmation: Confirmation, session: Session) -> TurnRun:
        """The run of a waiting turn, with what it had said and done so far."""
        ports = self._ports
        state = await self._graph.aget_state(thread(confirmation.turn_id))
        values: Mapping[str, Any] = state.values
        return TurnRun(
            session,
            confirmation.conversation_id,
            confirmation.turn_id,
            ports.sink,
            ports.turns,
            ports.clock,
            said=[values["answer"]] if values.get("answer") else [],
            usage=usage_from(values.get("usage") or usage_dict(Usage())),
            calls=list(values.get("calls") or []),
        )


def _first_state(turn: Turn, language: Language) -> TurnState:
    return {
        "turn_id": turn.id,
        "conversation_id": turn.conversation_id,
        "language": language,
        "message": turn.message,
        "env_id": turn.env_id,
        "ui_context": None if turn.ui_context is None else dict(turn.ui_context),
        "databases": [],
        "calls": [],
        "seen_calls": {},
        "model_calls": 0,
        "usage": usage_dict(Usage()),
        "answer": "",
        "confirmation_id": None,
        "decision": None,
        "finish": None,
    }
