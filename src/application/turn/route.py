"""Which step follows which: pure functions of the state, one per branch."""

from typing import Literal

from application.turn.state import TurnState


def after_prepare(state: TurnState) -> Literal["guard", "propose"]:
    """Calls that were given go to the guard; else the model is asked for some."""
    return "guard" if state.get("is_scripted") else "propose"


def after_propose(state: TurnState) -> Literal["guard", "end"]:
    """An answer ends the turn; calls go to the guard."""
    return "end" if state["finish"] else "guard"


def after_calls(state: TurnState) -> Literal["plan", "propose", "answer", "end"]:
    """The next call that asks is planned; with none left the model goes on, where any was asked."""
    if state["finish"]:
        return "end"
    if any(call["status"] == "ask" for call in state["calls"]):
        return "plan"
    return "answer" if state.get("is_scripted") else "propose"


def after_plan(state: TurnState) -> Literal["wait", "plan", "propose", "answer", "end"]:
    """A plan that may be asked for waits; a refused one makes room for the next call."""
    return "wait" if state["confirmation_id"] else after_calls(state)


def after_review(
    state: TurnState,
) -> Literal["act", "wait", "plan", "propose", "answer", "end"]:
    """An approval that still holds acts; a replaced confirmation waits again."""
    if state["decision"] and state["decision"].get("holds"):
        return "act"
    return after_plan(state)
