"""Which call undoes an action: asked for by a person, never by a model."""

from collections.abc import Mapping
from dataclasses import dataclass

from returns.result import Failure, Result, Success

from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.texts import Texts
from application.ports.turn_runner import Message, Session, UndoRefused
from application.toolkit.called import called
from application.toolkit.catalogue import Catalogue
from application.turn.state import CallState, plain
from domain.confirmation import Outcome
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import text


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """The message that stands for it in the conversation, and the call."""

    message: Message
    call: CallState


@dataclass(frozen=True, slots=True)
class Undo:
    """
    Turns an action into the call of its inverse; guard, plan and confirmation judge that call.

    A person's own action is undone in its conversation, somebody else's in a new one.
    """

    catalogue: Catalogue
    confirmations: Confirmations
    conversations: Conversations
    texts: Texts
    clock: Clock

    async def __call__(self, action_id: str, session: Session) -> Result[UndoRequest, UndoRefused]:
        action = await self.confirmations.get(action_id)
        caller = session.caller
        if action is None or not (action.user == caller.user or caller.role is Role.ADMIN):
            return Failure(UndoRefused("action_unknown"))
        record = await self.confirmations.execution(action_id)
        if record is None:
            return Failure(UndoRefused("action_unknown"))
        if record.undone_by is not None:
            return Failure(UndoRefused("already_undone"))
        inverse = self.catalogue.inverses.get(action.tool_name)
        if inverse is None or record.outcome is not Outcome.DONE:
            return Failure(UndoRefused("not_undoable"))
        owned = await self.conversations.get(action.conversation_id, caller.user)
        language = session.language or "en"
        said = text("undo-message", what=called(action.tool_name), env=action.env_id or "none")
        message = Message(
            self.texts.say(said, language),
            conversation_id=None if isinstance(owned, Failure) else action.conversation_id,
            env_id=action.env_id,
        )
        arguments = {"action_id": action.id, "env_id": action.env_id}
        return Success(UndoRequest(message, self._call(inverse.name, arguments)))

    def _call(self, name: str, arguments: Mapping[str, JsonValue]) -> CallState:
        return {
            "call_id": self.clock.new_id(),
            "tool_name": name,
            "arguments": plain(arguments),
            "problem": None,
            "origins": {},
            "env_id": None,
            "risk": None,
            "status": "new",
        }
