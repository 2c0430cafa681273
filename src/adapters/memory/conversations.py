"""Conversations in memory."""

from dataclasses import replace

from returns.result import Failure, Result, Success

from adapters.memory.tables import Tables
from application.ports.conversations import Conversations
from domain.conversation import ChatMessage, Conversation, ConversationUnknown
from domain.plain_json import clean
from domain.searching import mentions


class MemoryConversations(Conversations):
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def add(self, conversation: Conversation) -> None:
        kept = replace(conversation, title=clean(conversation.title))
        self._tables.conversations[conversation.id] = kept

    async def get(
        self, conversation_id: str, user: str
    ) -> Result[Conversation, ConversationUnknown]:
        known = self._tables.conversations.get(conversation_id)
        if known is None or known.user != user:
            return Failure(ConversationUnknown(conversation_id))
        return Success(self._with_last_turn(known))

    async def of_user(self, user: str, search: str = "") -> tuple[Conversation, ...]:
        found = [
            self._with_last_turn(known)
            for known in self._tables.conversations.values()
            if known.user == user and self._mentions(known, search)
        ]
        found.sort(key=lambda one: (one.updated_at, one.created_at, one.id), reverse=True)
        return tuple(found)

    async def rename(
        self, conversation_id: str, user: str, title: str
    ) -> Result[Conversation, ConversationUnknown]:
        known = self._tables.conversations.get(conversation_id)
        if known is not None and known.user == user:
            self._tables.conversations[conversation_id] = replace(known, title=clean(title))
        return await self.get(conversation_id, user)

    async def remove(self, conversation_id: str, user: str) -> Result[None, ConversationUnknown]:
        known = self._tables.conversations.get(conversation_id)
        if known is None or known.user != user:
            return Failure(ConversationUnknown(conversation_id))
        del self._tables.conversations[conversation_id]
        self._tables.forget(conversation_id)
        return Success(None)

    def _with_last_turn(self, conversation: Conversation) -> Conversation:
        turns = self._tables.turns_of(conversation.id)
        if not turns:
            return conversation
        return replace(conversation, state=turns[-1].state, env_id=turns[-1].env_id)

    def _mentions(self, conversation: Conversation, search: str) -> bool:
        messages = self._tables.messages.get(conversation.id, ())
        seen = (conversation.title, *map(_seen, messages))
        return any(mentions(text, search) for text in seen)


def _seen(message: ChatMessage) -> str:
    """Of a tool message the person saw the summary, not the text for the model."""
    return (message.summary or "") if message.role == "tool" else message.content
