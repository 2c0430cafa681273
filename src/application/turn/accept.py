"""Step 0: check a message at the door, find its conversation, and begin its turn."""

from dataclasses import dataclass
from typing import cast

from returns.result import Failure, Result, Success

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.conversations import Conversations
from application.ports.turn_runner import (
    EnvironmentUnknown,
    Message,
    MessageRefused,
    Session,
)
from application.ports.turns import Turns
from domain.audit import AuditEntry
from domain.context import ContextIgnored, UiContext, read_context
from domain.conversation import Conversation, ConversationUnknown, NewTurn, Turn
from domain.environments import Environments
from domain.superset import JsonValue

_TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Accept:
    """Turns an arrived message into a turn that runs, or says why not."""

    environments: Environments
    conversations: Conversations
    turns: Turns
    audit: AuditLog
    clock: Clock

    async def __call__(self, message: Message, session: Session) -> Result[Turn, MessageRefused]:
        """The begun turn; a repeated message_id gives its first turn, in whatever state."""
        context = await self._context(message, session)
        if isinstance(context, Failure):
            return Failure(context.failure())
        env_id = self._environment(message.env_id, session)
        if isinstance(env_id, Failure):
            return Failure(env_id.failure())
        found = await self._conversation(message, session, env_id.unwrap())
        if isinstance(found, Failure):
            return Failure(found.failure())
        conversation = found.unwrap()
        begun = await self.turns.begin(
            NewTurn(
                id=self.clock.new_id(),
                conversation_id=conversation.id,
                user=session.caller.user,
                message_id=message.message_id or self.clock.new_id(),
                message=message.text,
                env_id=env_id.unwrap(),
                ui_context=_wire(context.unwrap()),
                started_at=self.clock.now(),
            )
        )
        await self._drop_if_unused(conversation, begun, message, session)
        return begun

    async def _context(
        self, message: Message, session: Session
    ) -> Result[UiContext | None, MessageRefused]:
        read = read_context(message.ui_context)
        if not isinstance(read, Failure):
            return Success(read.unwrap())
        problem = read.failure()
        facts: dict[str, JsonValue] = {"reason": problem.reason}
        if not isinstance(problem, ContextIgnored):
            facts |= {"code": problem.code, "field": problem.field}
        await self.audit.append(
            AuditEntry(
                "context_error",
                self.clock.now(),
                session.caller.user,
                facts,
                conversation_id=message.conversation_id,
            )
        )
        if isinstance(problem, ContextIgnored):
            return Success(None)
        return Failure(problem)

    def _environment(
        self, spelling: str | None, session: Session
    ) -> Result[str | None, MessageRefused]:
        if not spelling:
            return Success(session.caller.env_id)
        environment = self.environments.find(spelling)
        if environment is not None and session.caller.may_use(environment.env_id):
            return Success(environment.env_id)
        known = tuple(e for e in self.environments if session.caller.may_use(e))
        return Failure(EnvironmentUnknown(spelling, known))

    async def _conversation(
        self, message: Message, session: Session, env_id: str | None
    ) -> Result[Conversation, ConversationUnknown]:
        if message.conversation_id is not None:
            return await self.conversations.get(message.conversation_id, session.caller.user)
        now = self.clock.now()
        conversation = Conversation(
            id=self.clock.new_id(),
            user=session.caller.user,
            title=" ".join(message.text.split())[:_TITLE_LENGTH],
            language=session.language or "en",
            created_at=now,
            updated_at=now,
            env_id=env_id,
        )
        await self.conversations.add(conversation)
        return Success(conversation)

    async def _drop_if_unused(
        self,
        conversation: Conversation,
        begun: Result[Turn, MessageRefused],
        message: Message,
        session: Session,
    ) -> None:
        """A repeated first message has its turn elsewhere; the new conversation goes again."""
        is_new = message.conversation_id is None
        is_unused = isinstance(begun, Failure) or begun.unwrap().conversation_id != conversation.id
        if is_new and is_unused:
            await self.conversations.remove(conversation.id, session.caller.user)


def _wire(context: UiContext | None) -> dict[str, JsonValue] | None:
    return None if context is None else cast("dict[str, JsonValue]", context.to_wire())
