"""The token ran out or was revoked in the middle of a turn: nothing more of it runs."""

from dataclasses import dataclass

from application.ports.identity import IdentityRefused
from application.ports.texts import Texts
from application.turn.state import StateChange, TurnRun, TurnState
from domain.conversation import FinishReason
from domain.events import ErrorRaised
from domain.texts import text

_UNAUTHORIZED = 401


@dataclass(frozen=True, slots=True)
class EndSession:
    """Answers every open call, says so once, and ends the turn."""

    texts: Texts

    async def __call__(
        self, refused: IdentityRefused, state: TurnState, run: TurnRun
    ) -> StateChange:
        for call in run.open_calls(state["calls"]):
            await run.tell_model(call["call_id"], "Not run: the person's session has ended.")
        said = text(f"error-{refused.code.replace('_', '-')}")
        message = self.texts.say(said, state["language"])
        await run.say(ErrorRaised(refused.code, _UNAUTHORIZED, message))
        return {"finish": FinishReason.ERROR.value}
