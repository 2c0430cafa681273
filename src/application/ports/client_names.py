"""The names that clients themselves give to conversations."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class NamedConversation:
    """
    What a client's name stands for.

    Args:
        shown_digest: of the last card that was shown under this name, None before the first.

    """

    conversation_id: str
    shown_digest: str | None = None


class ClientNames(Protocol):
    """
    A user's names for conversations of their own.

    Users and names are compared exactly. The same name of two users is two names. A name goes
    with its conversation when that is removed, and may then be given again.
    """

    @abstractmethod
    async def find(self, user: str, name: str) -> NamedConversation | None:
        """What a name of the user stands for; None when it was never given."""

    @abstractmethod
    async def give(self, user: str, name: str, conversation_id: str) -> NamedConversation:
        """
        Name a conversation of the user; a name that stands for one already keeps it.

        One atomic step: of two callers that race, both get what the first one gave.
        """

    @abstractmethod
    async def show(self, user: str, name: str, digest: str) -> None:
        """Note the digest of the card that is shown under a name; a no-op for an unknown name."""
