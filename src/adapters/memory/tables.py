"""What the stores of one process share when nothing is kept on a disk."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from domain.confirmation import Confirmation, ConfirmationState, ExecutionRecord, Intent
from domain.conversation import ChatMessage, Conversation, ToolResult, Turn
from domain.events import RecordedEvent

_RAN = frozenset({ConfirmationState.EXECUTING, ConfirmationState.EXECUTED})


@dataclass(slots=True)
class Tables:
    """
    Rows by their keys; dicts keep the order of adding.

    Args:
        messages: by conversation.
        events: by conversation.
        results: by user and call, since model servers repeat call ids.
        intents: by confirmation.
        executions: by confirmation.

    """

    conversations: dict[str, Conversation] = field(default_factory=dict)
    turns: dict[str, Turn] = field(default_factory=dict)
    messages: dict[str, list[ChatMessage]] = field(default_factory=dict)
    events: dict[str, list[RecordedEvent]] = field(default_factory=dict)
    results: dict[tuple[str, str], ToolResult] = field(default_factory=dict)
    confirmations: dict[str, Confirmation] = field(default_factory=dict)
    intents: dict[str, Intent] = field(default_factory=dict)
    executions: dict[str, ExecutionRecord] = field(default_factory=dict)

    def turns_of(self, conversation_id: str) -> tuple[Turn, ...]:
        """Oldest first."""
        return tuple(
            turn for turn in self.turns.values() if turn.conversation_id == conversation_id
        )

    def touch(self, conversation_id: str, at: datetime) -> None:
        """Note that a conversation was used."""
        known = self.conversations.get(conversation_id)
        if known is not None and at > known.updated_at:
            self.conversations[conversation_id] = replace(known, updated_at=at)

    def forget(self, conversation_id: str) -> None:
        """Remove all that hangs on a conversation, but what ran: its undo needs it."""
        for turn in self.turns_of(conversation_id):
            del self.turns[turn.id]
        self.messages.pop(conversation_id, None)
        self.events.pop(conversation_id, None)
        for key, result in tuple(self.results.items()):
            if result.conversation_id == conversation_id:
                del self.results[key]
        for confirmation in tuple(self.confirmations.values()):
            if confirmation.conversation_id == conversation_id and confirmation.state not in _RAN:
                del self.confirmations[confirmation.id]
