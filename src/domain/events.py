"""
What a turn may say: the closed union of events, as design.md section 5 names them.

Field names are the wire's. `id`, `conversation_id`, `turn_id` and `at` are added when an event is
recorded.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import TypeAlias

from domain.superset import JsonValue

Json: TypeAlias = JsonValue


@dataclass(frozen=True, slots=True)
class TurnStarted:
    env_id: str | None
    tier: str | None
    role: str
    uicontext: Mapping[str, Json] | None
    model: str


@dataclass(frozen=True, slots=True)
class PipelineResult:
    tools: tuple[str, ...]
    excluded: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Token:
    text: str


@dataclass(frozen=True, slots=True)
class ToolStart:
    call_id: str
    tool_name: str
    arguments: Mapping[str, Json]
    risk_level: str
    is_write_tool: bool


@dataclass(frozen=True, slots=True)
class ToolRetry:
    call_id: str
    tool_name: str
    attempt: int
    max_retries: int
    delay_s: float


@dataclass(frozen=True, slots=True)
class ToolTimeout:
    call_id: str
    tool_name: str
    timeout_s: float
    is_write_tool: bool
    retryable: bool
    status_unknown: bool


@dataclass(frozen=True, slots=True)
class ToolErrored:
    call_id: str
    tool_name: str
    message: str
    retry_exhausted: bool = False
    is_write_tool: bool = False
    status_unknown: bool = False


@dataclass(frozen=True, slots=True)
class ToolEnd:
    call_id: str
    tool_name: str
    summary: str
    truncated: bool
    result_url: str
    action_id: str | None = None
    undone_action_id: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCancelled:
    call_id: str
    tool_name: str


@dataclass(frozen=True, slots=True)
class ConfirmRequired:
    metadata: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ConfirmResolved:
    confirmation_id: str
    call_id: str
    decision: str
    by: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PermissionRefused:
    call_id: str
    tool_name: str
    required_role: str
    user_role: str
    alternatives: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class TaskProgressed:
    task_id: str
    tool_name: str
    done: int
    total: int
    note: str


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    code: str
    status: int
    message: str


@dataclass(frozen=True, slots=True)
class Done:
    finish_reason: str
    usage: Mapping[str, Json]
    text: str


TurnEvent: TypeAlias = (
    TurnStarted
    | PipelineResult
    | Token
    | ToolStart
    | ToolRetry
    | ToolTimeout
    | ToolErrored
    | ToolEnd
    | ToolCancelled
    | ConfirmRequired
    | ConfirmResolved
    | PermissionRefused
    | TaskProgressed
    | ErrorRaised
    | Done
)

WIRE_NAMES: dict[type[TurnEvent], str] = {
    TurnStarted: "turn_started",
    PipelineResult: "pipeline_result",
    Token: "token",
    ToolStart: "tool_start",
    ToolRetry: "tool_retry",
    ToolTimeout: "tool_timeout",
    ToolErrored: "tool_error",
    ToolEnd: "tool_end",
    ToolCancelled: "tool_cancelled",
    ConfirmRequired: "confirm_required",
    ConfirmResolved: "confirm_resolved",
    PermissionRefused: "permission_denied",
    TaskProgressed: "task_progress",
    ErrorRaised: "error",
    Done: "done",
}

_LEFT_OUT_WHEN_NONE = {"action_id", "undone_action_id", "reason"}


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """
    An event with its place in the conversation.

    Args:
        seq: 1, 2, 3 … per conversation.
        type: the wire name.
        data: the whole JSON object as it is sent.

    """

    seq: int
    type: str
    turn_id: str
    data: Mapping[str, Json]


def wire_time(at: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and "Z"."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def wire_data(
    event: TurnEvent, conversation_id: str, turn_id: str, at: datetime
) -> dict[str, Json]:
    """The JSON object of an event; optional fields that are None are left out."""
    own = {field.name: getattr(event, field.name) for field in fields(event)}
    return {
        "type": WIRE_NAMES[type(event)],
        "conversation_id": conversation_id,
        "turn_id": turn_id,
        "at": wire_time(at),
        **{k: v for k, v in own.items() if v is not None or k not in _LEFT_OUT_WHEN_NONE},
    }
