"""Hands a result on: whole to the store, truncated to the model, one sentence to the person."""

import json
from dataclasses import dataclass
from typing import Final

from application.ports.results import Results
from application.ports.texts import Texts
from application.toolkit.tool import ToolOutcome
from application.turn.state import CallState, TurnRun, TurnState
from domain.conversation import ToolResult
from domain.events import ToolEnd
from domain.truncation import Truncated, truncate


@dataclass(frozen=True, slots=True)
class ActionIds:
    """The action that a call was, and the one that it undid; each may be missing."""

    own: str | None = None
    undone: str | None = None


NO_ACTION: Final = ActionIds()


@dataclass(frozen=True, slots=True)
class Deliver:
    """A tool's text is data: it reaches the model between two marks, whatever it says."""

    results: Results
    texts: Texts

    async def __call__(
        self,
        call: CallState,
        outcome: ToolOutcome,
        state: TurnState,
        run: TurnRun,
        ids: ActionIds = NO_ACTION,
    ) -> None:
        await self.results.keep(
            ToolResult(
                call["call_id"],
                state["conversation_id"],
                run.session.caller.user,
                call["tool_name"],
                outcome.value,
            )
        )
        cut = truncate(outcome.told or json.dumps(outcome.value, ensure_ascii=False, default=str))
        is_shorter = isinstance(outcome.for_model, Truncated) and outcome.for_model.truncated
        summary = self.texts.say(outcome.summary, state["language"])
        await run.say(
            ToolEnd(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                summary=summary,
                truncated=is_shorter or cut.truncated,
                result_url=f"/api/agent/results/{call['call_id']}",
                action_id=ids.own,
                undone_action_id=ids.undone,
            )
        )
        await run.tell_model(call["call_id"], cut.text, summary)
