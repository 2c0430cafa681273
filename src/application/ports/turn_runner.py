"""The driving port: what an entrypoint asks of the turn engine."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from returns.result import Result

from domain.confirmation import ClaimRefused, Confirmation, Decision
from domain.context import ContextRejected
from domain.conversation import ConversationUnknown, TurnRefused
from domain.identity import Caller
from domain.superset import JsonValue
from domain.texts import Language


@dataclass(frozen=True, slots=True)
class Session:
    """
    Who sends a request, and in which language.

    Args:
        language: what the request asks for; None means that of the conversation.
        token: the bearer token itself, kept in memory only, to be verified again before every
            execution.

    """

    caller: Caller
    language: Language | None
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """
    A person's message as it arrived.

    Args:
        ui_context: unchecked; an object, a JSON text, or None.

    """

    text: str
    message_id: str | None = None
    conversation_id: str | None = None
    env_id: str | None = None
    ui_context: object = None


@dataclass(frozen=True, slots=True)
class TurnHandle:
    """
    Where the events of an accepted request are found.

    Args:
        after: they are those of the turn with a number above this one.
        until: the first `done` with at least this number is their end; an earlier one was
            followed by a decision.

    """

    conversation_id: str
    turn_id: str
    after: int
    until: int = 0


@dataclass(frozen=True, slots=True)
class EnvironmentUnknown:
    """The message names an environment that is not configured, or not the sign-in's."""

    env_id: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConfirmationWaits:
    """A message while a confirmation waits is refused; `confirmation` is the one that waits."""

    confirmation: Confirmation


MessageRefused: TypeAlias = (
    ContextRejected | ConversationUnknown | EnvironmentUnknown | TurnRefused | ConfirmationWaits
)


@dataclass(frozen=True, slots=True)
class DigestMissing:
    """An approval must name the digest of what was seen."""


DecisionRefused: TypeAlias = ConversationUnknown | ClaimRefused | DigestMissing


@dataclass(frozen=True, slots=True)
class UndoRefused:
    """Why an action is not undone; an action of somebody else is as unknown as none."""

    code: Literal["action_unknown", "already_undone", "not_undoable"]


class TurnRunner(Protocol):
    """
    Runs turns as tasks of their own: a request that is dropped stops nothing.

    Everything that a turn says goes to the event sink.
    """

    @abstractmethod
    async def start(self, message: Message, session: Session) -> Result[TurnHandle, MessageRefused]:
        """Accept a message and start its turn; a repeated message_id gives its first turn."""

    @abstractmethod
    async def undo(
        self, action_id: str, session: Session
    ) -> Result[TurnHandle, UndoRefused | MessageRefused]:
        """Begin a turn whose one call undoes an action; it is planned and asked for like any."""

    @abstractmethod
    async def decide(
        self, conversation_id: str, confirmation_id: str, decision: Decision, session: Session
    ) -> Result[TurnHandle, DecisionRefused]:
        """Take a decision, once, and go on with its turn."""

    @abstractmethod
    async def cancel(
        self, conversation_id: str, session: Session
    ) -> Result[None, ConversationUnknown]:
        """
        Stop the turn that runs or waits in a conversation; a no-op when none does.

        A write that is under way is not torn off: the turn ends after it.
        """

    @abstractmethod
    async def remove(
        self, conversation_id: str, session: Session
    ) -> Result[None, ConversationUnknown]:
        """Cancel what runs or waits in a conversation and remove it; nothing begins in between."""

    @abstractmethod
    async def recover(self) -> None:
        """After a start: end what a crash cut off, and say so in its conversation."""

    @abstractmethod
    async def drain(self, seconds: float) -> None:
        """Before a stop: let running turns end, then stop the rest."""

    @abstractmethod
    def running(self) -> Mapping[str, JsonValue]:
        """Numbers for health and metrics: turns that run now."""
