"""Things to keep, with all that does not matter filled in."""

from datetime import UTC, datetime, timedelta

from domain.confirmation import (
    Closing,
    Confirmation,
    Decision,
    ExecutionRecord,
    Intent,
    Outcome,
    Verdict,
)
from domain.conversation import Conversation, NewTurn

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
DIGEST = "sha256:" + "a" * 64


def later(**by: float) -> datetime:
    return NOON + timedelta(**by)


def conversation(
    own_id: str = "c1", user: str = "local:ann", title: str = "Sales", at: datetime = NOON
) -> Conversation:
    return Conversation(own_id, user, title, "en", created_at=at, updated_at=at)


def new_turn(
    own_id: str = "t1",
    conversation_id: str = "c1",
    message: str = "hello",
    message_id: str | None = None,
    at: datetime = NOON,
) -> NewTurn:
    return NewTurn(
        id=own_id,
        conversation_id=conversation_id,
        user="local:ann",
        message_id=message_id or f"m-{own_id}",
        message=message,
        env_id="ss-dev",
        ui_context={"objectType": "dashboard", "objectId": "42"},
        started_at=at,
    )


def confirmation(own_id: str = "k1", conversation_id: str = "c1") -> Confirmation:
    return Confirmation(
        id=own_id,
        conversation_id=conversation_id,
        turn_id="t1",
        user="local:ann",
        call_id=f"call-{own_id}",
        tool_name="delete_dashboard",
        env_id="ss-dev",
        arguments={"dashboard_id": "42", "nested": {"a": [1, None, True]}},
        origins={"dashboard_id": "person"},
        digest=DIGEST,
        metadata={"risk_level": "dangerous", "title": "Продажи"},
        expires_at=later(minutes=30),
    )


def approval(by: str = "local:ann", digest: str | None = DIGEST) -> Decision:
    return Decision(Verdict.APPROVE, by, digest)


def denial(by: str = "local:ann") -> Decision:
    return Decision(Verdict.DENY, by)


def closing(verdict: Verdict = Verdict.CANCELLED) -> Closing:
    return Closing(verdict, "local:ann")


def intent(confirmation_id: str = "k1", action_id: str = "a1") -> Intent:
    return Intent(confirmation_id, action_id, "local:ann", NOON)


def execution(confirmation_id: str = "k1", action_id: str = "a1") -> ExecutionRecord:
    return ExecutionRecord(
        confirmation_id, action_id, Outcome.DONE, NOON, snapshot="b1", undo={"uuid": "u1"}
    )
