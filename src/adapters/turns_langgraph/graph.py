"""The graph of a turn: which step follows which, and the only place that waits for a person."""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from application.turn.act import Act
from application.turn.answer import Answer
from application.turn.execute import Execute
from application.turn.guard import Guard
from application.turn.plan import Ask
from application.turn.prepare import Prepare
from application.turn.propose import Propose
from application.turn.review import Review
from application.turn.route import (
    after_calls,
    after_plan,
    after_prepare,
    after_propose,
    after_review,
)
from application.turn.state import StateChange, TurnRun, TurnState

TurnGraph: TypeAlias = CompiledStateGraph[TurnState, TurnRun, TurnState, TurnState]
Step: TypeAlias = Callable[[TurnState, TurnRun], Awaitable[StateChange]]


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a turn, in the order in which they can run."""

    prepare: Prepare
    propose: Propose
    guard: Guard
    execute: Execute
    plan: Ask
    review: Review
    act: Act
    answer: Answer


def build(steps: Steps, saver: BaseCheckpointSaver[Any]) -> TurnGraph:
    """
    Wire the steps.

    `wait` stands alone with nothing before its interrupt: a node runs again from its top when
    it is resumed.
    """
    graph = StateGraph(TurnState, TurnRun)
    graph.add_node("prepare", _node(steps.prepare))
    graph.add_node("propose", _node(steps.propose))
    graph.add_node("guard", _node(steps.guard))
    graph.add_node("execute", _node(steps.execute))
    graph.add_node("plan", _node(steps.plan))
    graph.add_node("wait", wait)
    graph.add_node("review", _node(steps.review))
    graph.add_node("act", _node(steps.act))
    graph.add_node("answer", _node(steps.answer))
    calls: dict[Hashable, str] = {
        "plan": "plan",
        "propose": "propose",
        "answer": "answer",
        "end": END,
    }
    graph.add_edge(START, "prepare")
    graph.add_conditional_edges("prepare", after_prepare, {"guard": "guard", "propose": "propose"})
    graph.add_conditional_edges("propose", after_propose, {"guard": "guard", "end": END})
    graph.add_edge("guard", "execute")
    graph.add_conditional_edges("execute", after_calls, calls)
    graph.add_conditional_edges("plan", after_plan, {"wait": "wait", **calls})
    graph.add_edge("wait", "review")
    graph.add_conditional_edges("review", after_review, {"act": "act", "wait": "wait", **calls})
    graph.add_conditional_edges("act", after_calls, calls)
    graph.add_edge("answer", END)
    return graph.compile(checkpointer=saver)


def wait(state: TurnState) -> StateChange:
    """Wait for a person; the turn is only a checkpoint from here on."""
    return {"decision": interrupt({"confirmation_id": state["confirmation_id"]})}


def _node(step: Step) -> Any:  # noqa: ANN401  # LangGraph's own type for it is private
    async def run_step(state: TurnState, runtime: Runtime[TurnRun]) -> StateChange:
        change = await step(state, runtime.context)
        if "calls" in change:
            runtime.context.calls = change["calls"]
        return change

    return run_step
