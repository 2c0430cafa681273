"""The last step of a turn whose calls were given: what became of them is its text."""

from dataclasses import dataclass
from typing import Final

from application.ports.turns import Turns
from application.turn.state import StateChange, TurnRun, TurnState
from domain.ask_links import without_ask_links
from domain.conversation import ChatMessage
from domain.events import Token

_WINDOW: Final = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """No model was asked, and whoever reads nothing but the answer must learn the end as well."""

    turns: Turns

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        own = {call["call_id"] for call in state["calls"]}
        window = await self.turns.window(state["conversation_id"], _WINDOW)
        told = [
            without_ask_links((message.summary or message.content).strip())
            for message in window
            if message.role == "tool" and message.call_id in own
        ]
        said = "\n\n".join(told)
        if said:
            await run.say(Token(said))
            await run.keep(ChatMessage("assistant", said))
        return {"answer": state["answer"] + said}
