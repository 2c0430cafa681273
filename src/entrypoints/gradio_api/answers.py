"""Events that this endpoint says itself, since an old client reads nothing but events."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from application.ports.texts import Texts
from domain.confirmation import Confirmation
from domain.conversation import FinishReason, Usage
from domain.events import ConfirmRequired, Done, ErrorRaised, TurnEvent, wire_data
from domain.plain_json import plain_object
from domain.superset import JsonValue
from domain.texts import Language, Text
from entrypoints.http.problems import STATUS, Problem

EventData = Mapping[str, JsonValue]


@dataclass
class CardWaits(Exception):  # noqa: N818  # reads as a sentence
    """Nothing was changed: a confirmation waits, and it is shown with this sentence."""

    confirmation: Confirmation
    said: Text


@dataclass(frozen=True, slots=True)
class Answers:
    """
    Says refusals as events, then `done`.

    Args:
        language: of the request.

    """

    texts: Texts
    language: Language
    at: datetime

    def refusal(self, problem: Problem) -> tuple[EventData, ...]:
        """A refused call. It belongs to no turn, so the ids are empty."""
        error = ErrorRaised(problem.code, STATUS[problem.code], self._say(problem.said))
        return (self._data(error), self._data(_done(FinishReason.ERROR, error.message)))

    def waiting(self, card: CardWaits) -> tuple[EventData, ...]:
        """A call that changed nothing because a confirmation waits; its card comes along."""
        asked = card.confirmation
        code = "confirmation_pending"
        error = ErrorRaised(code, STATUS[code], self._say(card.said))
        done = _done(FinishReason.AWAITING_CONFIRMATION, error.message)
        said = (error, ConfirmRequired(asked.metadata), done)
        return tuple(self._data(e, asked.conversation_id, asked.turn_id) for e in said)

    def _say(self, said: Text) -> str:
        return self.texts.say(said, self.language)

    def _data(self, event: TurnEvent, conversation_id: str = "", turn_id: str = "") -> EventData:
        return wire_data(event, conversation_id, turn_id, self.at)


def encoded(data: EventData) -> str:
    """An event as the JSON text that is yielded."""
    return json.dumps(plain_object(data), ensure_ascii=False, separators=(",", ":"))


def _done(reason: FinishReason, said: str) -> Done:
    return Done(reason.value, asdict(Usage()), said)
