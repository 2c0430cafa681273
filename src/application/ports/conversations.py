"""Conversations: a person's threads of turns."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.conversation import Conversation, ConversationUnknown


class Conversations(Protocol):
    """
    A conversation belongs to one user; somebody else's is ConversationUnknown.

    Users are compared exactly.
    """

    @abstractmethod
    async def add(self, conversation: Conversation) -> None:
        """Keep a new conversation. Ids are made by the caller and never reused."""

    @abstractmethod
    async def get(
        self, conversation_id: str, user: str
    ) -> Result[Conversation, ConversationUnknown]:
        """One conversation of the user."""

    @abstractmethod
    async def of_user(self, user: str, search: str = "") -> tuple[Conversation, ...]:
        """
        The user's conversations, last used first.

        `search` keeps those whose title or messages contain it, in any script and case.
        """

    @abstractmethod
    async def rename(
        self, conversation_id: str, user: str, title: str
    ) -> Result[Conversation, ConversationUnknown]:
        """Give it another title."""

    @abstractmethod
    async def remove(self, conversation_id: str, user: str) -> Result[None, ConversationUnknown]:
        """Remove it with its turns, messages, events and results. The audit log stays."""
