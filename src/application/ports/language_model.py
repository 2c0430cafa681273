"""A language model that streams one reply and may propose tool calls."""

from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from domain.context import UiContext
from domain.conversation import ChatMessage, Usage
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Language


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool as the model sees it; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """
    What is known besides the messages; a model adapter writes it into its prompt.

    Args:
        env_id: the environment of the turn, or None.
        environments: all environment ids with their tier, or "" where it is unknown.
        databases: connections of the turn's environment: id, title and backend.
        samples: names of real things for example sentences, as in TurnState.

    """

    language: Language
    role: Role
    env_id: str | None
    environments: Mapping[str, str]
    ui_context: UiContext | None
    databases: tuple[tuple[str, str, str], ...] = ()
    samples: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """
    One call of the model.

    Args:
        messages: oldest first; every proposed call has exactly one tool message after it.
        tools: what may be proposed.

    """

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolOffer, ...]
    situation: Situation


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Text that arrived together; may be several tokens."""

    text: str


@dataclass(frozen=True, slots=True)
class CallProposed:
    """
    A tool call of the model, whole.

    Args:
        arguments: a JSON object, or None when what the model sent is not one.
        problem: why the arguments are None ("not_an_object", "invalid_json", "truncated").

    """

    call_id: str
    tool_name: str
    arguments: Mapping[str, JsonValue] | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class ReplyEnded:
    """
    The reply is over. Always the last item of a stream that did not fail.

    Args:
        is_cut_off: the server ended it where the model had more to say.

    """

    calls: tuple[CallProposed, ...] = ()
    usage: Usage = field(default_factory=Usage)
    is_cut_off: bool = False


FailureCode: TypeAlias = Literal[
    "model_unavailable",
    "model_refused",
    "model_busy",
    "model_context_full",
    "model_timeout",
    "model_answer_invalid",
]
AnswerFault: TypeAlias = Literal["empty", "broken_off", "too_long", "not_json", "web_page"]


@dataclass(frozen=True, slots=True)
class ReplyFailed:
    """
    The reply broke off or never came. Always the last item; no call of it may run.

    Args:
        code: "model_busy" asks to wait; "model_context_full" is a conversation that the model
            cannot hold, however much of its beginning is left out.
        address: the URL that was asked, without credentials.
        detail: the server's own short words, without secrets; may be empty.
        fault: what was wrong with the answer, where the server has no words for it.
        retry_after_s: when the server wants to be asked again, in seconds, if it says so.

    """

    code: FailureCode
    address: str
    detail: str = ""
    fault: AnswerFault | None = None
    retry_after_s: int | None = None


ReplyPart: TypeAlias = TextDelta | ReplyEnded | ReplyFailed


class LanguageModel(Protocol):
    """Streams replies. Holds no state between two requests."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The model's name as shown to people; "command-assistant" for the built-in one."""

    @property
    @abstractmethod
    def is_built_in(self) -> bool:
        """Whether it is the built-in command assistant, which is no language model."""

    @abstractmethod
    def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        """
        Stream one reply: TextDeltas, then one ReplyEnded or one ReplyFailed. Never raises.

        Call ids are unique within the reply and never empty. Text inside reasoning tags is not
        passed on. Closing the iterator early stops the request.
        """
