"""What an old client's message means: a new message, or one of the words that decide."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from returns.result import Failure

from application.ports.client_names import NamedConversation
from application.ports.turn_runner import ConfirmationWaits, Message, Session, TurnHandle
from domain.confirmation import Confirmation, Decision, Verdict
from domain.texts import text
from entrypoints.gradio_api.answers import CardWaits, EventData
from entrypoints.gradio_api.arguments import Call
from entrypoints.http.problems import problem_of
from entrypoints.http.services import ApiServices

Word = Literal["approve", "deny", "cancel"]

# Exactly these: "yes", "confirm it" or another case of a letter decide nothing.
WORDS: Final[Mapping[str, Word]] = MappingProxyType(
    {
        "confirm": "approve",
        "подтвердить": "approve",
        "deny": "deny",
        "отклонить": "deny",
        "cancel": "cancel",
        "отмена": "cancel",
    }
)


@dataclass(frozen=True, slots=True)
class LegacyTurns:
    """
    Begins or goes on with a turn for one call.

    Args:
        shows_cards: whether the client gets every event; else it never sees what it would approve.

    """

    services: ApiServices
    session: Session
    call: Call
    shows_cards: bool

    async def begin(self) -> TurnHandle:
        """
        Where the events of the call are found, once it is accepted.

        Raises:
            Problem: it is refused.
            CardWaits: a confirmation waits, and the message does not decide it.

        """
        named = await self.services.client_names.find(self._user, self.call.name)
        word = WORDS.get(self.call.message)
        if named is not None and word is not None:
            waiting = await self.services.confirmations.waiting(named.conversation_id)
            if waiting is not None:
                return await self._decide(word, waiting, named)
        return await self._send(named)

    async def note_shown(self, data: EventData) -> None:
        """Remember a card before it is said: only what was shown here can be approved here."""
        metadata = data.get("metadata")
        if data["type"] == "confirm_required" and isinstance(metadata, Mapping):
            await self._show(str(metadata["digest"]))

    @property
    def _user(self) -> str:
        return self.session.caller.user

    async def _show(self, digest: str) -> None:
        if self.shows_cards:
            await self.services.client_names.show(self._user, self.call.name, digest)

    async def _send(self, named: NamedConversation | None) -> TurnHandle:
        call = self.call
        known = None if named is None else named.conversation_id
        message = Message(call.message, None, known, call.env_id, call.ui_context)
        started = await self.services.runner.start(message, self.session)
        if isinstance(started, Failure):
            refused = started.failure()
            if isinstance(refused, ConfirmationWaits):
                await self._show(refused.confirmation.digest)
                raise CardWaits(refused.confirmation, text("gradio-confirmation-waits"))
            raise problem_of(refused)
        handle = started.unwrap()
        if named is None:
            await self.services.client_names.give(self._user, call.name, handle.conversation_id)
        return handle

    async def _decide(
        self, word: Word, waiting: Confirmation, named: NamedConversation
    ) -> TurnHandle:
        if word == "cancel":
            return await self._cancel(waiting)
        digest = None
        if word == "approve":
            digest = named.shown_digest
            if digest != waiting.digest:
                await self._show(waiting.digest)
                key = "gradio-card-unseen" if self.shows_cards else "gradio-no-card-here"
                raise CardWaits(waiting, text(key))
        is_yes = word == "approve"
        decided = await self.services.runner.decide(
            waiting.conversation_id,
            waiting.id,
            Decision(Verdict.APPROVE if is_yes else Verdict.DENY, self._user, digest),
            self.session,
        )
        if isinstance(decided, Failure):
            raise problem_of(decided.failure())
        return decided.unwrap()

    async def _cancel(self, waiting: Confirmation) -> TurnHandle:
        after = await self.services.feed.last_seq(waiting.conversation_id)
        cancelled = await self.services.runner.cancel(waiting.conversation_id, self.session)
        if isinstance(cancelled, Failure):
            raise problem_of(cancelled.failure())
        return TurnHandle(waiting.conversation_id, waiting.turn_id, after)
