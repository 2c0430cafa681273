"""Confirmations: what was asked, the digest that binds the answer to it, and its states."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from domain.superset import JsonValue

LIFETIME = timedelta(minutes=30)

Origin = Literal["person", "page", "model", "tool"]


class ConfirmationState(StrEnum):
    """waiting -> claimed -> executing -> executed; closed from waiting or claimed."""

    WAITING = "waiting"
    CLAIMED = "claimed"
    EXECUTING = "executing"
    EXECUTED = "executed"
    CLOSED = "closed"


class Verdict(StrEnum):
    """How a confirmation was resolved, as `confirm_resolved` names it."""

    APPROVE = "approve"
    DENY = "deny"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """
    One question to one person.

    Args:
        arguments: of the call, as they will run.
        origins: argument name -> where its value came from.
        metadata: the card exactly as it was shown (ConfirmMetadataV2).
        verdict: how it was resolved, None while it waits.
        decided_by: the user who did.

    """

    id: str
    conversation_id: str
    turn_id: str
    user: str
    call_id: str
    tool_name: str
    env_id: str | None
    arguments: Mapping[str, JsonValue]
    origins: Mapping[str, Origin]
    digest: str
    metadata: Mapping[str, JsonValue]
    expires_at: datetime
    state: ConfirmationState = ConfirmationState.WAITING
    verdict: Verdict | None = None
    decided_by: str | None = None

    @property
    def asked_at(self) -> datetime:
        """When the plan was made that the person saw."""
        return self.expires_at - LIFETIME


@dataclass(frozen=True, slots=True)
class Decision:
    """
    A person's answer.

    Args:
        digest: of what they saw; required to approve.
        arguments: what they changed on the card, or None.

    """

    verdict: Literal[Verdict.APPROVE, Verdict.DENY]
    by: str
    digest: str | None = None
    reason: str | None = None
    arguments: Mapping[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """An end without an execution."""

    verdict: Verdict
    by: str


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """Why a decision is not taken."""

    code: Literal[
        "confirmation_unknown", "already_decided", "confirmation_expired", "digest_mismatch"
    ]


@dataclass(frozen=True, slots=True)
class Intent:
    """Written before an approved call runs."""

    confirmation_id: str
    action_id: str
    by: str
    at: datetime


class Outcome(StrEnum):
    """How an approved call ended. UNKNOWN is never repeated."""

    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ExecutionRecord:
    """
    Written after an approved call.

    Args:
        snapshot: backup id of the state before, or None.
        undo: what an undo needs besides (ids and uuids of what was created), plain JSON.
        undone_by: the action that undid this one, or the call that found nothing left to undo;
            None while it stands.

    """

    confirmation_id: str
    action_id: str
    outcome: Outcome
    at: datetime
    snapshot: str | None = None
    undo: Mapping[str, JsonValue] | None = None
    undone_by: str | None = None


def action_id_of(confirmation: Confirmation) -> str:
    """
    The id of the action that carries a confirmation out.

    It is the confirmation's own, since that is executed at most once: after a crash in the
    middle of it the confirmation is all that is known.
    """
    return confirmation.id


def digest_of(
    tool_name: str,
    arguments: Mapping[str, JsonValue],
    env_id: str | None,
    fingerprint: str,
    state: Mapping[str, JsonValue],
) -> str:
    """
    Bind an approval to the exact call and to the world that its plan was made for.

    Args:
        fingerprint: of the environment (domain.proof).
        state: Plan.state.

    Returns:
        "sha256:" and 64 hex digits.

    """
    signed = json.dumps(
        [tool_name, arguments, env_id, fingerprint, state],
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        default=dict,
    )
    return f"sha256:{hashlib.sha256(signed.encode('utf-8', 'surrogatepass')).hexdigest()}"


def check_claim(
    confirmation: Confirmation | None, decision: Decision, now: datetime
) -> ClaimRefused | None:
    """Whether a decision may be taken; the one rule that every store of confirmations applies."""
    if confirmation is None:
        return ClaimRefused("confirmation_unknown")
    is_waiting = confirmation.state is ConfirmationState.WAITING
    if confirmation.verdict is Verdict.EXPIRED or (is_waiting and now >= confirmation.expires_at):
        return ClaimRefused("confirmation_expired")
    if not is_waiting:
        return ClaimRefused("already_decided")
    if decision.digest is not None and decision.digest != confirmation.digest:
        return ClaimRefused("digest_mismatch")
    if decision.verdict is Verdict.APPROVE and decision.digest is None:
        return ClaimRefused("digest_mismatch")
    return None
