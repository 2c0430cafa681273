"""A model that says what its script says, for tests and demos."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TypeAlias

from application.ports.language_model import (
    CallProposed,
    LanguageModel,
    ModelRequest,
    ReplyEnded,
    ReplyFailed,
    ReplyPart,
    TextDelta,
)
from domain.conversation import Usage

ScriptedPart: TypeAlias = str | CallProposed | ReplyFailed
ScriptedReply: TypeAlias = ScriptedPart | Sequence[ScriptedPart]


class ScriptedModel(LanguageModel):
    """
    Answers request after request from a script; unlike a real model it remembers its place.

    Args:
        replies: each is what one reply says, in order: text, calls, or a failure that ends it,
            one or several of them. After the last one every reply fails.
        is_built_in: it poses as the built-in command assistant.

    Attributes:
        requests: what was asked, oldest first.

    """

    def __init__(
        self,
        replies: Iterable[ScriptedReply],
        name: str = "scripted",
        *,
        is_built_in: bool = False,
    ) -> None:
        self._replies = iter(tuple(replies))
        self._name = name
        self._is_built_in = is_built_in
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_built_in(self) -> bool:
        return self._is_built_in

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        self.requests.append(request)
        scripted = next(self._replies, ReplyFailed("model_unavailable", "script:", "at its end"))
        parts = (scripted,) if isinstance(scripted, str | CallProposed | ReplyFailed) else scripted
        calls: list[CallProposed] = []
        for part in parts:
            if isinstance(part, ReplyFailed):
                yield part
                return
            if isinstance(part, str):
                yield TextDelta(part)
            else:
                calls.append(part)
        yield ReplyEnded(tuple(calls), Usage(model_calls=1))
